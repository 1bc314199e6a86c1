import { z } from 'zod'
import { listSeries } from '@kura/contract/catalogue/item'
import { limits } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { CursorInteger, CursorText, decodeCursor, rawList } from '../../platform/http/paging.ts'
import * as series from './queries.ts'

const Keys = z.tuple([CursorInteger, CursorText])

/** The series. */
export const seriesRoutes = ({ sql }: Pick<Deps, 'sql'>): Route[] => [
  on(listSeries, async ({ query }) => {
    const after = decodeCursor(query.cursor, Keys)
    const [page] = await series.listSeries(sql, {
      limit: query.limit ?? limits.pageSizeMost,
      offset: query.offset ?? 0,
      after,
    })
    return rawList(page ?? { items: '[]', last: null })
  }),
]
