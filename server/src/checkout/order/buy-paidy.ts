import { AppError, ensure } from '@kura/contract/errors'
import type { TradeStarted } from '@kura/contract/checkout/order'
import type { z } from 'zod'
import type { Viewer } from '../../platform/http/on.ts'
import { completePayment } from '../../money/payment/complete-payment.ts'
import { acceptAuthorisation } from '../../money/payment/accept-authorisation.ts'
import type { BuyDeps } from './begin-order.ts'
import { ensureReserved } from './ensure-reserved.ts'
import { followPurchase } from './follow-purchase.ts'
import { find } from './queries.ts'
import { showOwn } from './show-own.ts'
import { keyOf } from './subject.ts'
import type { Subject } from './subject.ts'

type Agreed = {
  /** The provider's id of the payment. */
  payId: string
  /** As the buyer says it; undefined is not compared. */
  usedPoint: number | undefined
}

/**
 * Pays a reservation with the deferred payment its buyer agreed to. Everything is read from the provider; what does not fit the
 * reservation is closed there and refused. Repeated or parallel calls get the same answer and charge once; a payment for
 * another member's order, for something else or for no reservation at all is NOT_FOUND and changes nothing; `details` say that a
 * reservation comes first.
 */
export async function buyPaidy(
  deps: BuyDeps,
  viewer: Viewer,
  subject: Subject,
  { payId, usedPoint }: Agreed,
): Promise<z.infer<typeof TradeStarted>> {
  const isOwn = ({ memberId, subjectId }: { memberId: string; subjectId: string }) =>
    memberId === viewer.memberId && subjectId === keyOf(subject)
  const payment = await acceptAuthorisation(deps, payId, isOwn).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'NOT_FOUND' ? withoutReservation(subject) : error
  })
  const order = await find(deps.sql, payment.orderId)
  ensure(order, 'NOT_FOUND')
  ensureReserved(order, usedPoint)
  const { openingId } = await completePayment(deps, payment, { gatewayRef: payId })
  const shown = await showOwn(deps, viewer, order.id)
  followPurchase(deps, subject, { orderId: order.id, openingId, isPaid: shown.state === 'captured' })
  return { tradeId: order.id, order: shown }
}

/** No reservation of this member: `entry-order/paidy` or `entry-order-paidy` makes it first. */
const withoutReservation = ({ kind }: Subject): AppError =>
  new AppError('NOT_FOUND', {
    details: [{ field: kind === 'pack' ? 'orderID' : 'paymentOrderId', fault: 'reserve_first' }],
  })
