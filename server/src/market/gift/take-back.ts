import { limits } from '@kura/contract/limits'
import { intendCancel } from '../../chain/agent/cancel-orders.ts'
import type { Db } from '../../platform/db/connect.ts'
import { withdrawTransfers } from '../transfer/report-transfer.ts'
import * as gifts from './queries.ts'

/** open → ending, and the wish for the agent's transaction beside it, in the caller's database transaction. Answers how many. */
export async function takeBack(db: Db, whose: gifts.Whose, reason: gifts.EndingReason): Promise<number> {
  const rows = await gifts.startEnding(db, whose, reason)
  await intendCancels(db, rows)
  return rows.length
}

/**
 * Takes back what a member gives who is banned or changes the wallet, in the caller's database transaction. What is claimed already is
 * delivered; what the wallet runs after this is taken back when it comes. Answers how many were open.
 */
export async function withdrawGifts(db: Db, giverId: string): Promise<number> {
  await gifts.giveUpDraftsOf(db, giverId)
  await withdrawTransfers(db, giverId)
  return takeBack(db, { giverId }, 'withdrawn')
}

/** Takes back those of these orders that are gifts: the chain would not deliver them any more though no event said so. */
export const withdrawGhostGifts = (db: Db, orderIds: string[]): Promise<number> =>
  takeBack(db, { ids: orderIds }, 'withdrawn')

/** The wish for the agent's transactions that end these on chain. */
export async function intendCancels(db: Db, rows: gifts.TakenBack[]): Promise<void> {
  const byGiver = Map.groupBy(rows, ({ giverAddress }) => giverAddress)
  for (const [seller, all] of byGiver)
    for (let first = 0; first < all.length; first += limits.ordersPerCancel) {
      const orderIds = all.slice(first, first + limits.ordersPerCancel).map(({ id }) => id)
      await intendCancel(db, { cause: `gift:${orderIds[0]}`, seller, orderIds })
    }
}
