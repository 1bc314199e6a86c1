import { gatewayOf } from './gateway-of.ts'
import * as payments from './queries.ts'
import type { PaymentRow } from './queries.ts'
import type { PaymentDeps } from './secure-payment.ts'

/**
 * Gives back what the buyer agreed to at the gateway and we do not use: a deferred payment is closed, a hosted page rejected.
 * False when the gateway did not say; then it may still be paid.
 */
export async function releasePayment(deps: PaymentDeps, payment: PaymentRow): Promise<boolean> {
  const answer = await gatewayOf(deps, payment).release(payment)
  if (answer.kind !== 'done') {
    const cause = answer.kind === 'declined' ? answer.error : answer.cause
    deps.log.warn({ payment: payment.id, cause }, 'a payment could not be given back at the gateway')
    return false
  }
  if (payment.gatewayRef !== null) await payments.markClosed(deps.sql, payment.id)
  return true
}
