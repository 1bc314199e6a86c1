import { AppError, ensure } from '@kura/contract/errors'
import { askGateway } from './ask-gateway.ts'
import * as payments from './queries.ts'
import { recordCancel } from './record-outcome.ts'
import { releasePayment } from './release-payment.ts'
import type { PaymentDeps } from './secure-payment.ts'

/**
 * Gives the unpaid payment of an order up, and the order with it. The gateway is asked first, and nobody can pay there afterwards;
 * what was paid meanwhile is written down instead. Fails with ORDER_STATE when it is paid or being paid, SERVICE_UNAVAILABLE when the
 * gateway does not say.
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
