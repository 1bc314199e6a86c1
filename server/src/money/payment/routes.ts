import * as contract from '@kura/contract/checkout/order'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import { receiveNotice, receivePaidyNotice } from './receive-notice.ts'

export const paymentRoutes = (deps: Deps) => [
  on(contract.cardNotice, (input, { ip }) => receiveNotice(deps, input, ip)),
  on(contract.paidyNotice, (input, { ip }) => receivePaidyNotice(deps, input, ip)),
]
