import type { PaidyCheckout, TradeStarted } from '@kura/contract/checkout/order'
import { AppError, ensure } from '@kura/contract/errors'
import { includedTax } from '@kura/contract/money/tax'
import type { z } from 'zod'
import { acceptAuthorisation } from '../../money/payment/authorisation.ts'
import { intendCharge } from '../../money/payment/charge.ts'
import { completePayment } from '../../money/payment/complete-payment.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { ensureReserved, followPurchase } from './purchase.ts'
import type { BuyDeps, Caller } from './purchase.ts'
import { find } from './queries.ts'
import { beginOrder, findEarlier, requestHashOf } from './reserve.ts'
import type { Subject } from './sellable.ts'
import { showOwn } from './show-orders.ts'
import { findCheckout } from './view-queries.ts'

type Sum = { usedPoint?: number | undefined; priceYen?: number | undefined }

/**
 * Reserves a subject for a deferred payment and returns the arguments that launch the provider's
 * checkout: the amount is the part not paid with points, `orderRef` is our order. The provider is
 * not called yet. Sent again under the same idempotency key it returns the same reservation.
 */
export async function enterPaidy(deps: BuyDeps, caller: Caller, subject: Subject, body: Sum): Promise<PaidyCheckout> {
  const requestHash = requestHashOf(`paidy ${subject.key}`, caller)
  const sum = { usedPoint: body.usedPoint ?? 0, seenYen: body.priceYen }
  const isRepeat = () => findEarlier(deps, requestHash, sum)
  const options = { by: 'paidy', subject, ...sum, requestHash, isRepeat } as const
  const reserved = await beginOrder(deps, caller, options, {
    alongside: (db, { orderId, chargedYen }) =>
      intendCharge(db, { orderId, amountYen: chargedYen }, { method: 'paidy' }),
  })
  const orderId = reserved?.orderId ?? (await isRepeat())?.id
  ensure(orderId, 'INTERNAL_SERVER_ERROR')
  const checkout = await findCheckout(deps.sql, orderId)
  ensure(checkout, 'PAYMENT_EXPIRED')
  const { amountYen, leaseUntil, itemId: id, name: title, isTaxed, buyer, buyerData } = checkout
  const taxYen = isTaxed ? includedTax(amountYen) : 0
  return {
    orderId,
    orderRef: orderId,
    amountYen,
    leaseUntil: leaseUntil.toISOString(),
    buyer,
    buyerData,
    item: { id, title, unitPriceYen: amountYen - taxYen, taxYen },
  }
}

type Agreed = {
  /** The provider's id of the payment, and the field of the request that it came in. */
  payId: string
  field: 'orderID' | 'paymentOrderId'
  /** As the buyer confirmed it; undefined is not compared. */
  usedPoint: number | undefined
}

/**
 * Pays a reservation with the deferred payment its buyer agreed to. All facts are read from the
 * provider; a payment that does not match the reservation is closed there and refused. Repeated or
 * parallel calls get the same result and charge once; a payment for another member's order, for
 * something else or for no reservation at all is NOT_FOUND and changes nothing; `details` say that
 * a reservation comes first.
 */
export async function buyPaidy(
  deps: BuyDeps,
  viewer: Viewer,
  subject: Subject,
  { payId, field, usedPoint }: Agreed,
): Promise<z.infer<typeof TradeStarted>> {
  const isOwn = ({ memberId, subjectId }: { memberId: string; subjectId: string }) =>
    memberId === viewer.memberId && subjectId === subject.key
  const payment = await acceptAuthorisation(deps, payId, isOwn).catch((error: unknown) => {
    const isUnknown = error instanceof AppError && error.code === 'NOT_FOUND'
    throw isUnknown ? new AppError('NOT_FOUND', { details: [{ field, fault: 'reserve_first' }] }) : error
  })
  const order = await find(deps.sql, payment.orderId)
  ensure(order, 'NOT_FOUND')
  ensureReserved(order, usedPoint)
  const { startedId } = await completePayment(deps, payment, { gatewayRef: payId })
  const shown = await showOwn(deps, viewer, order.id)
  followPurchase(deps, subject, { orderId: order.id, startedId, isPaid: shown.state === 'captured' })
  return { tradeId: order.id, order: shown }
}
