import { maxGrantsPerSeller, sellToken } from '@kura/cadence/sale'
import type { SaleBasis } from '@kura/cadence/sale'
import { saleHash, saleMetadata, signSale } from '@kura/cadence/sale-message'
import type { SaleTerms } from '@kura/cadence/sale-message'
import { AppError, ensure } from '@kura/contract/errors'
import type { SellArgumentsView } from '@kura/contract/market/listing'
import { findSaleBasis } from '../../chain/index/read-chain.ts'
import { isKeyRevoked } from '../../chain/index/sale-queries.ts'
import type { Deps } from '../../deps.ts'
import type { GateDeps } from '../../identity/member/ensure-full-member.ts'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { askChain } from '../../platform/flow/ask-chain.ts'
import { addressesOf, salePlaceOf } from '../../platform/flow/chain-config.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { beginUse } from '../token/begin-use.ts'
import * as orders from './queries.ts'
import type { OwnOrder } from './queries.ts'
import { plainTxId } from '../../platform/flow/read-address.ts'
import type { OrderRows } from './sale-order-use.ts'

export type SaleOrderDeps = GateDeps & Pick<Deps, 'saleKey'>

/** The terms that a use has signed. `field` names the token in that use's call. */
export type SaleOrderInput = {
  use: 'list' | 'give'
  field: 'tokenRefId' | 'tokenId'
  token: { tokenId: string; refId: string }
  priceYen: number
  feeYen: number
  royaltyYen: number
  /** The only address that can buy it. */
  target?: string | undefined
  lifetimeSeconds: number
}

/** What the row of an order keeps of the terms that were signed. Times in seconds since 1970. */
export type SignedOrder = {
  id: string
  memberId: string
  address: string
  tokenId: string
  tokenUuid: string
  refId: string
  version: number
  issuedAt: number
  expiresAt: number
  keyIndex: number
  orderHash: string
}

/** What the member's wallet is given, and what `keep` returned. */
export type DraftedOrder<Kept> = {
  orderId: string
  kept: Kept
  transaction: { cadence: string; limit: number }
  arguments: SellArgumentsView
}

/** The longest validity of an order that the contract allows, in seconds. */
const longestLifetime = 366 * 86_400

/**
 * Signs an order for a token and has `keep` write its row, in the transaction that makes sure that
 * it may be written. The chain is asked before signing, so that the wallet does not open for a
 * transaction that would fail. Fails with SALES_PAUSED, also while the key that signs is revoked,
 * with FORBIDDEN when the token is not in the member's wallet, with LISTINGS_FULL, and with what
 * `beginUse` fails with.
 */
export async function draftSaleOrder<Kept>(
  deps: SaleOrderDeps,
  viewer: Viewer,
  input: SaleOrderInput,
  keep: (db: Db, order: SignedOrder) => Promise<Kept>,
): Promise<DraftedOrder<Kept>> {
  const { token, use } = input
  const seller = viewer.flowAddress
  const basis = await askChain(deps, () => findSaleBasis(deps, { seller, tokenId: token.tokenId }))
  ensureAcceptable(basis, input)
  const terms = await termsOf(deps, seller, input, basis)
  const place = salePlaceOf(deps.chain)
  const signature = await signSale(deps.saleKey.signer, place, terms)
  const kept = await transaction(deps.sql, 'sale-order.draft', async (db) => {
    await beginUse(db, viewer, { tokenId: token.tokenId, use })
    // the chain refuses terms signed with a revoked key
    ensure(!(await isKeyRevoked(db, terms.keyIndex)), 'SALES_PAUSED')
    return keep(db, {
      id: terms.orderId,
      memberId: viewer.memberId,
      address: seller,
      tokenId: token.tokenId,
      tokenUuid: terms.uuid.toString(),
      refId: token.refId,
      version: terms.version,
      issuedAt: terms.issuedAt,
      expiresAt: terms.expiry,
      keyIndex: terms.keyIndex,
      orderHash: saleHash(place, terms),
    })
  })
  const { cadence, limit } = sellToken(addressesOf(deps.chain), { terms, signature })
  return { orderId: terms.orderId, kept, transaction: { cadence, limit }, arguments: argumentsOf(terms, signature) }
}

function ensureAcceptable(basis: SaleBasis, { token, field }: SaleOrderInput): void {
  ensure(!basis.paused, 'SALES_PAUSED')
  if (basis.token?.refId !== token.refId) throw new AppError('FORBIDDEN', { details: [{ field, fault: 'not_owner' }] })
  ensure(basis.openOrders < maxGrantsPerSeller || basis.standingOrderId !== null, 'LISTINGS_FULL')
}

/**
 * The terms: above every version that was signed or is on chain, and issued after the last
 * cancel-all of the member.
 */
async function termsOf(
  { sql, chain, saleKey }: SaleOrderDeps,
  seller: string,
  { token, priceYen, feeYen, royaltyYen, target, lifetimeSeconds }: SaleOrderInput,
  basis: SaleBasis,
): Promise<SaleTerms> {
  const { newestVersion, now } = await orders.findDraftBasis(sql, token.tokenId)
  const issuedAt = Math.max(basis.chainTime, basis.cancelledUntil + 1)
  return {
    agent: chain.agentAddress,
    seller,
    orderId: newId(),
    refId: token.refId,
    nftId: BigInt(token.tokenId),
    version: Math.max(basis.newestVersion, newestVersion) + 1,
    uuid: basis.token!.uuid,
    priceYen,
    feeYen,
    royaltyYen,
    issuedAt,
    notBefore: issuedAt,
    expiry: Math.min(now + lifetimeSeconds, issuedAt + longestLifetime),
    target,
    keyIndex: saleKey.keyIndex,
  }
}

/** The arguments of `sale/sell`, in words. */
const argumentsOf = (terms: SaleTerms, signature: string): SellArgumentsView => ({
  agent: terms.agent,
  orderId: terms.orderId,
  refId: terms.refId,
  nftId: terms.nftId.toString(),
  version: terms.version,
  metadata: saleMetadata(terms),
  signature,
  keyIndex: terms.keyIndex,
})

/**
 * Notes which transaction the member's browser says the wallet sent: a hint, which opens nothing.
 * Returns the state, undefined for what is not the member's.
 */
export async function reportSaleOrder<State extends string>(
  { sql }: Pick<Deps, 'sql'>,
  rows: OrderRows,
  own: OwnOrder,
  txId: string,
): Promise<State | undefined> {
  await orders.markPending(sql, rows, own, plainTxId(txId))
  return orders.findOwnState<State>(sql, rows, own)
}

/**
 * Cancels an order that the wallet did not send. Returns the state, undefined for what is not the
 * member's.
 */
export async function giveUpSaleOrder<State extends string>(
  { sql }: Pick<Deps, 'sql'>,
  rows: OrderRows,
  own: OwnOrder,
): Promise<State | undefined> {
  await orders.giveUp(sql, rows, own)
  return orders.findOwnState<State>(sql, rows, own)
}
