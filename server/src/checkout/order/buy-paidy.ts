import type { PaidyCheckout, TradeStarted } from '@kura/contract/checkout/order'
import { AppError, ensure } from '@kura/contract/errors'
import { includedTax } from '@kura/contract/money/tax'
import type { z } from 'zod'
import { acceptAuthorisation, claimAuthorisation, dropClaim, isUsed } from '../../money/payment/authorisation.ts'
import { intendCharge } from '../../money/payment/charge.ts'
import { completePayment } from '../../money/payment/complete-payment.ts'
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
 * Pays with the deferred payment its buyer agreed to. All facts are read from the provider. One that
 * names a reservation must match it, else it is closed there and refused. One that names no order of
 * ours buys the subject at once, if the provider names the buyer's e-mail address and the amount is
 * the price: then the reservation is made here, and a refusal closes it. Repeated or parallel calls
 * get the same result and charge once; a payment of somebody else is NOT_FOUND and changes nothing.
 */
export async function buyPaidy(
  deps: BuyDeps,
  caller: Caller,
  subject: Subject,
  { payId, field, usedPoint }: Agreed,
): Promise<z.infer<typeof TradeStarted>> {
  const { viewer } = caller
  const isOwn = ({ memberId, subjectId }: { memberId: string; subjectId: string }) =>
    memberId === viewer.memberId && subjectId === subject.key
  const accepted = await acceptAuthorisation(deps, payId, isOwn).catch(unlessNotFound)
  if (!accepted && !(await adoptAuthorisation(deps, caller, subject, { payId, usedPoint })))
    throw new AppError('NOT_FOUND', { details: [{ field, fault: 'reserve_first' }] })
  const payment = accepted ?? (await acceptAuthorisation(deps, payId, isOwn))
  const order = await find(deps.sql, payment.orderId)
  ensure(order, 'NOT_FOUND')
  ensureReserved(order, usedPoint)
  const { startedId } = await completePayment(deps, payment, { gatewayRef: payId })
  const shown = await showOwn(deps, viewer, order.id)
  followPurchase(deps, subject, { orderId: order.id, startedId, isPaid: shown.state === 'captured' })
  return { tradeId: order.id, order: shown }
}

const unlessNotFound = (error: unknown): undefined => {
  if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
}

/** The same request may succeed later: the authorisation stays until the worker closes it. */
const passing = ['SERVICE_UNAVAILABLE', 'TOO_MANY_REQUESTS', 'INTERNAL_SERVER_ERROR']

/**
 * Reserves the subject for an authorisation that no order named, and writes both down together.
 * False when it is not the buyer's. A refusal closes it.
 */
export async function adoptAuthorisation(
  deps: BuyDeps,
  caller: Caller,
  subject: Subject,
  { payId, usedPoint = 0 }: Pick<Agreed, 'payId' | 'usedPoint'>,
): Promise<boolean> {
  const agreed = await claimAuthorisation(deps, payId, caller.viewer.email)
  // a parallel request may have used it meanwhile
  if (!agreed) return isUsed(deps, payId)
  const isRepeat = () => isUsed(deps, payId)
  const options = { by: 'paidy', subject, usedPoint, seenYen: agreed.amountYen + usedPoint, isRepeat } as const
  try {
    await beginOrder(deps, caller, options, {
      alongside: (db, { orderId, chargedYen }) =>
        intendCharge(
          db,
          { orderId, amountYen: chargedYen },
          { method: 'paidy', gatewayRef: payId, foreignRef: agreed.orderRef },
        ),
    })
    return true
  } catch (error) {
    if (!(error instanceof AppError) || passing.includes(error.code)) throw error
    await dropClaim(deps, payId)
    throw error.code === 'TRADE_PRICE_CHANGED' ? new AppError('PAYMENT_DECLINED', { error: 'PAIDY_AMOUNT' }) : error
  }
}
