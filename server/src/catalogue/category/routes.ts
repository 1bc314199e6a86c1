import { listCategories } from '@kura/contract/catalogue/item'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { rawList } from '../../platform/http/paging.ts'
import * as categories from './queries.ts'

/** The categories. */
export const categoryRoutes = ({ sql }: Pick<Deps, 'sql'>): Route[] => [
  on(listCategories, async () => {
    const [found] = await categories.listCategories(sql)
    return rawList({ items: found?.items ?? '[]', last: null })
  }),
]
