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
 * Brings one payment to where the gateway says it is: a capture is written down, an unpaid one
 * whose request died or whose time is over ends and what it reserved is on sale again, a refund
 * goes on. Entered by the worker, by notices and by a late return; any number of times and at once.
 * False when the gateway did not say.
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
  if (truth.kind === 'unpaid' && isOurs && payment.state !== 'declined') await goOn(deps, payment, truth.trade)
  if (truth.kind === 'unknown' && isOurs) await waitLonger(deps, payment)
  return truth.kind !== 'unknown'
}

/**
 * An unpaid payment that nobody is at: ends it, or asks for the money of one whose buyer came back
 * in time.
 */
async function goOn(deps: PaymentDeps, payment: PaymentRow, trade: Trade | undefined): Promise<void> {
  const { id, state, isLeaseOver } = payment
  if (state === 'challenged' && !isLeaseOver) return
  if (trade?.status === 'closed') return void (await recordDecline(deps, payment, closedOutside))
  const isAgreed = payment.gateway === 'paidy' ? payment.gatewayRef !== null : payment.redirectUrl !== null
  const wasProven = isAgreed && (state === 'securing' || state === 'unknown')
  if (!wasProven || isLeaseOver) {
    // first nobody can pay any more, then what was reserved goes to others
    if (await releasePayment(deps, payment)) await recordExpiry(deps, payment)
    else await waitLonger(deps, payment)
    return
  }
  if (await payments.moveTo(deps.sql, id, ['securing', 'unknown'], 'securing')) await securePayment(deps, payment)
}

/**
 * What was reserved stays with the order, since it may be paid; after its time somebody should
 * know.
 */
async function waitLonger(deps: PaymentDeps, payment: PaymentRow): Promise<void> {
  await payments.restFor(deps.sql, payment.id, restSeconds)
  if (!payment.isLeaseOver || payment.state === 'declined') return
  const message = `the gateway does not say what became of ${payment.gatewayRef ?? payment.gatewayOrderId}`
  await raiseAlarm(deps, { kind: 'gateway-silent', subject: payment.orderId, message })
}

/**
 * Asks the gateway again about payments of the last day that were given up in doubt; money that
 * came late goes back.
 */
export async function recheckPayments(deps: PaymentDeps, limit = 100): Promise<number> {
  const ids = await listDoubtful(deps.sql, limit)
  for (const id of ids) await settlePayment(deps, id)
  return ids.length
}

/**
 * Payments that somebody must look at now: left behind by a dead request, over their time, or on
 * their way back.
 */
export const listDuePayments = (deps: Pick<Deps, 'sql'>, limit = 100): Promise<string[]> => listDue(deps.sql, limit)
