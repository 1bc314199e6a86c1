import { makeSessionStore } from './session-store.ts'

/** The one session of this tab. On the server it is always empty. */
export const session = makeSessionStore({ storage: ownStorage() })

function ownStorage(): Storage | undefined {
  try {
    return typeof window === 'undefined' ? undefined : window.localStorage
  } catch {
    // a browser that forbids storage: the session lives as long as the page
    return undefined
  }
}
