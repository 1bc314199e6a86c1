import { useSyncExternalStore } from 'react'
import { session } from './session.ts'
import type { Session } from './session-store.ts'

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
