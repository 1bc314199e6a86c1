import { clearAlarms } from '../check/clear-alarms.ts'
import { raiseAlarm } from '../check/raise-alarm.ts'
import { askGateway } from './ask-gateway.ts'
import * as payments from './queries.ts'
import type { PaymentRow } from './queries.ts'
import { recordExpiry } from './record-outcome.ts'
import { securePayment } from './secure-payment.ts'
import type { PaymentDeps } from './secure-payment.ts'
import { settleRefund } from './settle-refund.ts'

const restSeconds = 10

/**
 * Brings one payment to where the gateway says it is: a capture is written down, an unpaid one whose request died or whose time
 * is over ends and its unit is on sale again, a refund goes on. Entered by the worker, by notices and by a late return; any
 * number of times and at once. False when the gateway did not say.
 */
export async function settlePayment(deps: PaymentDeps, paymentId: string): Promise<boolean> {
  const isOurs = await payments.claim(deps.sql, paymentId)
  const payment = await payments.find(deps.sql, paymentId)
  if (!payment || payment.orderState === 'quarantined') return true
  if (payment.state === 'captured' || payment.state === 'refunded') return true
  if (payment.state === 'refunding') {
    if (isOurs) await settleRefund(deps, payment)
    return true
  }
  const truth = await askGateway(deps, payment)
  if (truth.kind === 'captured' || truth.kind === 'unpaid')
    await clearAlarms(deps.sql, payment.orderId, 'gateway-silent')
  // while a request is at work on it, only a capture is news
  if (truth.kind === 'unpaid' && isOurs && payment.state !== 'declined') await goOn(deps, payment)
  if (truth.kind === 'unknown' && isOurs) await waitLonger(deps, payment)
  return truth.kind !== 'unknown'
}

/** An unpaid payment that nobody is at: ends it, or asks for the money of one that came back from 3-D Secure in time. */
async function goOn(deps: PaymentDeps, payment: PaymentRow): Promise<void> {
  const { id, state, isLeaseOver } = payment
  if (state === 'challenged' && !isLeaseOver) return
  const wasProven = payment.redirectUrl !== null && (state === 'securing' || state === 'unknown')
  if (!wasProven || isLeaseOver) return recordExpiry(deps, payment)
  if (await payments.moveTo(deps.sql, id, ['securing', 'unknown'], 'securing')) await securePayment(deps, payment)
}

/** The unit stays with the order, since it may be paid; after its time somebody should know. */
async function waitLonger(deps: PaymentDeps, payment: PaymentRow): Promise<void> {
  await payments.restFor(deps.sql, payment.id, restSeconds)
  if (!payment.isLeaseOver || payment.state === 'declined') return
  const message = `the gateway does not say what became of ${payment.gatewayOrderId}`
  await raiseAlarm(deps, { kind: 'gateway-silent', subject: payment.orderId, message })
}
