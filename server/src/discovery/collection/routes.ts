import * as contract from '@kura/contract/discovery/collection'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import * as verbs from './collection.ts'

/** Collections: how complete they are, who collects what, and the pieces shown first. */
export const collectionRoutes = (deps: Pick<Deps, 'sql'>): Route[] => [
  on(contract.listOwnedSeries, (input, { viewer }) => verbs.listOwnedSeries(deps, viewer, input)),
  on(contract.showOwnedSeries, (input, { viewer }) => verbs.showOwnedSeries(deps, viewer, input)),
  on(contract.showOwnershipConditions, ({ query }, { viewer }) => verbs.showOwnershipConditions(deps, viewer, query)),
  on(contract.listSeriesSellingPacks, (input) => verbs.listSeriesSellingPacks(deps, input)),
  on(contract.showSeriesCollectors, (input) => verbs.showSeriesCollectors(deps, input)),
  on(contract.showShowcase, ({ params }) => verbs.showShowcase(deps, params.userId)),
  on(contract.setShowcase, ({ body }, { viewer }) => verbs.setShowcase(deps, viewer, body)),
]
