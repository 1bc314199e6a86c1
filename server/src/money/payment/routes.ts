import { limits } from '@kura/contract/limits'
import * as contract from '@kura/contract/money/payment'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import { noticeReceiver } from './notices.ts'

/** Notices of the gateways. */
export function paymentRoutes(deps: Deps) {
  const notices = noticeReceiver(deps)
  const optionsOf = (gateway: 'card' | 'paidy') => ({
    beforeBody: ({ ip }: { ip: string }) => notices.limit(gateway, ip),
    bodyBytes: limits.noticeBytes,
  })
  return [
    on(contract.cardNotice, ({ body }, { ip }) => notices.card(body, ip), optionsOf('card')),
    on(contract.paidyNotice, ({ body }, { ip }) => notices.paidy(body, ip), optionsOf('paidy')),
  ]
}
