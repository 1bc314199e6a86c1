import { TokenId } from '@kura/contract/ids'
import { limits } from '@kura/contract/limits'
import * as contract from '@kura/contract/discovery/category'
import { z } from 'zod'
import { filterOf, listItems } from '../../catalogue/item/list-items.ts'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { CursorNumber, decodeCursor, rawList } from '../../platform/http/paging.ts'
import { listTokensOf } from './queries.ts'

const TokenKeys = z.tuple([CursorNumber, TokenId])

/** What belongs to categories: items, and the tokens of them. */
export const categoryContentRoutes = ({ sql }: Pick<Deps, 'sql'>): Route[] => [
  on(contract.listCategoryItems, ({ query: { sort, order, ...query } }) =>
    listItems({ sql }, { ...query, sort: sort === 'price' ? (order === 'desc' ? 'price-high' : 'price-low') : sort }),
  ),
  on(contract.listCategoryTokens, async ({ query }) => {
    const [page] = await listTokensOf(sql, filterOf(query), {
      limit: query.limit ?? limits.pageSize,
      offset: query.offset ?? 0,
      after: decodeCursor(query.cursor, TokenKeys),
      isOldestFirst: query.order === 'asc',
    })
    return rawList(page ?? { items: '[]', last: null })
  }),
]
