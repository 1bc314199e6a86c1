import { call } from '../../platform/api.ts'
import type { Call } from '../../platform/make-call.ts'
import { log } from '../../platform/log.ts'
import type { Log } from '../../platform/log.ts'
import { session } from '../../platform/session.ts'
import type { SessionStore } from '../../platform/session-store.ts'

type World = { session: Pick<SessionStore, 'readToken' | 'clear'>; call: Call; log: Log }

/** Ends the session here at once; the server hears of it, and if it cannot, that is logged and the session ends there by age. */
export const makeSignOut = (world: World) => async (): Promise<void> => {
  const token = world.session.readToken()
  world.session.clear()
  if (token === undefined) return
  const result = await world.call('signOut', {}, { session: token })
  if (!result.ok) world.log.warn('sign out', result.body.errorCode)
}

export const signOut = makeSignOut({ session, call, log })
