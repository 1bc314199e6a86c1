import * as contract from '@kura/contract/order'
import type { Deps } from '../deps.ts'
import { on } from '../http/on.ts'
import { receiveNotice } from './receive-notice.ts'

export const paymentRoutes = (deps: Deps) => [
  on(contract.cardNotice, (input, { ip }) => receiveNotice(deps, input, ip)),
]
