import * as contract from '@kura/contract/money/receipt'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import { showPayoutStatement } from './payout-statement.ts'
import { showReceipt } from './receipt.ts'
import { showSalesReport, showSalesTable } from './sales-report.ts'
import { showStatement } from './statement.ts'

export const receiptRoutes = (deps: Deps) => [
  on(contract.showReceipt, (input, { viewer, language }) => showReceipt(deps, viewer, input, language)),
  on(contract.showStatement, (input, { viewer, language }) => showStatement(deps, viewer, input, language)),
  on(contract.showPayoutStatement, (input, { viewer, language }) => showPayoutStatement(deps, viewer, input, language)),
  on(contract.showSalesReport, (input, { viewer, language }) => showSalesReport(deps, viewer, input, language)),
  on(contract.showSalesTable, (input, { viewer, language }) => showSalesTable(deps, viewer, input, language)),
]
