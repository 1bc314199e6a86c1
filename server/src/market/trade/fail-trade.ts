import { clearAlarms } from '../../platform/alarm/alarms.ts'
import type { Deps } from '../../deps.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { withdrawUndelivered } from '../listing/cancel-listing.ts'
import { releaseListing } from '../listing/hold-listing.ts'
import { noteLetter } from '../../checkout/order/letters.ts'
import { refundOrder } from '../../checkout/order/refund.ts'
import * as trades from './queries.ts'
import type { TradeRow } from './queries.ts'

/** Somebody wrote down meanwhile what became of the trade, or began to deliver it. */
class NotDelivering extends Error {}

/**
 * Ends a trade that is proven to be never delivered, in one transaction and once: what the buyer paid begins its way back, the listing ends
 * with it when its order is dead, and is on sale again when the order is `alive`: a buyer, or the shop, must not end what others offer. The
 * buyer is to be told, the seller where the listing is over. False when somebody else was first.
 */
export async function failTrade(
  { sql }: Pick<Deps, 'sql'>,
  { id: tradeId, listingId }: Pick<TradeRow, 'id' | 'listingId'>,
  { error, order }: { error: string; order: 'alive' | 'dead' },
): Promise<boolean> {
  const isFailed = await transaction(sql, 'trade.fail', async (db) => {
    if (!(await refundOrder(db, tradeId, 'TRADE_FAILED'))) return false
    // a delivered order can be refunded too, but not for this: nothing of it stays
    if (!(await trades.markFailed(db, tradeId, error))) throw new NotDelivering()
    const isOnSale = order === 'alive' && (await releaseListing(db, listingId))
    if (order === 'dead') await withdrawUndelivered(db, listingId)
    if (!isOnSale) await noteLetter(db, tradeId, 'sale-failed')
    await clearAlarms(db, tradeId, 'delivery-late')
    return true
  }).catch((reason: unknown) => {
    if (reason instanceof NotDelivering) return false
    throw reason
  })
  return isFailed
}
