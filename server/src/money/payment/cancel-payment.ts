import { AppError, ensure } from '@kura/contract/errors'
import { askGateway, gatewayOf } from './gateway.ts'
import * as payments from './queries.ts'
import type { PaymentRow } from './queries.ts'
import { recordCancel } from './record-outcome.ts'
import type { PaymentDeps } from './secure-payment.ts'

/**
 * Cancels the unpaid payment of an order, and the order with it. The gateway closes it first, so
 * that it can no longer be paid; a payment made meanwhile is recorded instead. Fails with
 * ORDER_STATE when it is paid or being paid, SERVICE_UNAVAILABLE when the gateway does not respond.
 */
export async function cancelPayment(deps: PaymentDeps, orderId: string): Promise<void> {
  const payment = await payments.findByOrder(deps.sql, orderId)
  ensure(payment, 'ORDER_STATE')
  const isIdle = payment.state === 'challenged' || (payment.state === 'unknown' && !payment.isWorked)
  ensure(isIdle, 'ORDER_STATE')
  const truth = await askGateway(deps, payment)
  if (truth.kind === 'unknown') throw new AppError('SERVICE_UNAVAILABLE')
  ensure(truth.kind === 'unpaid', 'ORDER_STATE')
  if (!(await releasePayment(deps, payment))) throw new AppError('SERVICE_UNAVAILABLE')
  ensure(await recordCancel(deps, payment), 'ORDER_STATE')
}

/**
 * Voids an unused authorisation at the gateway: a deferred payment is closed, a hosted page
 * rejected. False when the gateway did not respond; then it may still be paid.
 */
export async function releasePayment(deps: PaymentDeps, payment: PaymentRow): Promise<boolean> {
  const answer = await gatewayOf(deps, payment).release(payment)
  if (answer.kind !== 'done') {
    const cause = answer.kind === 'declined' ? answer.error : answer.cause
    deps.log.warn({ payment: payment.id, cause }, 'a payment could not be refunded at the gateway')
    return false
  }
  if (payment.gatewayRef !== null) await payments.markClosed(deps.sql, payment.id)
  return true
}
