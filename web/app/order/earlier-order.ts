import type { OrderView } from '@kura/contract/order'

type Order = Pick<OrderView, 'orderId' | 'packId' | 'state' | 'leaseUntil' | 'tender'>

/** Whether an order still waits for its payment. */
export const isUnpaid = ({ state }: Pick<OrderView, 'state'>): boolean => state === 'reserved' || state === 'authorised'

/**
 * An order of this pack that a member should see before placing another one: one that waits for its payment, or one placed since this
 * checkout was opened (in another tab, or by a request whose answer was lost). `known` are the orders there were then. What
 * ended unpaid does not count.
 */
export function findEarlier<T extends Order>(
  orders: readonly T[],
  packId: string,
  known: ReadonlySet<string> | undefined,
): T | undefined {
  const ofPack = orders.filter((order) => order.packId === packId && order.tender !== 'grant')
  const unpaid = ofPack.find((order) => isUnpaid(order))
  if (unpaid || !known) return unpaid
  return ofPack.find(({ orderId, state }) => !known.has(orderId) && state !== 'expired')
}
