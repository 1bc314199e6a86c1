import type { listedItemSorts } from '@kura/contract/market/search'
import { itemCardFields } from '../../catalogue/item/card-queries.ts'
import { countChoices } from '../../catalogue/item/count-queries.ts'
import { inCategories, matching } from '../../catalogue/item/filter-queries.ts'
import type { ItemFilter } from '../../catalogue/item/filter-queries.ts'
import { isHandleOf } from '../../identity/member/handle-queries.ts'
import { limitTo, offsetBy } from '../../platform/db/connect.ts'
import type { Db, Fragment } from '../../platform/db/connect.ts'
import type { RawPage } from '../../platform/http/paging.ts'
import { isForAll, isOn } from './view-queries.ts'

export type ListedItemSort = (typeof listedItemSorts)[number]
export type ListedItemFilter = ItemFilter & {
  priceFrom?: number | undefined
  priceTo?: number | undefined
  serialFrom?: number | undefined
  serialTo?: number | undefined
  /** A handle or a wallet address. */
  seller?: string | undefined
  belowLastSale?: boolean | undefined
}
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

/** Whether single listings are chosen, by what only they have. */
const choosesListings = ({ serialFrom, serialTo, seller }: ListedItemFilter) =>
  serialFrom !== undefined || serialTo !== undefined || seller !== undefined

/** The open listings `l` of the filter for everybody. */
const chosenListings = (db: Db, { priceFrom, priceTo, serialFrom, serialTo, seller }: ListedItemFilter) => db`
  ${isOn(db)} and ${isForAll(db)}
  ${priceFrom === undefined ? db`` : db`and l.price_yen >= ${priceFrom}`} ${priceTo === undefined ? db`` : db`and l.price_yen <= ${priceTo}`}
  ${serialFrom === undefined ? db`` : db`and l.serial >= ${serialFrom}`} ${serialTo === undefined ? db`` : db`and l.serial <= ${serialTo}`}
  ${
    seller === undefined
      ? db``
      : db`and l.seller_id = (select s.id from members s where s.flow_address = ${seller} or ${isHandleOf(db, 's', seller)} limit 1)`
  }`

/** What the last sale of item `c` between members cost. */
const lastSale = (db: Db) => db`
  (select z.price_yen from listings z where z.item_id = c.item_id and z.state = 'sold' order by z.ended_at desc limit 1)`

/** From and to which lowest price; of which listings; and whether cheaper than the last sale. */
const within = (db: Db, filter: ListedItemFilter) => {
  const { priceFrom, priceTo, belowLastSale } = filter
  const price = choosesListings(filter)
    ? db`(select min(l.price_yen) from listings l where l.item_id = c.item_id and ${chosenListings(db, filter)})`
    : db`c.floor_yen`
  const chosen = choosesListings(filter)
    ? db`and c.item_id in (select l.item_id from listings l where ${chosenListings(db, filter)})`
    : db`${priceFrom === undefined ? db`` : db`and c.floor_yen >= ${priceFrom}`} ${priceTo === undefined ? db`` : db`and c.floor_yen <= ${priceTo}`}`
  return db`${chosen} ${belowLastSale ? db`and ${price} < ${lastSale(db)}` : db``}`
}

/** How many items with a listing each choice would leave. */
export const countListedItems = (db: Db, filter: ListedItemFilter) =>
  countChoices(
    db,
    filter,
    (each) => db`
      from item_listings c join items i on i.id = c.item_id
     where c.listed > 0 and c.floor_yen is not null ${within(db, each)} ${matching(db, each)} ${inCategories(db, each)}`,
  )

/**
 * Items with a listing for everybody. Sorted and filtered by the price stored with the item; the
 * price shown is read from the listings, so that no expired one is shown.
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
    select coalesce(json_agg(json_build_object('item', json_build_object(${itemCardFields(db)}), 'listed', ${choosesListings(filter) ? db`f.count` : db`c.listed`},
                      'minPrice', f.price, 'listedAt', c.listed_at, 'sold', c.sold) order by c.n)
             filter (where c.n <= ${last} and f.price is not null), '[]')::text as items,
           (array_agg(json_build_array(c.key, c.item_id)) filter (
              where c.n = ${last} and exists (select 1 from chosen where n > ${last})))[1] as last
      from chosen c join items i on i.id = c.item_id join series r on r.id = i.series_id join media m on m.id = i.picture
     cross join lateral (
       ${
         choosesListings(filter)
           ? db`select min(l.price_yen) as price, count(*)::int as count from listings l where l.item_id = i.id and ${chosenListings(db, filter)}`
           : db`select min(l.price_yen) as price from listings l where l.item_id = i.id and ${isOn(db)} and ${isForAll(db)}`
       }) f`
}
