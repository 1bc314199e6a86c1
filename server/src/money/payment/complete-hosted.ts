import { AppError, ensure } from '@kura/contract/errors'
import { refusalOf } from './complete-payment.ts'
import * as payments from './queries.ts'
import type { PaymentRow } from './queries.ts'
import type { PaymentDeps } from './secure-payment.ts'
import { settlePayment } from './settle-payment.ts'

/** The payment of this name that is made at the gateway's own page. */
export async function findHosted(
  { sql }: Pick<PaymentDeps, 'sql'>,
  gatewayOrderId: string,
): Promise<PaymentRow | undefined> {
  const payment = await payments.findByGatewayOrderId(sql, gatewayOrderId)
  return payment?.method === 'hosted' ? payment : undefined
}

/**
 * Asks the gateway what its page took and writes it down; the caller has made sure whose it is. Returns when it was paid, whoever wrote it
 * down. Fails with PAYMENT_DECLINED, PAYMENT_EXPIRED, ORDER_STATE while the page waits for its buyer, or SERVICE_UNAVAILABLE while nobody knows.
 */
export async function completeHosted(deps: PaymentDeps, { id }: Pick<PaymentRow, 'id'>): Promise<void> {
  const isTold = await settlePayment(deps, id)
  const payment = await payments.find(deps.sql, id)
  ensure(payment, 'NOT_FOUND')
  const { state, orderState } = payment
  if (state === 'captured' || state === 'refunding' || state === 'refunded') return
  if (state === 'declined') throw refusalOf(payment)
  if (!isTold || state === 'unknown' || orderState === 'quarantined') throw new AppError('SERVICE_UNAVAILABLE')
  throw new AppError('ORDER_STATE')
}
