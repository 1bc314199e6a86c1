import * as contract from '@kura/contract/identity/export'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { downloadExport, requestExport, showExport } from './export.ts'

/** The export of a member's own data. */
export const exportRoutes = (deps: Deps): Route[] => [
  on(contract.showExport, (_, { viewer }) => showExport(deps, viewer)),
  on(contract.requestExport, (_, { viewer }) => requestExport(deps, viewer)),
  on(contract.downloadExport, (_, { viewer }) => downloadExport(deps, viewer)),
]
