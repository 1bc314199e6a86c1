import type { OrderView } from '@kura/contract/checkout/order'
import { subjectName, subjectOf } from './subject.ts'
import type { Subject } from './subject.ts'

type Order = Pick<OrderView, 'orderId' | 'packId' | 'token' | 'state' | 'leaseUntil' | 'tender'>

/** Whether an order still waits for its payment. */
export const isUnpaid = ({ state }: Pick<OrderView, 'state'>): boolean => state === 'reserved' || state === 'authorised'

/** Whether it is no purchase any more: it ended unpaid, or its money goes back. */
const isOver = ({ state }: Pick<OrderView, 'state'>): boolean =>
  state === 'expired' || state === 'refunding' || state === 'refunded'

/**
 * The orders a checkout knows of when it opens: those that wait for nothing, for one that is unpaid now and paid in another tab must
 * be seen. After an order whose end was not shown they are those `before` it.
 */
export const knownOrders = (
  orders: readonly Pick<Order, 'orderId' | 'state'>[],
  before: readonly string[] | undefined,
): ReadonlySet<string> => new Set(before ?? orders.filter((order) => !isUnpaid(order)).map(({ orderId }) => orderId))

/**
 * An order of the same subject that a member should see before placing another one: one that waits for its payment, or a paid one that is
 * not `known` (placed or paid in another tab, or by a request whose answer was lost).
 */
export function findEarlier<T extends Order>(
  orders: readonly T[],
  subject: Subject,
  known: ReadonlySet<string>,
): T | undefined {
  const name = subjectName(subject)
  const same = orders.filter((order) => subjectName(subjectOf(order)) === name && order.tender !== 'grant')
  const unpaid = same.find((order) => isUnpaid(order))
  return unpaid ?? same.find((order) => !known.has(order.orderId) && !isOver(order))
}
