import { call } from '../../platform/api.ts'
import { authCodes } from './auth-code-store.ts'
import { session } from '../../platform/session.ts'
import { sessionKey } from '../../platform/session-store.ts'
import type { SessionStore } from '../../platform/session-store.ts'
import type { Call } from '../../platform/make-call.ts'
import { log } from '../../platform/log.ts'
import type { Log } from '../../platform/log.ts'

/**
 * Once per page: clears stale records, keeps tabs in sync, marks the document for CSS, and renews a
 * session older than 24 hours.
 */
export function startSession(): void {
  markDocument()
  session.subscribe(markDocument)
  window.addEventListener('storage', (event) => {
    if (event.key === sessionKey || event.key === null) session.follow(event.newValue)
  })
  // a frozen tab gets no storage events; its old token would count as stolen
  window.addEventListener('pageshow', session.catchUp)
  document.addEventListener('visibilitychange', session.catchUp)
  authCodes.clearStale()
  if (session.isOld()) void renewWhenOld()
}

/** Renews the session now, for example after a wallet was linked. */
export const renewSession = (): Promise<void> => session.refresh((token) => call('refresh', {}, { session: token }))

/** One tab at a time: the others then find a fresh session. */
async function renewWhenOld(): Promise<void> {
  if (!('locks' in navigator)) return renewSession()
  await navigator.locks.request('kura-session', async () => {
    session.catchUp()
    if (session.isOld()) await renewSession()
  })
}

/** The attributes the inline line of the head set before the first paint, kept true from then on. */
function markDocument(): void {
  const current = session.read()
  document.documentElement.dataset['session'] = current ? 'member' : 'guest'
}

type World = { session: Pick<SessionStore, 'readToken' | 'clear'>; call: Call; log: Log }

/**
 * Ends the session here at once and tries to end it at the server; a failure is logged, and the
 * session expires there.
 */
export const makeSignOut = (world: World) => async (): Promise<void> => {
  const token = world.session.readToken()
  world.session.clear()
  if (token === undefined) return
  const result = await world.call('signOut', {}, { session: token })
  if (!result.ok) world.log.warn('sign out', result.body.errorCode)
}

export const signOut = makeSignOut({ session, call, log })
