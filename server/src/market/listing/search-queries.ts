import type { listedItemSorts } from '@kura/contract/market/search'
import { limitTo, offsetBy } from '../../platform/db/connect.ts'
import type { Db, Fragment } from '../../platform/db/connect.ts'
import type { RawPage } from '../../platform/http/paging.ts'
import { itemCardFields } from '../../catalogue/item/card-queries.ts'
import { inCategories, matching, type ItemFilter } from '../../catalogue/item/filter-queries.ts'

export type ListedItemSort = (typeof listedItemSorts)[number]
export type ListedItemFilter = ItemFilter & { priceFrom?: number | undefined; priceTo?: number | undefined }
type Page = { limit: number; offset: number; after: [string | number, string] | undefined }

type Order = { key: Fragment; cast: Fragment; isDescending: boolean }
/** The order of a sort, each along an index of its own. */
const orderOf = (db: Db, sort: ListedItemSort): Order =>
  ({
    new: { key: db`c.listed_at`, cast: db`::text::timestamptz`, isDescending: true },
    'price-low': { key: db`c.floor_yen`, cast: db`::text::integer`, isDescending: false },
    'price-high': { key: db`c.floor_yen`, cast: db`::text::integer`, isDescending: true },
    sold: { key: db`c.sold`, cast: db`::text::integer`, isDescending: true },
  })[sort]

/** From and to which lowest price. */
const within = (db: Db, { priceFrom, priceTo }: ListedItemFilter) => db`
  ${priceFrom === undefined ? db`` : db`and c.floor_yen >= ${priceFrom}`} ${priceTo === undefined ? db`` : db`and c.floor_yen <= ${priceTo}`}`

/**
 * Items of which something is offered to everybody. The price they are sorted and chosen by is kept with them; the one that is shown is
 * read from the offers, so that none is shown whose time is over.
 */
export const listListedItems = (
  db: Db,
  sort: ListedItemSort,
  filter: ListedItemFilter,
  { limit, offset, after }: Page,
) => {
  const last = limit + offset
  const { key, cast, isDescending } = orderOf(db, sort)
  const direction = isDescending ? db`desc` : db`asc`
  // of equal keys by id, the way the index goes
  const idDirection = sort === 'price-high' ? db`desc` : db`asc`
  const beyond = after
    ? db`and (${key} ${isDescending ? db`<` : db`>`} ${String(after[0])}${cast}
              or (${key} = ${String(after[0])}${cast} and c.item_id ${sort === 'price-high' ? db`<` : db`>`} ${after[1]}))
         and ${key} ${isDescending ? db`<=` : db`>=`} ${String(after[0])}${cast}`
    : db``
  return db<RawPage[]>`
    with chosen as (
      select c.item_id, c.listed, c.listed_at, c.sold, ${key} as key,
             row_number() over (order by ${key} ${direction}, c.item_id ${idDirection}) as n
        from item_listings c join items i on i.id = c.item_id
       where c.listed > 0 and c.floor_yen is not null ${within(db, filter)} ${beyond} ${matching(db, filter)} ${inCategories(db, filter)}
       order by ${key} ${direction}, c.item_id ${idDirection} ${offsetBy(db, offset)} ${limitTo(db, limit + 1)})
    select coalesce(json_agg(json_build_object('item', json_build_object(${itemCardFields(db)}), 'listed', c.listed,
                      'minPrice', f.price, 'listedAt', c.listed_at, 'sold', c.sold) order by c.n)
             filter (where c.n <= ${last} and f.price is not null), '[]')::text as items,
           (array_agg(json_build_array(c.key, c.item_id)) filter (
              where c.n = ${last} and exists (select 1 from chosen where n > ${last})))[1] as last
      from chosen c join items i on i.id = c.item_id join series r on r.id = i.series_id join media m on m.id = i.picture
     cross join lateral (
       select min(l.price_yen) as price from listings l
        where l.item_id = i.id and l.state = 'open' and l.target_id is null and l.expires_at > kura_now()) f`
}
