import * as contract from '@kura/contract/money/payout'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { setPayoutAccount, showPayoutAccount } from './account.ts'
import { searchBanks } from './banks.ts'
import {
  cancelPayout,
  listPayouts,
  listProceeds,
  listSalesDetails,
  requestPayout,
  showSalesSummary,
  useProceeds,
} from './payout.ts'

/** Proceeds of sellers and how they are paid. */
export const payoutRoutes = (deps: Deps): Route[] => [
  on(contract.searchBanks, (input, { ip }) => searchBanks(deps, ip, input)),
  on(contract.showSalesSummary, (_, { viewer }) => showSalesSummary(deps, viewer)),
  on(contract.listSalesDetails, (input, { viewer }) => listSalesDetails(deps, viewer, input)),
  on(contract.listProceeds, (input, { viewer }) => listProceeds(deps, viewer, input, { used: false })),
  on(contract.listProceedsUsed, (input, { viewer }) => listProceeds(deps, viewer, input, { used: true })),
  on(contract.useProceeds, (input, { viewer }) => useProceeds(deps, viewer, input)),
  on(contract.showPayoutAccount, (_, { viewer }) => showPayoutAccount(deps, viewer)),
  on(contract.setPayoutAccount, (input, { viewer }) => setPayoutAccount(deps, viewer, input)),
  on(contract.requestPayout, (input, { viewer }) => requestPayout(deps, viewer, input)),
  on(contract.listPayouts, (input, { viewer }) => listPayouts(deps, viewer, input)),
  on(contract.cancelPayout, (input, { viewer }) => cancelPayout(deps, viewer, input)),
]
