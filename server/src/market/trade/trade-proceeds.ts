import { clearAlarms, raiseAlarm } from '../../platform/alarm/alarms.ts'
import type { Deps } from '../../deps.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { releaseRoyalty, bookUndoing } from '../../money/ledger/book-trade.ts'
import { creditProceeds, withdrawProceeds } from '../../money/ledger/credit-proceeds.ts'
import { lockPayouts } from '../../money/payout/book-payout.ts'
import { withdrawPayouts } from '../../money/payout/payout.ts'
import * as trades from './queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { noteLetter } from '../../checkout/order/letters.ts'

type SettleDeps = Pick<Deps, 'sql' | 'log' | 'metrics'>
const atOnce = 100
const alarm = 'settling-failed'

/**
 * Makes the proceeds and royalty of every delivered trade past its clearing time payable, once,
 * each in its own transaction. A trade that contradicts the books stays as it is and raises an
 * alarm; it blocks no other. Returns how many it settled.
 */
export async function settleCleared(deps: SettleDeps): Promise<number> {
  let settled = 0
  for (const id of await trades.listCleared(deps.sql, { limit: atOnce, alarm }))
    if (await settleOne(deps, id).catch((error: unknown) => raiseFailure(deps, id, error))) settled += 1
  return settled
}

const settleOne = ({ sql }: SettleDeps, tradeId: string): Promise<boolean> =>
  transaction(sql, async (db) => {
    const trade = await trades.find(db, tradeId)
    if (!trade || !(await trades.markSettled(db, tradeId))) return false
    if (!(await creditProceeds(db, { tradeId, name: trade.name })))
      throw new Error(`the proceeds of trade ${tradeId} were credited or reversed before`)
    await releaseRoyalty(db, { ...trade, tradeId })
    await clearAlarms(db, tradeId, alarm)
    return true
  })

async function raiseFailure(deps: SettleDeps, tradeId: string, error: unknown): Promise<false> {
  const message = `a delivered trade cannot be settled: ${error instanceof Error ? error.message : String(error)}`
  await raiseAlarm(deps, { kind: alarm, subject: tradeId, message })
  return false
}

/**
 * Undoes a delivered trade, in the transaction that begins its refund: reverses the proceeds as far
 * as the seller has them, fees and royalty in full. Payouts that are not released are cancelled for
 * it. The token stays where it is. `missingYen` is the seller's shortfall, which their next
 * proceeds pay; the house bears it until then. Undefined when nothing was delivered, or it was
 * undone before.
 */
export async function undoTrade(
  db: Db,
  { orderId: tradeId }: { orderId: string },
): Promise<{ missingYen: number } | undefined> {
  const trade = await trades.find(db, tradeId)
  const was = trade && (await trades.markUndone(db, tradeId))
  if (!trade || !was) return undefined
  await clearAlarms(db, tradeId, 'settling-failed')
  await noteLetter(db, tradeId, 'sale-undone')
  const proceeds = { tradeId, name: trade.name }
  await lockPayouts(db, trade.sellerId)
  if ((await withdrawProceeds(db, proceeds)).missingYen > 0) await withdrawPayouts(db, trade.sellerId)
  const { missingYen } = await withdrawProceeds(db, proceeds)
  await bookUndoing(db, { ...trade, tradeId }, { isSettled: was === 'settled' })
  return { missingYen }
}
