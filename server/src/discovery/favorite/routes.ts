import * as contract from '@kura/contract/discovery/favorite'
import { ensure } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { addFavorite, deleteFavorite, listFavorites } from './favorite.ts'
import { countMarks, listMarks } from './queries.ts'

/** Works, series and packs that members keep in mind. */
export const favoriteRoutes = (deps: Pick<Deps, 'sql'>): Route[] => [
  on(contract.listFavorites, (input, { viewer }) => listFavorites(deps, viewer, input)),
  on(contract.addFavorite, ({ body }, { viewer }) => addFavorite(deps, viewer, body)),
  on(contract.deleteFavorite, ({ params, query }, { viewer }) =>
    deleteFavorite(deps, viewer, { kind: query.kind ?? 'item', id: params.itemId }),
  ),
  on(contract.listOwnMarks, async (_input, { viewer }) => {
    const [found] = await listMarks(deps.sql, viewer.memberId)
    return { rawJson: `{"items":${found?.items ?? '[]'}}` }
  }),
  on(contract.countMarks, async ({ params }) => {
    const counts = await countMarks(deps.sql, { kind: params.kind, id: params.subject })
    ensure(counts, 'NOT_FOUND')
    return counts
  }),
]
