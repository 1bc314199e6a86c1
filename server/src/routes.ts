import type { Deps } from './deps.ts'
import type { Route } from './http/on.ts'

/** Every route of the server, noun by noun. */
export const allRoutes = (_deps: Deps): Route[] => []
