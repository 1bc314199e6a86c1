import { call } from '../../platform/api.ts'
import { authCodes } from './auth-code-store.ts'
import { session } from '../../platform/session.ts'
import { sessionKey } from '../../platform/session-store.ts'

/** Once per page: clears what is stale, keeps tabs in step, marks the document for CSS, renews a session older than 24 hours. */
export function startSession(): void {
  markDocument()
  session.subscribe(markDocument)
  window.addEventListener('storage', (event) => {
    if (event.key === sessionKey || event.key === null) session.follow(event.newValue)
  })
  // a frozen tab gets no storage events; an old token of it would count as stolen
  window.addEventListener('pageshow', session.catchUp)
  document.addEventListener('visibilitychange', session.catchUp)
  authCodes.clearStale()
  if (session.isOld()) void renewWhenOld()
}

/** Renews the session now, for example after a wallet was linked. */
export const renewSession = (): Promise<void> => session.refresh((token) => call('refresh', {}, { session: token }))

/** One tab at a time: the others find the session young when it is their turn. */
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
