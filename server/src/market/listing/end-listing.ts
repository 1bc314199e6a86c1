import { ensure } from '@kura/contract/errors'
import type { ApiOutput } from '@kura/contract/api'
import { limits } from '@kura/contract/limits'
import type { AllEndedCause, TakenBackCause } from '@kura/contract/states'
import { intendCancel } from '../../chain/agent/cancel-orders.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../platform/http/on.ts'
import * as listings from './queries.ts'

/**
 * Takes back the member's own offer of a token: nobody sees it any more, and our agent ends the order on chain. Repeating it changes
 * nothing. Fails with NOT_FOUND, and with LISTING_STATE while somebody is paying for it.
 */
export async function endListing(
  { sql }: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
  tokenRefId: string,
): Promise<ApiOutput<'endListing'>> {
  return transaction(sql, async (db) => {
    const [ended] = await startEnding(db, { memberId, tokenRefId }, 'seller')
    if (ended) return { listingId: ended.id, state: 'ending' as const }
    const newest = await listings.findNewestOwn(db, memberId, tokenRefId)
    ensure(newest && newest.state !== 'drafted' && newest.state !== 'given-up', 'NOT_FOUND')
    ensure(newest.state === 'ending' || newest.state === 'ended', 'LISTING_STATE')
    return { listingId: newest.id, state: newest.state }
  })
}

/**
 * Takes back every offer of a member; those that somebody is paying for stay. Drafts the wallet has not run are given up, and what it runs
 * after all, or sent already, is taken back when it comes.
 */
export async function endAllListings(
  { sql }: Pick<Deps, 'sql'>,
  memberId: string,
): Promise<ApiOutput<'endAllListings'>> {
  return transaction(sql, async (db) => {
    const ending = await takeBack(db, memberId, 'seller')
    return { ending, held: await listings.countHeld(db, memberId) }
  })
}

/**
 * The same in the caller's database transaction, for a member who is banned, changes the wallet or has to tell buyers more. Answers how many were open or on
 * their way to the chain; the latter are taken back when they come. Those that somebody is paying for are the business of their orders.
 */
export async function withdrawListings(db: Db, memberId: string, cause: AllEndedCause): Promise<number> {
  return (await takeBack(db, memberId, cause)) + (await listings.countPending(db, memberId))
}

/**
 * Takes back what is meant for this member alone and was signed for another wallet than `address`, in the transaction that changes the wallet: the
 * chain would deliver it to the old one only. Answers how many were open; what is held or on its way to the chain follows when it is.
 */
export async function withdrawMeantFor(db: Db, memberId: string, address: string): Promise<number> {
  const ended = await listings.endMeantFor(db, memberId, address)
  await intendCancels(db, ended)
  return ended.length
}

async function takeBack(db: Db, memberId: string, cause: AllEndedCause): Promise<number> {
  await listings.markAllEnded(db, memberId, cause)
  await listings.lockOffersAround(db, memberId)
  const ended = await startEnding(db, { memberId }, cause)
  await listings.giveUpDraftsOf(db, memberId)
  return ended.length
}

/** Takes back what is open for one member whose wallet is not the one that was signed for. Answers how many there were. */
export async function withdrawMisdirected(db: Db, most: number): Promise<number> {
  const ended = await listings.endMisdirected(db, most)
  await intendCancels(db, ended)
  return ended.length
}

/** open → ending, and the wish for the agent's transaction beside it, in the caller's database transaction. */
export async function startEnding(db: Db, whose: listings.Whose, cause: TakenBackCause): Promise<{ id: string }[]> {
  const rows = await listings.startEnding(db, whose, cause)
  await intendCancels(db, rows)
  return rows
}

/** The wish for the agent's transactions that end these on chain, in the caller's database transaction. */
export async function intendCancels(db: Db, rows: listings.ToCancel[]): Promise<void> {
  const bySeller = Map.groupBy(rows, ({ sellerAddress }) => sellerAddress)
  for (const [seller, all] of bySeller)
    for (let first = 0; first < all.length; first += limits.ordersPerCancel) {
      const orderIds = all.slice(first, first + limits.ordersPerCancel).map(({ id }) => id)
      await intendCancel(db, { cause: orderIds[0]!, seller, orderIds })
    }
}
