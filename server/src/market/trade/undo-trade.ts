import { clearAlarms } from '../../platform/alarm/alarms.ts'
import type { Db } from '../../platform/db/connect.ts'
import { bookUndoing } from '../../money/ledger/book-trade.ts'
import { takeBackProceeds } from '../../money/ledger/credit-proceeds.ts'
import { noteLetter } from '../../checkout/order/letters.ts'
import * as trades from './queries.ts'

/**
 * Takes back what a delivered trade came to, inside the transaction that begins to give its price back: the proceeds from the seller as far as
 * they have them, fees and royalty. The token stays where it is. `missingYen` is what the seller did not have any more: the house bears it
 * until a person has settled it. Undefined when nothing was delivered, or it was undone before.
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
  const { missingYen } = await takeBackProceeds(db, { tradeId, name: trade.name })
  await bookUndoing(db, { ...trade, tradeId }, { isSettled: was === 'settled' })
  return { missingYen }
}
