import * as payments from './queries.ts'
import { claimNotices, markHandled } from './notice-queries.ts'
import type { PaymentDeps } from './secure-payment.ts'
import { settleAuthorisation } from './settle-authorisation.ts'
import { settlePayment } from './settle-payment.ts'

/** Works off waiting notices: the payment each one names is settled by what its gateway says when asked. */
export async function handleNotices(deps: PaymentDeps, limit = 50): Promise<number> {
  const groups = await claimNotices(deps.sql, limit)
  for (const { gateway, ref, ids } of groups) {
    const settle = gateway === 'paidy' ? settleAuthorisation : settleTrade
    // kept while the gateway does not answer: it may be the only word of a payment that was given up
    if (ref === null || (await settle(deps, ref))) await markHandled(deps.sql, ids)
  }
  return groups.length
}

async function settleTrade(deps: PaymentDeps, gatewayOrderId: string): Promise<boolean> {
  const payment = await payments.findByGatewayOrderId(deps.sql, gatewayOrderId)
  return payment ? settlePayment(deps, payment.id) : true
}
