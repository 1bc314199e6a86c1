import type { OrderView } from '@kura/contract/checkout/order'
import { fromStates, orderMoves } from '@kura/contract/states'
import type { OrderState } from '@kura/contract/states'
import type { Deps } from '../../deps.ts'
import { uncountSpending } from '../../identity/member/count-spending.ts'
import { cancelPayment } from '../../money/payment/cancel-payment.ts'
import type { PaymentDeps } from '../../money/payment/secure-payment.ts'
import { nothing, returnPoints } from '../../money/point/spend-points.ts'
import { withdrawGrants } from '../../money/point/withdraw-grants.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { noteLetter } from './letters.ts'
import * as orders from './queries.ts'
import { sellables } from './sellable.ts'
import { showOwn } from './show-orders.ts'
import { chargedYen, reasonOf } from './tender.ts'

/**
 * Ends an unpaid order inside the caller's transaction: its subject goes back on sale, its points
 * to their lots, and the member's counts go down. Does nothing unless the order is in a state of
 * `from`: the states before payment, or others when the caller has made sure that the gateway holds
 * no money of a stopped order.
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
  // a member who cancelled needs no letter
  if (reason !== 'CANCELLED') await noteLetter(db, orderId, 'failed')
  await uncountSpending(db, order.memberId, chargedYen(order), order.createdAt)
  const { purchases } = order.usedPoint > 0 ? await returnPoints(db, orderId, reasonOf('release', order.name)) : nothing
  // counters last: all buyers contend for them
  await release(db, order)
  for (const purchase of purchases) await withdrawGrants(db, purchase)
  return true
}

/**
 * Cancels the member's own unpaid order: its subject goes back on sale, its points return. Returns
 * an ended order as it is, so it is idempotent. Fails with NOT_FOUND, ORDER_STATE, or
 * SERVICE_UNAVAILABLE.
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

/** Stops an order whose facts contradict each other: it stays so until a person decides. */
export const quarantineOrder = async (db: Db, orderId: string, reason: string): Promise<void> => {
  await orders.moveTo(db, orderId, fromStates(orderMoves, 'quarantined'), 'quarantined', reason)
}

/**
 * Ends the lease of unpaid orders whose listing the chain ended, whose seller may no longer sell or
 * whose buyer may no longer pay: the worker closes their payments at the gateway and expires them.
 * Late money is refunded. Returns how many there were.
 */
export const endLost = async ({ sql }: Pick<Deps, 'sql'>): Promise<number> => (await orders.endLost(sql)).length
