import { listSuggestions, search } from '@kura/contract/discovery/search'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { find, suggest } from './find.ts'

/** Search over everything that can be found. */
export const searchRoutes = (deps: Pick<Deps, 'sql'>): Route[] => [
  on(search, (input) => find(deps, input)),
  on(listSuggestions, (input) => suggest(deps, input)),
]
