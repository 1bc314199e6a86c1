import * as contract from '@kura/contract/money/receipt'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import { showReceipt } from './receipt.ts'
import { showStatement } from './statement.ts'

export const receiptRoutes = (deps: Deps) => [
  on(contract.showReceipt, (input, { viewer, language }) => showReceipt(deps, viewer, input, language)),
  on(contract.showStatement, (input, { viewer, language }) => showStatement(deps, viewer, input, language)),
]
