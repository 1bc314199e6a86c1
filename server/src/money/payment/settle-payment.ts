import type { Deps } from '../../deps.ts'
import { clearAlarms, raiseAlarm } from '../../platform/alarm/alarms.ts'
import type { Trade } from '../../platform/gateways/payment-gateway.ts'
import { releasePayment } from './cancel-payment.ts'
import { askGateway } from './gateway.ts'
import * as payments from './queries.ts'
import { listDoubtful, listDue } from './queries.ts'
import type { PaymentRow } from './queries.ts'
import { recordDecline, recordExpiry } from './record-outcome.ts'
import { settleRefund } from './refund-payment.ts'
import { closedOutside, securePayment } from './secure-payment.ts'
import type { PaymentDeps } from './secure-payment.ts'

const restSeconds = 10

/**
 * Brings one payment to its state at the gateway: records a capture, ends an expired or abandoned
 * one and releases its reservation, continues a refund. Called by the worker, by notices and on a
 * late return; safe to repeat and to run in parallel. False when the gateway did not respond.
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
  // while a request works on it, only a capture matters
  if (truth.kind === 'unpaid' && isOurs && payment.state !== 'declined') await goOn(deps, payment, truth.trade)
  if (truth.kind === 'unknown' && isOurs) await waitLonger(deps, payment)
  return truth.kind !== 'unknown'
}

/**
 * Ends an unpaid payment that no request works on, or captures it if its buyer returned in time.
 */
async function goOn(deps: PaymentDeps, payment: PaymentRow, trade: Trade | undefined): Promise<void> {
  const { id, state, isLeaseOver } = payment
  if (state === 'challenged' && !isLeaseOver) return
  if (trade?.status === 'closed') return void (await recordDecline(deps, payment, closedOutside))
  const isAgreed = payment.gateway === 'paidy' ? payment.gatewayRef !== null : payment.redirectUrl !== null
  const wasProven = isAgreed && (state === 'securing' || state === 'unknown')
  if (!wasProven || isLeaseOver) {
    // closed at the gateway first, then released to others
    if (await releasePayment(deps, payment)) await recordExpiry(deps, payment)
    else await waitLonger(deps, payment)
    return
  }
  if (await payments.moveTo(deps.sql, id, ['securing', 'unknown'], 'securing')) await securePayment(deps, payment)
}

/**
 * The reservation stays with the order, since it may be paid; after its time an alarm is raised.
 */
async function waitLonger(deps: PaymentDeps, payment: PaymentRow): Promise<void> {
  await payments.restFor(deps.sql, payment.id, restSeconds)
  if (!payment.isLeaseOver || payment.state === 'declined') return
  const message = `the gateway does not report the outcome of ${payment.gatewayRef ?? payment.gatewayOrderId}`
  await raiseAlarm(deps, { kind: 'gateway-silent', subject: payment.orderId, message })
}

/**
 * Asks the gateway again about payments of the last day that ended in doubt; late money is
 * refunded.
 */
export async function recheckPayments(deps: PaymentDeps, limit = 100): Promise<number> {
  const ids = await listDoubtful(deps.sql, limit)
  for (const id of ids) await settlePayment(deps, id)
  return ids.length
}

/** Payments that are due: left by a dead request, expired, or being refunded. */
export const listDuePayments = (deps: Pick<Deps, 'sql'>, limit = 100): Promise<string[]> => listDue(deps.sql, limit)
