import { AppError, ensure } from '@kura/contract/errors'
import type { ErrorCode } from '@kura/contract/errors'
import type { TransferObstacle } from '@kura/contract/market/transfer'
import type { RawJson, Viewer } from '../../platform/http/on.ts'
import { ensureFullMember } from '../../identity/member/ensure-full-member.ts'
import { isAddressOfAge } from '../../identity/member/spending-queries.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import { getUsedToken, sendingRefusals } from '../token/begin-use.ts'
import type { TokenUse, UsedToken } from '../token/begin-use.ts'
import { findRecipient, findCard } from './queries.ts'
import { isAddressOf, normalAddress } from '@kura/contract/chain/flow-address'
import { getTransferBasis, readTransferBasis } from '@kura/cadence/token'
import type { TransferBasis } from '@kura/cadence/token'
import { limits } from '@kura/contract/limits'
import { addressesOf } from '../../platform/flow/chain-config.ts'
import type { Deps } from '../../deps.ts'
import { askChain } from '../../platform/flow/ask-chain.ts'

/**
 * Every obstacle to sending a token, so that no wallet opens for nothing: the member, the token,
 * the address, and its account on chain. Fails with NOT_FOUND for an unknown token.
 */
export async function prepareTransfer(
  deps: SendDeps,
  viewer: Viewer,
  { tokenId, address: to }: { tokenId: string; address?: string | undefined },
): Promise<RawJson> {
  await limitRate(deps, 'transferPerMember', viewer.memberId)
  const token = await getUsedToken(deps, tokenId)
  const card = await findCard(deps.sql, tokenId)
  ensure(card, 'NOT_FOUND')
  const obstacles = [...(await obstaclesOfMember(deps, viewer)), ...obstaclesOfToken(token, viewer)]
  // a member without a wallet still learns whether the address is right
  const from = viewer.flowAddress || deps.chain.contractAddress
  const way = to === undefined ? undefined : await obstaclesOfWay(deps, { token, from, to })
  for (const obstacle of way?.obstacles ?? []) if (!obstacles.includes(obstacle)) obstacles.push(obstacle)
  const recipient = way?.address === undefined ? undefined : await findRecipient(deps.sql, way.address)
  const rest = {
    address: way?.address ?? '',
    recipient: recipient ?? null,
    storage: way?.storage ?? null,
    obstacles,
  }
  return { rawJson: `{"token":${card},${JSON.stringify(rest).slice(1)}` }
}

/** The gate as an obstacle. */
async function obstaclesOfMember(deps: SendDeps, viewer: Viewer): Promise<TransferObstacle[]> {
  try {
    await ensureFullMember(deps, viewer)
    return []
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const fault = error.details?.[0]?.fault
    if (error.code === 'WALLET_REQUIRED') return [fault === 'no_collection' ? 'no-own-collection' : 'wallet-required']
    if (error.code === 'FORBIDDEN' && fault === 'terms_outdated') return ['terms-outdated']
    throw error
  }
}

export type SendDeps = Pick<Deps, 'sql' | 'log' | 'accessNode' | 'chain'>
/** Bytes in use and bytes that fit. */
type Storage = { used: number; capacity: number }
type Way = {
  /** In our spelling; undefined where it is none. */
  address: string | undefined
  storage: Storage | null
  obstacles: TransferObstacle[]
}

/** Uses that block sending; an open transfer to an address does not. */
const obstacleOf: Partial<Record<TokenUse, TransferObstacle>> = {
  listed: 'listed',
  held: 'held',
  given: 'offered-as-gift',
}

/**
 * Obstacles to moving the token at all, by the rows; those that the member can remove come first.
 */
export function obstaclesOfToken(token: UsedToken, viewer: Pick<Viewer, 'flowAddress'>): TransferObstacle[] {
  const isOwn = viewer.flowAddress !== '' && token.ownerAddress === viewer.flowAddress
  if (!isOwn) return ['not-owned']
  return token.uses.flatMap((use) => obstacleOf[use] ?? [])
}

/**
 * Obstacles to sending a member's token to an address: its checksum and network, and the state of
 * both accounts on chain. Fails with SERVICE_UNAVAILABLE when the chain does not answer.
 */
export async function obstaclesOfWay(
  deps: SendDeps,
  { token, from, to }: { token: UsedToken; from: string; to: string },
): Promise<Way> {
  const spelled = /^[0-9a-fA-F]{16}$/.test(to) ? `0x${to}` : to
  if (!isAddressOf(deps.chain.network, spelled))
    return { address: undefined, storage: null, obstacles: ['not-an-address'] }
  const address = normalAddress(spelled)
  if (address === from) return { address, storage: null, obstacles: ['own-address'] }
  if (address === deps.chain.agentAddress || address === deps.chain.contractAddress)
    return { address, storage: null, obstacles: ['shop-address'] }
  const basis = await askChain(deps, async () =>
    readTransferBasis(
      await deps.accessNode.runScript(
        getTransferBasis(addressesOf(deps.chain), { from, to: address, id: BigInt(token.tokenId) }),
      ),
    ),
  )
  const obstacles: TransferObstacle[] = []
  if (!basis.isThere) obstacles.push('not-owned')
  if (!basis.canReceive) obstacles.push('no-collection')
  if (isFull(basis.storage)) obstacles.push('storage-full')
  if (token.isRegulated && !(await isAddressOfAge(deps.sql, address))) obstacles.push('recipient-age')
  const storage = storageOf(basis)
  return { address, storage, obstacles }
}

/** Whether an account has no room for one more token. */
export const isFull = (storage: TransferBasis['storage']): boolean =>
  storage !== null && storage.capacity < storage.used + BigInt(limits.tokenStorageBytes)

// A network without limits reports more than exists; such a number is ignored.
function storageOf({ storage }: TransferBasis): Storage | null {
  if (!storage || storage.capacity > BigInt(Number.MAX_SAFE_INTEGER)) return null
  return { used: Number(storage.used), capacity: Number(storage.capacity) }
}

/** The refusal of a token that is in use. */
function ofUse(use: keyof typeof sendingRefusals): [code: ErrorCode, field: string, fault: string] {
  const [code, fault] = sendingRefusals[use]
  return [code, 'tokenId', fault]
}

/** The code of each obstacle, with the field at fault and what is wrong with it. */
const refusalOf: Record<TransferObstacle, [code: ErrorCode, field: string, fault: string]> = {
  'wallet-required': ['WALLET_REQUIRED', 'flowAddress', 'no_wallet'],
  'no-own-collection': ['WALLET_REQUIRED', 'flowAddress', 'no_collection'],
  'terms-outdated': ['FORBIDDEN', 'termsVersion', 'terms_outdated'],
  'not-owned': ['FORBIDDEN', 'tokenId', 'not_owner'],
  listed: ofUse('listed'),
  held: ofUse('held'),
  'offered-as-gift': ofUse('given'),
  'not-an-address': ['INVALID_INPUT', 'address', 'not_an_address_of_the_network'],
  'own-address': ['INVALID_INPUT', 'address', 'yourself'],
  'shop-address': ['INVALID_INPUT', 'address', 'shop'],
  'no-collection': ['RECIPIENT_NOT_READY', 'address', 'no_collection'],
  'recipient-age': ['RECIPIENT_NOT_READY', 'address', 'age_not_confirmed'],
  'storage-full': ['RECIPIENT_NOT_READY', 'address', 'storage_full'],
}

/** Fails with the code of the first obstacle, if there is one. */
export function refuseSending([first]: TransferObstacle[]): void {
  if (first === undefined) return
  const [code, field, fault] = refusalOf[first]
  throw new AppError(code, { details: [{ field, fault }] })
}
