import * as contract from '@kura/contract/money/point'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { listPointDetails, showPointSummary } from './show-points.ts'

/** Points of the caller. */
export const pointRoutes = (deps: Deps): Route[] => [
  on(contract.pointSummary, (_, { viewer }) => showPointSummary(deps, viewer)),
  on(contract.pointDetails, (input, { viewer }) => listPointDetails(deps, viewer, input)),
]
