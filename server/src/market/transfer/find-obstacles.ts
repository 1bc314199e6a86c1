import { isAddressOf, normalAddress } from '@kura/contract/chain/flow-address'
import { getTransferBasis, readTransferBasis, type TransferBasis } from '@kura/cadence/token'
import { limits } from '@kura/contract/limits'
import type { TransferObstacle } from '@kura/contract/market/transfer'
import { addressesOf } from '../../platform/flow/chain-config.ts'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { askChain } from '../../platform/flow/ask-chain.ts'
import type { TokenUse, UsedToken } from '../token/begin-use.ts'

export type SendDeps = Pick<Deps, 'sql' | 'log' | 'accessNode' | 'chain'>
/** Bytes in use and bytes that fit. */
export type Storage = { used: number; capacity: number }
export type Way = {
  /** In our spelling; undefined where it is none. */
  address: string | undefined
  storage: Storage | null
  obstacles: TransferObstacle[]
}

/** Uses that stand in the way of sending; a transaction that is on its way to an address does not. */
const obstacleOf: Partial<Record<TokenUse, TransferObstacle>> = {
  listed: 'listed',
  held: 'held',
  given: 'offered-as-gift',
}

/** What stands in the way of moving the token at all, by the rows: what a member can do something about first. */
export function obstaclesOfToken(token: UsedToken, viewer: Pick<Viewer, 'flowAddress'>): TransferObstacle[] {
  const isOwn = viewer.flowAddress !== '' && token.ownerAddress === viewer.flowAddress
  if (!isOwn) return ['not-owned']
  return token.uses.flatMap((use) => obstacleOf[use] ?? [])
}

/**
 * What stands in the way of sending a token of the member to an address: the checksum and the network of the address, and what the chain
 * says of both accounts. Fails with SERVICE_UNAVAILABLE when the chain does not answer.
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
  const storage = storageOf(basis)
  return { address, storage, obstacles }
}

/** Whether an account has no room for one more token. */
export const isFull = (storage: TransferBasis['storage']): boolean =>
  storage !== null && storage.capacity < storage.used + BigInt(limits.tokenStorageBytes)

// A network without limits answers more than there is; nobody needs to know such a number.
function storageOf({ storage }: TransferBasis): Storage | null {
  if (!storage || storage.capacity > BigInt(Number.MAX_SAFE_INTEGER)) return null
  return { used: Number(storage.used), capacity: Number(storage.capacity) }
}
