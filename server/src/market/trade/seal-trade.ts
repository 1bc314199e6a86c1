import { clearAlarms, raiseAlarm } from '../../platform/alarm/alarms.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { bookDelivery } from '../../money/ledger/book-trade.ts'
import { holdProceeds } from '../../money/ledger/credit-proceeds.ts'
import { sellListing } from '../listing/sell-listing.ts'
import { deliverOrder } from '../../checkout/order/capture.ts'
import { noteLetter } from '../../checkout/order/letters.ts'
import * as trades from './queries.ts'
import type { TradeRow } from './queries.ts'

type SealDeps = Pick<Deps, 'sql' | 'log' | 'metrics'>

/**
 * Writes down that the chain delivered a trade, in one transaction and once, whoever found out and however many at the same time: the order is
 * delivered, the listing sold, the price becomes fees, royalty and the seller's proceeds, which rest until they clear, and both members
 * are to be told. `txId` is the transaction that did it. True for whoever wrote it.
 */
export async function sealTrade(deps: SealDeps, trade: TradeRow, txId: string | null): Promise<boolean> {
  // the order's row first, as everywhere
  const was = await transaction(deps.sql, 'trade.seal', (db) =>
    deliverOrder(db, trade.id, () => bookSeal(db, trade, txId)),
  )
  if (was !== 'captured' && was !== 'delivered') await raiseContradiction(deps, trade, was)
  return was === 'captured'
}

async function bookSeal(db: Db, trade: TradeRow, txId: string | null): Promise<void> {
  const { id: tradeId, listingId, sellerId: memberId, proceedsYen: amountYen, name } = trade
  if (!(await trades.markDelivered(db, tradeId, txId))) throw new Error(`trade ${tradeId} is not being delivered`)
  await sellListing(db, listingId)
  await noteLetter(db, tradeId, 'sold')
  await clearAlarms(db, tradeId)
  // the seller's account, then those of the house
  await holdProceeds(db, { tradeId, memberId, amountYen, name })
  await bookDelivery(db, { ...trade, tradeId })
}

/** The order goes or went back although the chain delivered: cannot happen as long as the network keeps its own rules. */
const raiseContradiction = (deps: SealDeps, { id, name }: TradeRow, state: string): Promise<void> =>
  raiseAlarm(deps, {
    kind: 'delivered-and-refunded',
    subject: id,
    message: `the chain delivered ${name.en}, the order is ${state}`,
  })
