import * as contract from '@kura/contract/discovery/follow'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import * as verbs from './follow.ts'

/** Following members and series. */
export const followRoutes = (deps: Pick<Deps, 'sql'>): Route[] => [
  on(contract.countFollows, ({ params }, { viewer }) => verbs.countFollows(deps, viewer, params.userId)),
  on(contract.listFollowings, (input, { viewer }) => verbs.listFollowings(deps, viewer, input)),
  on(contract.showFollowing, ({ params }, { viewer }) => verbs.showFollowing(deps, viewer, params)),
  on(contract.followMember, ({ body }, { viewer }) => verbs.followMember(deps, viewer, body)),
  on(contract.unfollowMember, ({ params }, { viewer }) => verbs.unfollowMember(deps, viewer, params.targetId)),
  on(contract.followSeries, ({ body }, { viewer }) => verbs.followSeries(deps, viewer, body)),
  on(contract.unfollowSeries, ({ params }, { viewer }) => verbs.unfollowSeries(deps, viewer, params.seriesId)),
  on(contract.listFollowedSeries, ({ query }, { viewer }) => verbs.listFollowedSeries(deps, viewer, query)),
]
