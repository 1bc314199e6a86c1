import { useSyncExternalStore } from 'react'
import { log } from './log.ts'
import { makeSessionStore } from './session-store.ts'
import type { Session } from './session-store.ts'

/** The browser's own storage; undefined on the server and where the browser forbids it. */
export function ownStorage(): Storage | undefined {
  try {
    return typeof window === 'undefined' ? undefined : window.localStorage
  } catch {
    return undefined
  }
}

/** The one session of this tab. On the server it is always empty; without storage it lives as long as the page. */
export const session = makeSessionStore({ storage: ownStorage(), log })

const onServer = (): undefined => undefined

/** The session of this tab: undefined for guests, on the server and until hydration is done. */
export const useSession = (): Session | undefined => useSyncExternalStore(session.subscribe, session.read, onServer)

const never = (): (() => void) => () => undefined

/** False on the server and while hydrating, true from then on: for parts that only the browser can know. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
