import * as payments from './queries.ts'
import type { PaymentDeps } from './secure-payment.ts'
import { settlePayment } from './settle-payment.ts'

/** Works off waiting notices: the payment each one names is settled by what the gateway says when asked. */
export async function handleNotices(deps: PaymentDeps, limit = 50): Promise<number> {
  const groups = await payments.claimNotices(deps.sql, limit)
  for (const { gatewayOrderId, ids } of groups) {
    const payment = gatewayOrderId === null ? undefined : await payments.findByGatewayOrderId(deps.sql, gatewayOrderId)
    // kept while the gateway does not answer: it may be the only word of a payment that was given up
    if (payment && !(await settlePayment(deps, payment.id))) continue
    await payments.markHandled(deps.sql, ids)
  }
  return groups.length
}
