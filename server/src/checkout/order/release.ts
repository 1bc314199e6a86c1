import type { OrderView } from '@kura/contract/checkout/order'
import { fromStates, orderMoves } from '@kura/contract/states'
import type { OrderState } from '@kura/contract/states'
import type { Deps } from '../../deps.ts'
import { uncountSpending } from '../../identity/member/count-spending.ts'
import { cancelPayment } from '../../money/payment/cancel-payment.ts'
import type { PaymentDeps } from '../../money/payment/secure-payment.ts'
import { nothing, returnPoints } from '../../money/point/spend-points.ts'
import { takeBackGrants } from '../../money/point/take-back-grants.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { noteLetter } from './letters.ts'
import * as orders from './queries.ts'
import { sellables } from './sellable.ts'
import { showOwn } from './show-orders.ts'
import { chargedYen, reasonOf } from './tender.ts'

/**
 * Ends an unpaid order inside the caller's transaction: what it held is on sale again, its points back in their lots, the
 * member's counts go down. Does nothing when the order is in none of the states `from`: those of waiting for a payment, unless the
 * caller has made sure that the gateway holds nothing of one that was stopped.
 */
export async function releaseOrder(
  db: Db,
  orderId: string,
  reason: string,
  from: readonly OrderState[] = ['reserved', 'authorised'],
): Promise<boolean> {
  const order = await orders.lock(db, orderId)
  const { columns, release } = sellables.of(order.kind)
  if (columns.held !== undefined && order.heldId === null) return false
  if (!(await orders.moveTo(db, orderId, from, 'expired', reason))) return false
  // who gave it up knows
  if (reason !== 'CANCELLED') await noteLetter(db, orderId, 'failed')
  await uncountSpending(db, order.memberId, chargedYen(order), order.createdAt)
  const { purchases } = order.usedPoint > 0 ? await returnPoints(db, orderId, reasonOf('release', order.name)) : nothing
  // counters last: every buyer waits for them
  await release(db, order)
  for (const purchase of purchases) await takeBackGrants(db, purchase)
  return true
}

/**
 * Gives the member's own unpaid reservation up: the pack is on sale again, its points return. One that has ended is answered as it
 * is, so that repeating it changes nothing. Fails with NOT_FOUND, ORDER_STATE, or SERVICE_UNAVAILABLE.
 */
export async function cancelOrder(
  deps: PaymentDeps,
  viewer: Viewer,
  { params }: { params: { orderId: string } },
): Promise<OrderView> {
  const order = await showOwn(deps, viewer, params.orderId)
  if (order.state === 'expired') return order
  await cancelPayment(deps, order.orderId)
  return showOwn(deps, viewer, order.orderId)
}

/** Stops an order whose facts contradict each other: nothing more happens to it until a person has looked. */
export const quarantineOrder = async (db: Db, orderId: string, reason: string): Promise<void> => {
  await orders.moveTo(db, orderId, fromStates(orderMoves, 'quarantined'), 'quarantined', reason)
}

/**
 * Ends the time of unpaid orders whose listing the chain ended, whose seller may not sell or whose buyer may not pay any more: the worker
 * closes their payment at its gateway and gives them up. Money that comes all the same goes back. Returns how many there were.
 */
export const endLost = async ({ sql }: Pick<Deps, 'sql'>): Promise<number> => (await orders.endLost(sql)).length
