import * as contract from '@kura/contract/catalogue/operator'
import { showOperator } from '../../catalogue/operator/operator.ts'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { sendEnquiry } from './send-enquiry.ts'

/** Who runs the shop: reading it. */
export const operatorReads = (deps: Pick<Deps, 'sql'>): Route[] => [on(contract.showOperator, () => showOperator(deps))]

/** Who runs the shop, and writing to them. */
export const operatorRoutes = (deps: Deps): Route[] => [
  ...operatorReads(deps),
  on(contract.sendEnquiry, ({ body }, caller) => sendEnquiry(deps, caller, body)),
]
