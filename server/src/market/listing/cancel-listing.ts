import { ensure } from '@kura/contract/errors'
import type { ApiOutput } from '@kura/contract/api'
import type { AllEndedCause, WithdrawalCause } from '@kura/contract/states'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { cancelSaleOrders } from '../sale-order/follow-sale-orders.ts'
import { giveUpDraftsOf } from '../sale-order/queries.ts'
import * as listings from './queries.ts'

/**
 * Cancels the member's own listing of a token: it is hidden at once, and our agent cancels the
 * order on chain. Idempotent. Fails with NOT_FOUND, and with LISTING_STATE while a buyer is paying
 * for it.
 */
export async function cancelListing(
  { sql }: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
  tokenRefId: string,
): Promise<ApiOutput<'endListing'>> {
  return transaction(sql, async (db) => {
    const [ending] = await endListings(db, { memberId, tokenRefId }, 'seller')
    if (ending) return { listingId: ending.id, state: 'ending' as const }
    const newest = await listings.findNewestOwn(db, memberId, tokenRefId)
    ensure(newest && newest.state !== 'drafted' && newest.state !== 'given-up', 'NOT_FOUND')
    ensure(newest.state === 'ending' || newest.state === 'ended', 'LISTING_STATE')
    return { listingId: newest.id, state: newest.state }
  })
}

/**
 * Cancels every listing of a member, except those that a buyer is paying for. Unsent drafts are
 * given up; an order that reaches the chain later is cancelled then.
 */
export async function cancelAllListings(
  { sql }: Pick<Deps, 'sql'>,
  memberId: string,
): Promise<ApiOutput<'endAllListings'>> {
  return transaction(sql, async (db) => {
    const ending = await endAllOf(db, memberId, 'seller')
    return { ending, held: await listings.countHeld(db, memberId) }
  })
}

/**
 * Withdraws every listing of a member who is banned, changes wallets or owes buyers a notice, in
 * the caller's database transaction. Returns how many were open or on their way to the chain; the
 * latter are cancelled on arrival. Listings that a buyer is paying for end with their orders.
 */
export async function withdrawListings(db: Db, memberId: string, cause: AllEndedCause): Promise<number> {
  return (await endAllOf(db, memberId, cause)) + (await listings.countPending(db, memberId))
}

/**
 * Withdraws listings targeted at this member and signed for another wallet than `address`, in the
 * transaction that changes the wallet: the chain would deliver to the old one only. Returns how
 * many were open; held ones and those on their way to the chain follow later.
 */
export async function withdrawMeantFor(db: Db, memberId: string, address: string): Promise<number> {
  return cancelOnChain(db, await listings.endMeantFor(db, memberId, address))
}

/**
 * Withdraws open listings whose target has another wallet than the signed one. Returns how many.
 */
export async function withdrawMisdirected(db: Db, most: number): Promise<number> {
  return cancelOnChain(db, await listings.endMisdirected(db, most))
}

/**
 * Withdraws a listing that was paid for and cannot be delivered, in the caller's database
 * transaction. A listing that the chain has ended stays as it is.
 */
export async function withdrawUndelivered(db: Db, listingId: string): Promise<void> {
  await cancelOnChain(db, await listings.endHeld(db, listingId))
}

/**
 * open → ending, with the agent's transactions that cancel the orders, in the caller's database
 * transaction.
 */
export async function endListings(db: Db, whose: listings.Whose, cause: WithdrawalCause): Promise<{ id: string }[]> {
  const rows = await listings.startEnding(db, whose, cause)
  await cancelOnChain(db, rows)
  return rows
}

async function endAllOf(db: Db, memberId: string, cause: AllEndedCause): Promise<number> {
  await listings.lockSeller(db, memberId)
  await listings.noteAllEnded(db, memberId, cause)
  await listings.lockListingsAround(db, memberId)
  const ending = await endListings(db, { memberId }, cause)
  await giveUpDraftsOf(db, listings.listingRows, memberId)
  return ending.length
}

async function cancelOnChain(db: Db, rows: Parameters<typeof cancelSaleOrders>[2]): Promise<number> {
  await cancelSaleOrders(db, listings.listingRows, rows)
  return rows.length
}
