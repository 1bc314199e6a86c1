import { listSessions as list } from '@kura/contract/identity/account'
import { refresh, signOut } from '@kura/contract/identity/sign-in'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { endSession, listSessions, refreshSession } from './session.ts'

/** Sessions: renewal, signing out, and the list of devices. They begin where a member signs in. */
export const sessionRoutes = (deps: Deps): Route[] => [
  on(signOut, (_input, { viewer }) => endSession(deps, viewer)),
  on(refresh, (_input, caller) => refreshSession(deps, caller)),
  on(list, (_input, { viewer }) => listSessions(deps, viewer)),
]
