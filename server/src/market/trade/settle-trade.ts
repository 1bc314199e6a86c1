import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '@kura/contract/limits'
import { findDelivery, findProspect, settleFulfil, withdrawFulfil } from '../../chain/agent/fulfil-order.ts'
import type { ChainTransactionRow } from '../../chain/agent/transaction-queries.ts'
import { deliverOrder } from '../../checkout/order/capture.ts'
import { noteLetter } from '../../checkout/order/letters.ts'
import { refundOrder } from '../../checkout/order/refund.ts'
import type { Deps } from '../../deps.ts'
import { bookDelivery } from '../../money/ledger/book-trade.ts'
import { holdProceeds } from '../../money/ledger/credit-proceeds.ts'
import { clearAlarms, raiseAlarm } from '../../platform/alarm/alarms.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { ChainDeps } from '../../platform/flow/chain-config.ts'
import { releaseListing, sellListing } from '../listing/buy-listing.ts'
import { withdrawUndelivered } from '../listing/cancel-listing.ts'
import * as trades from './queries.ts'
import type { TradeRow } from './queries.ts'
import { intendFulfilment, paymentRefOf } from './start-trade.ts'

export type TradeDeps = ChainDeps & Pick<Deps, 'sql' | 'log' | 'metrics'>
const otherWallet = 'the listing was for another wallet than the buyer has now'
/** Seconds until a trade's next step: while in transit, while waiting, after a failure. */
const restSeconds = { onItsWay: 1, waiting: 5, failed: 10 }

/**
 * Takes one step of a trade: sends its delivery, asks the chain, seals it. A temporary refusal
 * (sales paused, the day's caps, no vault) is waited out until the trade expires. A trade that can
 * never be delivered is refunded once its transaction is proven dead, also when the target of a
 * listing has another wallet. False when no step is due.
 */
export async function settleTrade(deps: TradeDeps, id: string): Promise<boolean> {
  if (!(await trades.claim(deps.sql, id))) return false
  const trade = await trades.find(deps.sql, id)
  if (!trade) return false
  const restsFor = await takeStep(deps, trade)
  if (restsFor !== undefined) await trades.restFor(deps.sql, id, restsFor)
  return true
}

/**
 * Seals every delivery that the index saw and that is not sealed here yet. Returns how many it
 * read.
 */
export async function sealSeen(deps: Pick<TradeDeps, 'sql' | 'log' | 'metrics'>): Promise<number> {
  const ids = await trades.listSeen(deps.sql, 100)
  for (const id of ids) {
    const trade = await trades.find(deps.sql, id)
    if (trade) await sealIfSeen(deps, trade)
  }
  return ids.length
}

async function sealIfSeen(deps: Pick<TradeDeps, 'sql' | 'log' | 'metrics'>, trade: TradeRow): Promise<boolean> {
  const txId = await findDelivery(deps, { orderHash: trade.orderHash, paymentRef: paymentRefOf(trade.id) })
  if (txId === undefined) return false
  await sealTrade(deps, trade, txId)
  return true
}

async function takeStep(deps: TradeDeps, trade: TradeRow): Promise<number | undefined> {
  if (await sealIfSeen(deps, trade)) return undefined
  const row = trade.transactionId === null ? undefined : await settleFulfil(deps, trade.transactionId)
  if (!row) return start(deps, trade)
  if (trade.isSlow) await raiseLate(deps, trade)
  if (row === 'silent') return restSeconds.waiting
  if (row.state === 'sealed') {
    // sealed without an id of its own when the events reported the delivery: they name the
    // transaction
    if (row.txId === null && (await sealIfSeen(deps, trade))) return undefined
    await sealTrade(deps, trade, row.txId)
    return undefined
  }
  if (row.state === 'failed') return afterFailure(deps, trade, row)
  if (row.txId) await trades.keepTxId(deps.sql, trade.id, row.txId)
  if (row.state !== 'intended') return restSeconds.onItsWay
  const isWithdrawn =
    trade.isLate && (await transaction(deps.sql, (db) => withdrawFulfil(db, row.id, 'its time was over')))
  if (isWithdrawn) return afterFailure(deps, trade, { ...row, error: 'its time was over' })
  return restSeconds.waiting
}

/**
 * Starts a delivery that could not start: the buyer had no vault or changed it, or the chain was
 * discarded. None is open.
 */
async function start(deps: TradeDeps, trade: TradeRow): Promise<number | undefined> {
  if ((await transaction(deps.sql, (db) => intendFulfilment(db, trade.id))) !== undefined) return 0
  if (trade.isMisdirected) return giveUp(deps, trade, { error: otherWallet, order: 'alive' })
  if (trade.isSlow) await raiseLate(deps, trade)
  return trade.isLate
    ? giveUp(deps, trade, { error: 'the buyer had no vault to deliver to', order: 'alive' })
    : restSeconds.waiting
}

// The chain transaction is `failed`: it is proven dead, and nothing before it delivered the order.
async function afterFailure(deps: TradeDeps, trade: TradeRow, row: ChainTransactionRow): Promise<number | undefined> {
  const error = row.error ?? 'failed'
  const { sellerAddress: seller, buyerAddress: buyer, listingId: orderId, orderHash } = trade
  if (buyer === null) throw new Error(`trade ${trade.id} has a transaction and no address`)
  const paymentRef = paymentRefOf(trade.id)
  const prospect = await findProspect(deps, { seller, buyer, orderId, orderHash, paymentRef }, row)
  if (!prospect) return restSeconds.onItsWay
  // a cause on the buyer's side needs no operator either
  if (prospect.kind !== 'dead' && trade.isMisdirected)
    return giveUp(deps, trade, { error: otherWallet, order: 'alive' })
  if (prospect.kind === 'dead' || trade.isLate) {
    // a cause on the seller's side needs no operator; a refusal that persists, or has no cause,
    // does
    if (prospect.kind !== 'dead') await raiseFailed(deps, trade, prospect.kind === 'waits' ? prospect.why : error)
    const order = prospect.kind === 'dead' ? 'dead' : 'alive'
    return giveUp(deps, trade, { error: prospect.kind === 'open' ? error : prospect.why, order })
  }
  if (prospect.kind === 'open' && trade.tries >= limits.tradeTriesMost) {
    await raiseFailed(deps, trade, error)
    return giveUp(deps, trade, { error, order: 'alive' })
  }
  await transaction(deps.sql, (db) => intendFulfilment(db, trade.id))
  return prospect.kind === 'open' ? restSeconds.failed : restSeconds.waiting
}

async function giveUp(
  deps: TradeDeps,
  trade: TradeRow,
  why: { error: string; order: 'alive' | 'dead' },
): Promise<number | undefined> {
  const isFailed = await failTrade(deps, trade, why)
  if (isFailed) deps.log.warn({ trade: trade.id, ...why }, 'a delivery failed for good, the price goes back')
  return isFailed ? undefined : restSeconds.waiting
}

const raiseLate = (deps: TradeDeps, { id, name }: TradeRow): Promise<void> =>
  raiseAlarm(deps, { kind: 'delivery-late', subject: id, message: `${name.en} is paid and not delivered yet` })

const raiseFailed = (deps: TradeDeps, { id, name }: TradeRow, why: string): Promise<void> =>
  raiseAlarm(deps, { kind: 'delivery-failed', subject: id, message: `${name.en} was paid and not delivered: ${why}` })

/** The trade was sealed or failed meanwhile, or its delivery began. */
class NotDelivering extends Error {}

/**
 * Ends a trade that will provably never be delivered, once, in one transaction: the refund begins,
 * and the listing is withdrawn if its order is dead, or opens again if it is `alive`, since neither
 * a buyer nor the shop may end another member's listing. Letters go to the buyer, and to the seller
 * if the listing has ended. False when another worker did it.
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

type SealDeps = Pick<Deps, 'sql' | 'log' | 'metrics'>

/**
 * Seals a trade that the chain delivered, once, in one transaction, even when several workers find
 * it: the order is delivered, the listing sold, the price becomes fees, royalty and the seller's
 * proceeds, which rest until they clear, and letters go to both members. `txId` is the transaction
 * that did it. True for the worker that sealed it.
 */
export async function sealTrade(deps: SealDeps, trade: TradeRow, txId: string | null): Promise<boolean> {
  // the order's row before the others
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

/**
 * The order is refunded although the chain delivered: impossible while the network keeps its own
 * rules.
 */
const raiseContradiction = (deps: SealDeps, { id, name }: TradeRow, state: string): Promise<void> =>
  raiseAlarm(deps, {
    kind: 'delivered-and-refunded',
    subject: id,
    message: `the chain delivered ${name.en}, the order is ${state}`,
  })

const steps = 8

/**
 * Starts the delivery of a trade right after the response and follows it for some seconds; the
 * worker continues from any point.
 */
export const deliverSoon = (deps: TradeDeps & Pick<Deps, 'background'>, tradeId: string): void =>
  deps.background.run('trade', async () => {
    for (let step = 0; step < steps; step += 1) {
      await settleTrade(deps, tradeId)
      if ((await trades.find(deps.sql, tradeId))?.state !== 'delivering') return
      await sleep(step < 2 ? 150 : 600)
    }
  })

/** Trades that are due for a worker. */
export const listDueTrades = (deps: Pick<Deps, 'sql'>, limit = 100): Promise<string[]> =>
  trades.listDue(deps.sql, limit)
