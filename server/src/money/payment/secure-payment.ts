import type { Deps } from '../../deps.ts'
import { askGateway, gatewayOf } from './gateway.ts'
import type { GatewayDeps } from './gateway.ts'
import * as payments from './queries.ts'
import type { PaymentRow } from './queries.ts'
import { recordCapture, recordDecline } from './record-outcome.ts'

export type PaymentDeps = GatewayDeps & Pick<Deps, 'sql' | 'log' | 'metrics'>
const restSeconds = 5
/** The payment was ended at its gateway, not by us. */
export const closedOutside = 'CLOSED'

/**
 * Captures a claimed payment in `securing`; returns the opening that the capture started. After a
 * lost response the trade is queried, and only an unpaid one is tried again: a trade can be
 * captured only once.
 */
export async function securePayment(deps: PaymentDeps, payment: PaymentRow): Promise<string | undefined> {
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const answer = await gatewayOf(deps, payment).complete(payment)
    if (answer.kind === 'captured') {
      const captured = await recordCapture(deps, payment, answer.proof)
      return captured?.outcome === 'paid' ? captured.startedId : undefined
    }
    if (answer.kind === 'declined') {
      await recordDecline(deps, payment, answer.error)
      return undefined
    }
    deps.log.warn({ payment: payment.id, cause: answer.cause }, 'the result of a payment is unknown')
    // one call takes up to two thirds of our claim on the row; a later claimant has asked the
    // gateway too
    if (!(await payments.renew(deps.sql, payment.id, 'securing'))) return undefined
    const truth = await askGateway(deps, payment)
    if (truth.kind === 'captured') return truth.startedId
    if (truth.kind === 'unpaid' && truth.trade?.status === 'closed') {
      await recordDecline(deps, payment, closedOutside)
      return undefined
    }
    if (truth.kind !== 'unpaid' || !(await payments.renew(deps.sql, payment.id, 'securing'))) break
  }
  if (await payments.moveTo(deps.sql, payment.id, ['securing'], 'unknown'))
    await payments.restFor(deps.sql, payment.id, restSeconds)
  return undefined
}
