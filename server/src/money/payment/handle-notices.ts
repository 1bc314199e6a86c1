import { limits } from '@kura/contract/limits'
import * as payments from './queries.ts'
import { claimNotice, markHandled } from './notice-queries.ts'
import type { GatewayName } from './notice-queries.ts'
import type { PaymentDeps } from './secure-payment.ts'
import { settleAuthorisation } from './settle-authorisation.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Works off the notices of one gateway, a few side by side: each payment they name is settled by what the gateway says when asked.
 * Answers how many were looked at, which is `most` at most.
 */
export async function handleNotices(deps: PaymentDeps, gateway: GatewayName, most = 50): Promise<number> {
  const settle = gateway === 'paidy' ? settleAuthorisation : settleTrade
  let taken = 0
  const workOff = async (): Promise<void> => {
    while (taken < most) {
      taken += 1
      const notice = await claimNotice(deps.sql, gateway)
      if (!notice) {
        taken -= 1
        return
      }
      try {
        // kept while the gateway does not answer: it may be the only word of a payment that was given up
        if (await settle(deps, notice.ref)) await markHandled(deps.sql, notice)
      } catch (error) {
        // it comes again after its lease, and the others do not wait for it
        deps.log.error({ err: error, gateway, ref: notice.ref }, 'a notice could not be worked off')
      }
    }
  }
  await Promise.all(Array.from({ length: limits.noticesAtOnce }, workOff))
  return taken
}

async function settleTrade(deps: PaymentDeps, gatewayOrderId: string): Promise<boolean> {
  const payment = await payments.findByGatewayOrderId(deps.sql, gatewayOrderId)
  return payment ? settlePayment(deps, payment.id) : true
}
