import { ensure } from '@kura/contract/errors'
import * as contract from '@kura/contract/identity/service'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { findOwnProfile } from '../member/profile-queries.ts'
import * as verbs from './connections.ts'

/** Services that members connect with their account. */
export const serviceRoutes = (deps: Pick<Deps, 'sql' | 'env'>): Route[] => [
  on(contract.listServices, (_input, { viewer }) => verbs.listServices(deps, viewer)),
  on(contract.showServiceRequest, ({ params, headers }) =>
    verbs.showRequest(deps, { ...params, cookie: headers.cookie }),
  ),
  on(contract.connectService, ({ params, body, headers }, { viewer }) =>
    verbs.connectService(deps, viewer, { ...params, ...body, cookie: headers.cookie }),
  ),
  on(contract.declineServiceRequest, ({ params, headers }) =>
    verbs.declineRequest(deps, { ...params, cookie: headers.cookie }),
  ),
  on(contract.disconnectService, ({ params }, { viewer }) => verbs.disconnectService(deps, viewer, params.clientId)),
  on(contract.showConnectedProfile, async ({ headers }) => {
    const { memberId } = await verbs.findBearer(deps, headers.authorization, 'profile')
    const profile = await findOwnProfile(deps.sql, memberId)
    ensure(profile, 'AUTHENTICATION_FAILED')
    return profile
  }),
]
