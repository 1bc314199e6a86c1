import { raiseAlarm } from '../../platform/alarm/alarms.ts'
import { limits } from '@kura/contract/limits'
import type { PaidyFound } from '../../platform/gateways/payment-gateway.ts'
import { findMeant } from './accept-authorisation.ts'
import * as payments from './queries.ts'
import type { PaymentRow } from './queries.ts'
import type { PaymentDeps } from './secure-payment.ts'
import { settlePayment } from './settle-payment.ts'

const used: readonly string[] = ['captured', 'refunding', 'refunded']

/**
 * Looks after one authorisation at the provider: what is used is settled, what waits for its buyer is let wait for as long as its
 * reservation, and twenty minutes at most, everything else is closed. True when nothing is left to be done.
 */
export async function settleAuthorisation(deps: PaymentDeps, payId: string): Promise<boolean> {
  const known = await payments.findByGatewayRef(deps.sql, payId)
  if (known && !(await settlePayment(deps, known.id))) return false
  // nothing that the provider says of it changes anything any more: a repeat costs no question
  if (known && used.includes(known.state)) return true
  const found = await deps.paidy.read(payId)
  if (found.kind === 'unknown') return false
  if (found.kind === 'absent') return true
  // read after the provider answered: what it says is not newer than our row
  const payment = (await payments.findByGatewayRef(deps.sql, payId)) ?? (await findMeant(deps, found))
  if (!payment) return true
  const isOurs = payment.gatewayRef === payId
  if (found.trade.status === 'captured' && !(isOurs && used.includes(payment.state))) {
    if (isOurs) return false
    await raiseStray(deps, payment, found)
    return true
  }
  if (found.trade.status !== 'authorised') return true
  if (isOurs && (used.includes(payment.state) || payment.state === 'securing' || payment.state === 'unknown'))
    return false
  const isAwaited = payment.state === 'challenged' && payment.gatewayRef === null && !payment.isLeaseOver
  if (isAwaited && !(await payments.isOlder(deps.sql, payment.id, found.authorisedAt, limits.paidyOpenMinutes)))
    return false
  const answer = await deps.paidy.close(payId)
  if (answer.kind !== 'done') return false
  if (isOurs) await payments.markClosed(deps.sql, payment.id)
  deps.log.info({ payment: payment.id }, 'an authorisation that was not used was closed')
  return true
}

const raiseStray = (deps: PaymentDeps, payment: PaymentRow, { trade }: PaidyFound): Promise<void> =>
  raiseAlarm(deps, {
    kind: 'gateway-contradicts',
    subject: payment.orderId,
    message: `the provider took ${trade.amountYen} yen by ${trade.ref}, which is not the payment of the order`,
  })
