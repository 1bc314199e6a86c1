import type { TradeStarted } from '@kura/contract/checkout/order'
import { ensure } from '@kura/contract/errors'
import type { PaymentPage } from '@kura/contract/market/trade'
import type { z } from 'zod'
import { intendCharge } from '../../money/payment/charge.ts'
import { completeHosted, findHosted, startHostedCharge } from '../../money/payment/hosted.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { returnTo } from './buy-card.ts'
import { ensureReserved, followPurchase } from './purchase.ts'
import type { BuyDeps, Caller } from './purchase.ts'
import { find } from './queries.ts'
import { beginOrder, findEarlier, requestHashOf } from './reserve.ts'
import type { Subject } from './sellable.ts'
import { showOwn } from './show-orders.ts'

const shopName = 'Kura 蔵'

type PageOptions = {
  lang: 'ja' | 'en'
  returnUrl: string
  usedPoint?: number | undefined
  priceYen?: number | undefined
}

/**
 * Reserves a subject and opens the card gateway's own page for the part not paid with points. The
 * page redirects to `returnUrl` on this site with `paymentOrderId` in its query. Sent again under
 * the same idempotency key it returns the same page.
 */
export async function openPaymentPage(
  deps: BuyDeps,
  caller: Caller,
  subject: Subject,
  { lang, returnUrl, usedPoint = 0, priceYen: seenYen }: PageOptions,
): Promise<z.infer<typeof PaymentPage>> {
  const requestHash = requestHashOf(`hosted ${subject.key}`, caller)
  const sum = { usedPoint, seenYen }
  const isRepeat = () => findEarlier(deps, requestHash, sum)
  const retUrl = returnTo(deps, returnUrl)
  const options = { by: 'card', subject, ...sum, requestHash, isRepeat } as const
  const reserved = await beginOrder(deps, caller, options, {
    alongside: (db, { orderId, chargedYen }) =>
      intendCharge(db, { orderId, amountYen: chargedYen }, { method: 'hosted', retUrl }),
  })
  const orderId = reserved?.orderId ?? (await isRepeat())?.id
  ensure(orderId, 'INTERNAL_SERVER_ERROR')
  const { paymentUrl, paymentOrderId } = await startHostedCharge(deps, { orderId, language: lang, shopName })
  return { orderId, paymentOrderId, paymentUrl }
}

type Back = {
  paymentOrderId: string
  /** The points reserved. */
  usedPoint: number
}

/**
 * Reads what the buyer paid on the gateway's page and settles the order by it. Repeated or parallel
 * calls get the same result; another member's payment or one of another subject is NOT_FOUND and
 * changes nothing. ORDER_STATE while nothing is paid.
 */
export async function buyHosted(
  deps: BuyDeps,
  viewer: Viewer,
  subject: Subject,
  { paymentOrderId, usedPoint }: Back,
): Promise<z.infer<typeof TradeStarted>> {
  const payment = await findHosted(deps, paymentOrderId)
  ensure(payment?.memberId === viewer.memberId && payment.subjectId === subject.key, 'NOT_FOUND')
  const order = await find(deps.sql, payment.orderId)
  ensure(order, 'NOT_FOUND')
  ensureReserved(order, usedPoint)
  await completeHosted(deps, payment)
  const shown = await showOwn(deps, viewer, order.id)
  followPurchase(deps, subject, { orderId: order.id, startedId: undefined, isPaid: shown.state === 'captured' })
  return { tradeId: order.id, order: shown }
}
