import { ensure } from '@kura/contract/errors'
import type { PaidyCheckout } from '@kura/contract/checkout/order'
import { includedTax } from '@kura/contract/money/tax'
import { intendCharge } from '../../money/payment/start-charge.ts'
import { beginOrder, findEarlier, requestHashOf } from './begin-order.ts'
import type { BuyDeps, Caller } from './begin-order.ts'
import { findCheckout } from './checkout-queries.ts'
import { keyOf } from './subject.ts'
import type { Subject } from './subject.ts'

type Sum = { usedPoint?: number | undefined; priceYen?: number | undefined }

/**
 * Reserves one pack or one listed token for a deferred payment and answers what the provider's checkout is launched with: the amount is what
 * points do not pay, `orderRef` is our order. Nothing is asked of the provider yet. Sent again under the same idempotency key it answers
 * the same reservation.
 */
export async function enterPaidy(deps: BuyDeps, caller: Caller, subject: Subject, body: Sum): Promise<PaidyCheckout> {
  const requestHash = requestHashOf(`paidy ${keyOf(subject)}`, caller)
  const sum = { usedPoint: body.usedPoint ?? 0, seenYen: body.priceYen }
  const isRepeat = () => findEarlier(deps, requestHash, sum)
  const wish = { by: 'paidy', subject, ...sum, requestHash, isRepeat } as const
  const reserved = await beginOrder(deps, caller, wish, {
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
