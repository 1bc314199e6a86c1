import { ensure } from '@kura/contract/errors'
import type { OrderView } from '@kura/contract/order'
import type { Viewer } from '../http/on.ts'
import { startSoon } from '../opening/start-soon.ts'
import { completePayment } from '../payment/complete-payment.ts'
import type { BuyDeps } from './enter-order.ts'
import { findOwn } from './view-queries.ts'

type BuyOrder = { params: { packId: string }; body: { accessID: string } }

/**
 * Completes the payment of the member's own order after 3-D Secure. Repeated or parallel calls get the same answer and charge
 * once; an AccessID that is not of this member's order of this pack is NOT_FOUND and changes nothing.
 */
export async function buyOrder(deps: BuyDeps, viewer: Viewer, { params, body }: BuyOrder): Promise<OrderView> {
  const asked = { accessId: body.accessID, memberId: viewer.memberId, packId: params.packId }
  const { orderId, openingId } = await completePayment(deps, asked)
  if (openingId !== undefined) startSoon(deps, openingId)
  const order = await findOwn(deps.sql, orderId, viewer.memberId)
  ensure(order, 'NOT_FOUND')
  return order
}
