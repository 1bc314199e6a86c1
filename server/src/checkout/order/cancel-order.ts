import type { OrderView } from '@kura/contract/checkout/order'
import type { Viewer } from '../../platform/http/on.ts'
import { cancelPayment } from '../../money/payment/cancel-payment.ts'
import type { PaymentDeps } from '../../money/payment/secure-payment.ts'
import { showOwn } from './show-own.ts'

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
