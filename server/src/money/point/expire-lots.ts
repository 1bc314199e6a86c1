import { limits } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { lockPoints } from '../ledger/move.ts'
import { bookPoints } from './book-points.ts'
import { grantPoints } from './grant-points.ts'
import { expireRest, findExpiredLot, listExpiredLots, listFilledLots, listLateReturns } from './queries.ts'

const atOnce = 200
const over = { ja: '有効期限切れ', en: 'Expired' }
const memberLeft = { ja: '退会により失効', en: 'Lapsed: the account was deleted' }
const cameBackLate = {
  ja: '返還された時点で有効期限を過ぎていたため失効',
  en: 'Expired: its time was over when it came back',
}
const givenAgain = {
  ja: '返金時に有効期限を過ぎていたポイントの再付与',
  en: 'Given again: it had expired when a refund brought it back',
}

/**
 * Books the rest of expired lots, and of deleted members' lots, out of the balances; no row is
 * deleted. Points that a refund returned after expiry expire with their own reason, and are granted
 * again as free points for a while if the order was paid: only our failure refunds a paid order.
 * Any number of workers may run it. Returns how many lots it expired.
 */
export async function expireLots({ sql, log }: Pick<Deps, 'sql' | 'log'>): Promise<number> {
  let done = 0
  let failed = 0
  for (;;) {
    const lots = await listExpiredLots(sql, atOnce + failed)
    const before = done
    for (const lot of lots) {
      try {
        if (await transaction(sql, (db) => expireLot(db, lot))) done += 1
      } catch (error) {
        // one lot that cannot be expired must not keep the others alive
        log.error({ err: error, lot: lot.id }, 'a lot of points could not be expired')
        failed += 1
      }
    }
    if (lots.length < atOnce || done === before) return done
  }
}

/** How many points would lapse if the member were deleted now. */
export async function countPoints(db: Db, memberId: string): Promise<number> {
  return (await listFilledLots(db, memberId)).reduce((sum, { remaining }) => sum + remaining, 0)
}

/**
 * Books out all remaining points of a member who is deleted in the caller's transaction: points
 * lapse with the account. The worker expires what a later refund returns. The caller holds the
 * member's row; returns how many there were.
 */
export async function closePoints(db: Db, memberId: string): Promise<number> {
  await lockPoints(db, memberId)
  const lots = await listFilledLots(db, memberId)
  for (const lot of lots) await expireLot(db, lot)
  return lots.reduce((sum, { remaining }) => sum + remaining, 0)
}

async function expireLot(db: Db, { id: lotId, memberId }: { id: string; memberId: string }): Promise<boolean> {
  await lockPoints(db, memberId)
  const lot = await findExpiredLot(db, lotId)
  if (!lot) return false
  const { kind, remaining, expired, orderId: purchase, campaignId, isOfNobody } = lot
  // after the first run it can hold only late returns; a deleted member is granted nothing
  const late = isOfNobody ? 0 : expired === 0 ? lot.returnedLate : remaining
  const inTime = remaining - late
  await expireRest(db, lotId)
  const line = (amount: number, from: number, reason: typeof over) =>
    amount > 0 ? [{ event: 'expiry' as const, memberId, lotId, kind, amount, cause: `${lotId}:${from}`, reason }] : []
  await bookPoints(db, [
    ...line(inTime, expired, isOfNobody ? memberLeft : over),
    ...line(late, expired + inTime, cameBackLate),
  ])
  if (late === 0) return true
  for (const { orderId, amount } of await listLateReturns(db, lotId)) {
    const cause = `late-return:${orderId}:${lotId}`
    const days = limits.pointReplacedDays
    // points of a purchase stay tied to it: its refund withdraws these in place of the first ones
    const of = { ...(purchase ? { orderId: purchase } : {}), ...(campaignId ? { campaignId } : {}) }
    await grantPoints(db, { memberId, kind: 'free', amount, days, cause, reason: givenAgain, ...of })
  }
  return true
}

/** The worker's jobs for points, with their intervals. */
export const pointJobs = [{ name: 'expire-points', everySeconds: 20, run: expireLots }] as const
