import { z } from 'zod'
import { ItemCardView } from '../catalogue/item.ts'
import { endpoint } from '../endpoint.ts'
import { listOf, pageQuery, plainText } from '../ids.ts'
import { TokenCardView } from '../market/token.ts'
import { paths } from '../paths.ts'

const filters = {
  limit: pageQuery.limit,
  offset: pageQuery.offset,
  cursor: pageQuery.cursor,
  /** Slugs, joined by commas; in any of them. Without it, in any category or none. */
  categorySlugs: plainText(400).optional(),
  /** Words of the name. */
  q: plainText(100).optional(),
  /** Leaves out works for adults. */
  excludeRegulatedItems: z.stringbool().optional(),
}

export const categoryItemSorts = ['new', 'name', 'price'] as const
export const listCategoryItems = endpoint(paths.listCategoryItems, {
  summary:
    'Items of categories, newest first by default. `order` reverses the sort by price, which has the lowest first by default; the other sorts have one direction.',
  query: z.object({
    ...filters,
    sort: z.enum(categoryItemSorts).optional(),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  output: listOf(ItemCardView),
})

export const listCategoryTokens = endpoint(paths.listCategoryTokens, {
  summary: 'Tokens of the items of categories, latest minted first by default (`order` `desc`).',
  query: z.object({ ...filters, sort: z.enum(['new']).optional(), order: z.enum(['asc', 'desc']).optional() }),
  output: listOf(TokenCardView),
})
