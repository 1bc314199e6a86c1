import type { chartSpans } from '@kura/contract/catalogue/item'
import { limitTo, offsetBy } from '../../platform/db/connect.ts'
import type { Db, Fragment } from '../../platform/db/connect.ts'
import type { RawPage } from '../../platform/http/paging.ts'
import { saleStart, itemCardFields, onSale } from './card-queries.ts'
import { inCategories, matching } from './filter-queries.ts'
import type { ItemFilter } from './filter-queries.ts'

export type PageOf<K> = { limit: number; offset: number; after: K | undefined }

/**
 * The page of cards over the rows of `chosen`: `n` numbers them from 1 before the offset, `keys` is
 * a row's cursor.
 */
const cardsOf = (db: Db, chosen: Fragment, total: Fragment, { limit, offset }: PageOf<unknown>) => db<RawPage[]>`
  with chosen as (${chosen} ${offsetBy(db, offset)} ${limitTo(db, limit + 1)})
  select coalesce(json_agg(json_build_object(${itemCardFields(db)}) order by c.n) filter (where c.n <= ${limit + offset}), '[]')::text as items,
         (array_agg(c.keys order by c.n) filter (where c.n = ${limit + offset} and exists (select 1 from chosen where n > ${limit + offset})))[1] as last,
         ${total} as total
    from chosen c join items i on i.id = c.id join series r on r.id = i.series_id join media m on m.id = i.picture`

/**
 * A search by newest finds its page and the total, up to 100, in one read: no page is longer. The
 * cards are read after it. The number of matches differs so much that PostgreSQL plans each search;
 * planning the cards as well would cost more than both.
 */
async function searchNewest(db: Db, filter: ItemFilter, page: PageOf<[number]>): Promise<RawPage[]> {
  const found = await db<{ id: string; position: string }[]>`
    select i.id, i.position::text from items i where true ${matching(db, filter)} order by i.position desc limit 101`
  if (found.length === 0) return [{ items: '[]', last: null, total: 0 }]
  const shown = found.slice(0, page.limit + 1)
  // selected, so that one plan serves pages of any length
  const chosen = db`
    select f.id, f.n, json_build_array(f.position) as keys
      from unnest((select ${shown.map(({ id }) => id)}::text[]), (select ${shown.map(({ position }) => position)}::bigint[]))
           with ordinality f (id, position, n)`
  return cardsOf(db, chosen, db`${found.length <= 100 ? found.length : null}::int`, page)
}

/** Newest first. A category is read from its own index; of several each gives its first rows. */
export const listNewest = (db: Db, filter: ItemFilter, page: PageOf<[number]>) => {
  const before = page.after?.[0]
  if (filter.words && !filter.categorySlugs && before === undefined && page.offset === 0)
    return searchNewest(db, filter, page)
  const direct = db`
    select i.id, row_number() over (order by i.position desc) as n, json_build_array(i.position) as keys
      from items i
     where true ${before === undefined ? db`` : db`and i.position < ${before}`} ${matching(db, filter)}
     order by i.position desc`
  const byCategory = db`
    select d.id, row_number() over (order by d.position desc) as n, json_build_array(d.position) as keys
      from (select distinct f.id, f.position
              from unnest(${filter.categorySlugs ?? []}::text[]) slug
             cross join lateral (
               select i.id, g.position
                 from item_categories g join items i on i.id = g.item_id
                where g.category_slug = slug ${before === undefined ? db`` : db`and g.position < ${before}`} ${matching(db, filter)}
                order by g.position desc ${limitTo(db, page.limit + 1 + page.offset)}) f) d
     order by d.position desc`
  return cardsOf(db, filter.categorySlugs ? byCategory : direct, totalOf(db, filter, page), page)
}

/** By the Japanese name in the order of its characters. */
export const listByName = (db: Db, filter: ItemFilter, page: PageOf<[string, string]>) => {
  const { after } = page
  const chosen = db`
    select i.id, row_number() over (order by i.name_ja collate "C", i.id) as n, json_build_array(i.name_ja, i.id) as keys
      from items i
     where true ${after === undefined ? db`` : db`and (i.name_ja collate "C", i.id) > (${after[0]}, ${after[1]})`}
           ${matching(db, filter)} ${inCategories(db, filter)}
     order by i.name_ja collate "C", i.id`
  return cardsOf(db, chosen, totalOf(db, filter, page), page)
}

/**
 * Where the next page by price starts: the price and pack last shown, or without a price the
 * position among the rest.
 */
export type PriceKeys = [number, string, number] | [number]

/**
 * By the lowest price at which an item can be bought; items without a price come last. It reads the
 * packs in the order of their price, so that it need not compute the price of every item. It reads
 * the rest only when the priced ones do not fill the page.
 */
export const listByPrice = (db: Db, filter: ItemFilter, page: PageOf<PriceKeys>, isHighFirst: boolean) => {
  const { after } = page
  const rowsMost = page.limit + 1 + page.offset
  const direction = isHighFirst ? db`desc` : db`asc`
  const others = db`${matching(db, filter)} ${inCategories(db, filter)}`
  const chosen = db`
    with priced as materialized (
      select i.id, i.position, p.price_yen as price, p.id as pack_id
        from packs p join pack_stocks s on s.pack_id = p.id
        join pack_items pi on pi.pack_id = p.id join items i on i.id = pi.item_id
       where ${onSale(db)} ${beyondPrice(db, after, isHighFirst)} ${others} and not exists (
               select 1 from pack_items pi join packs c on c.id = pi.pack_id join pack_stocks s on s.pack_id = c.id
                where pi.item_id = i.id and (c.price_yen, c.id) < (p.price_yen, p.id) and ${onSale(db, db`c`)})
       order by p.price_yen ${direction}, p.id ${direction}, i.position desc ${limitTo(db, rowsMost)}
    ), rest as (
      select i.id, i.position
        from items i
       where (select count(*) from priced) < ${rowsMost}
             ${after?.length === 1 ? db`and i.position < ${after[0]}` : db``} ${others}
         and not exists (select 1 from pack_items pi join packs p on p.id = pi.pack_id join pack_stocks s on s.pack_id = p.id
                          where pi.item_id = i.id and ${onSale(db)})
       order by i.position desc ${limitTo(db, rowsMost)}
    )
    select b.id, row_number() over (order by b.phase, b.price ${direction}, b.pack_id ${direction}, b.position desc) as n, b.keys
      from (select 1 as phase, id, position, price, pack_id, json_build_array(price, pack_id, position) as keys from priced
            union all
            select 2, id, position, 0, '', json_build_array(position) from rest) b
     order by n`
  return cardsOf(db, chosen, totalOf(db, filter, page), page)
}

function beyondPrice(db: Db, after: PriceKeys | undefined, isHighFirst: boolean) {
  if (after === undefined) return db``
  if (after.length === 1) return db`and false`
  const [price, packId, position] = after
  return db`
    and (p.price_yen, p.id) ${isHighFirst ? db`<=` : db`>=`} (${price}, ${packId})
    and ((p.price_yen, p.id) <> (${price}, ${packId}) or i.position < ${position})`
}

/**
 * How many match, on the first page only: stored counts where the filter is one of them, else
 * counted up to 1,000; beyond that the list has no total, because counting would cost more than the
 * page. The limit is part of the statement for the planner. A search counts up to 100 from the
 * newest on.
 */
function totalOf(db: Db, filter: ItemFilter, page: PageOf<unknown>) {
  const { seriesId, categorySlugs, rarities, words, excludesRegulated } = filter
  if (page.after !== undefined || page.offset > 0) return db`null::int`
  // works for adults are few, and have an index of their own
  const less = (chosen: Fragment) =>
    excludesRegulated ? db`- (select count(*)::int from items i where i.is_regulated and ${chosen})` : db``
  if (rarities === undefined && words === undefined) {
    if (seriesId === undefined && categorySlugs === undefined)
      return db`(select coalesce(sum(item_count), 0)::int from series) ${less(db`true`)}`
    if (categorySlugs === undefined)
      return db`(select coalesce(max(item_count), 0) from series where id = ${seriesId ?? ''}) ${less(db`i.series_id = ${seriesId ?? ''}`)}`
    if (seriesId === undefined && categorySlugs.length === 1)
      return db`(select coalesce(max(item_count), 0) from categories where slug = ${categorySlugs[0] ?? ''}) ${less(db`true ${inCategories(db, filter)}`)}`
  }
  if (words !== undefined)
    return db`
    (select case when count(*) <= 100 then count(*)::int end from (
       select 1 from items i where true ${matching(db, filter)} ${inCategories(db, filter)}
        order by i.position desc limit 101) k)`
  return db`
    (select case when count(*) <= 1000 then count(*)::int end from (
       select 1 from items i where true ${matching(db, filter)} ${inCategories(db, filter)} limit 1001) k)`
}

/** Everything about one item, and how many of it a member holds who shows it; or no row. */
export const findItem = (
  db: Db,
  itemId: string,
  { owner, isOwn }: { owner: string | undefined; isOwn: boolean } = { owner: undefined, isOwn: false },
) => db<{ item: string }[]>`
  select json_build_object(${itemCardFields(db)},
           'description', json_build_object('ja', i.description_ja, 'en', i.description_en),
           'artist', i.artist, 'traits', i.traits, 'royaltyBps', i.royalty_bps, 'isRegulated', i.is_regulated,
           'mintedCount', (select count(*) from tokens t where t.item_id = i.id),
           'ownedCount', (
             select coalesce(max(h.tokens), 0) from members b
               left join item_holdings h on h.owner_address = b.flow_address and h.item_id = i.id
              where b.id = ${owner ?? null}::uuid and b.banned_at is null and b.deleted_at is null and (b.shows_collection or ${isOwn})
             having count(b.id) > 0),
           'categories', (
             select coalesce(json_agg(json_build_object('slug', g.slug, 'name', json_build_object('ja', g.name_ja, 'en', g.name_en))
                                      order by g.position, g.slug), '[]')
               from item_categories ig join categories g on g.slug = ig.category_slug where ig.item_id = i.id))::text as item
    from items i join series r on r.id = i.series_id join media m on m.id = i.picture
   where i.id = ${itemId}`

/**
 * The packs that can hold the item and are on sale, cheapest first; no row when there is no such
 * item.
 */
export const listSellingPacks = (db: Db, itemId: string) => db<{ items: string }[]>`
  select (select coalesce(json_agg(json_build_object(
            'packId', p.id, 'name', json_build_object('ja', p.name_ja, 'en', p.name_en), 'kind', p.kind,
            'priceYen', p.price_yen, 'remaining', s.remaining, 'issued', s.issued, 'oddsPpm', pi.odds_ppm,
            'saleStartsAt', ${saleStart(db)}, 'saleEndsAt', p.sale_ends_at, 'state', 'on') order by p.price_yen, p.id), '[]')
            from pack_items pi join packs p on p.id = pi.pack_id join pack_stocks s on s.pack_id = p.id
           where pi.item_id = i.id and ${onSale(db)})::text as items
    from items i where i.id = ${itemId}`

export type ChartSpan = (typeof chartSpans)[number]

/** The most days of a chart; the newest are shown. */
const daysMost = 1000

const spans: Record<ChartSpan, number | undefined> = { '30': 30, '90': 90, '365': 365, all: undefined }

/**
 * Prices of an item by day of Japan, from the rows kept by day; no row when there is no such item.
 * Reads as many rows as days are shown, and one before them.
 */
export const findChart = (db: Db, itemId: string, span: ChartSpan) => {
  const days = spans[span]
  const today = db`(kura_now() at time zone 'Asia/Tokyo')::date`
  return db<{ chart: string }[]>`
    with shown as (
      select d.* from item_days d
       where d.item_id = ${itemId} ${days === undefined ? db`` : db`and d.day > ${today} - ${days}::int`}
       order by d.day desc limit ${daysMost}),
    bounds as (
      select ${days === undefined ? db`coalesce((select min(day) from shown), ${today})` : db`${today} - ${days - 1}::int`} as first)
    select json_build_object(
             'from', b.first, 'to', ${today},
             'floorBefore', (select p.floor_yen from item_days p where p.item_id = i.id and p.day < b.first order by p.day desc limit 1),
             'days', (select coalesce(json_agg(json_build_object(
                        'day', d.day, 'sold', d.sold, 'volumeYen', d.volume_yen, 'medianPrice', d.median_yen, 'minPrice', d.least_yen,
                        'maxPrice', d.most_yen, 'floor', d.floor_yen) order by d.day), '[]') from shown d))::text as chart
      from items i cross join bounds b where i.id = ${itemId}`
}
