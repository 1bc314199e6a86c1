import { endOneSession, endSessions, listSessions as list, refresh, signOut } from '@kura/contract/identity/member'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { endDevice, endDevices } from './end-devices.ts'
import { endSession } from './end-session.ts'
import { listSessions } from './list-sessions.ts'
import { refreshSession } from './refresh-session.ts'

/** Sessions: their end and their renewal. They begin where somebody signs in. */
export const sessionRoutes = (deps: Deps): Route[] => [
  on(signOut, (_input, { viewer }) => endSession(deps, viewer)),
  on(refresh, (_input, caller) => refreshSession(deps, caller)),
  on(list, (_input, { viewer }) => listSessions(deps, viewer)),
  on(endSessions, ({ query }, { viewer }) => endDevices(deps, viewer, query)),
  on(endOneSession, ({ params }, { viewer }) => endDevice(deps, viewer, params.sessionId)),
]
