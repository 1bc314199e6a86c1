import { AppError, ensure } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import { resultUnknown } from './charge.ts'
import { refusalOf } from './complete-payment.ts'
import { payable } from './payable.ts'
import * as payments from './queries.ts'
import type { PaymentRow } from './queries.ts'
import { recordDecline } from './record-outcome.ts'
import type { PaymentDeps } from './secure-payment.ts'
import { settlePayment } from './settle-payment.ts'

type Hosted = { orderId: string; language: 'ja' | 'en'; shopName: string }
/** `paymentOrderId` is the gateway's id of the payment. */
type HostedCharge = { paymentId: string; paymentOrderId: string; paymentUrl: string }

/**
 * Opens the gateway's own page for an order whose intent (`method: 'hosted'`) is committed, and
 * returns its address. The buyer pays there and comes back to where the intent says, with
 * `paymentOrderId` in the query; `settlePayment` then asks for the outcome, on return or after a
 * notice. A repeat returns the same page. Fails with PAYMENT_DECLINED, PAYMENT_EXPIRED,
 * ORDER_STATE, or SERVICE_UNAVAILABLE.
 */
export async function startHostedCharge(
  deps: PaymentDeps,
  { orderId, language, shopName }: Hosted,
): Promise<HostedCharge> {
  const payment = await payments.findByOrder(deps.sql, orderId)
  ensure(payment?.method === 'hosted', 'ORDER_STATE')
  const { id, gatewayOrderId, amountYen } = payment
  const answerOf = (paymentUrl: string) => ({ paymentId: id, paymentOrderId: gatewayOrderId, paymentUrl })
  if (payment.state === 'challenged' && payment.redirectUrl !== null) return answerOf(payment.redirectUrl)
  if (payment.state === 'declined') throw refusalOf(payment)
  ensure(await payments.moveTo(deps.sql, id, ['entering'], 'executing'), 'ORDER_STATE')
  const returnUrl = backTo(payment.retUrl ?? '', gatewayOrderId)
  const page = { gatewayOrderId, amountYen, language, returnUrl, shopName, until: pageEnd() }
  // opening a page moves no money: a lost response is simply retried
  let answer = await deps.card.openPage(page)
  if (answer.kind === 'unknown') answer = await deps.card.openPage(page)
  if (answer.kind !== 'opened') {
    const error = answer.kind === 'declined' ? answer.error : resultUnknown
    await deps.card.release(payment)
    await recordDecline(deps, payment, error)
    throw new AppError('PAYMENT_DECLINED', { error })
  }
  const isKept = await payments.moveTo(deps.sql, id, ['executing'], 'challenged', { redirectUrl: answer.url })
  if (!isKept) throw new AppError('PAYMENT_EXPIRED')
  await payable.call.continueOrder(deps.sql, orderId)
  return answerOf(answer.url)
}

function backTo(retUrl: string, paymentOrderId: string): string {
  const url = new URL(retUrl)
  url.searchParams.set('paymentOrderId', paymentOrderId)
  return url.href
}

/**
 * A page lives as long as its order at most; the gateway counts whole minutes on the clock of
 * Japan.
 */
const pageEnd = (): string =>
  new Date(Date.now() + 9 * 3_600_000 + limits.orderLeaseMostMinutes * 60_000)
    .toISOString()
    .replace(/\D/g, '')
    .slice(0, 12)

/** The payment of this name that is made at the gateway's own page. */
export async function findHosted(
  { sql }: Pick<PaymentDeps, 'sql'>,
  gatewayOrderId: string,
): Promise<PaymentRow | undefined> {
  const payment = await payments.findByGatewayOrderId(sql, gatewayOrderId)
  return payment?.method === 'hosted' ? payment : undefined
}

/**
 * Asks the gateway what its page took and writes it down; the caller has made sure whose it is.
 * Returns when it was paid, by whichever worker recorded it. Fails with PAYMENT_DECLINED,
 * PAYMENT_EXPIRED, ORDER_STATE while the page waits for its buyer, or SERVICE_UNAVAILABLE while the
 * outcome is unknown.
 */
export async function completeHosted(deps: PaymentDeps, { id }: Pick<PaymentRow, 'id'>): Promise<void> {
  const isSettled = await settlePayment(deps, id)
  const payment = await payments.find(deps.sql, id)
  ensure(payment, 'NOT_FOUND')
  const { state, orderState } = payment
  if (state === 'captured' || state === 'refunding' || state === 'refunded') return
  if (state === 'declined') throw refusalOf(payment)
  if (!isSettled || state === 'unknown' || orderState === 'quarantined') throw new AppError('SERVICE_UNAVAILABLE')
  throw new AppError('ORDER_STATE')
}
