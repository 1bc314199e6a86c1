import { limitTo } from '../../platform/db/connect.ts'
import type { Db, Fragment } from '../../platform/db/connect.ts'
import { inCategories, matching } from './filter-queries.ts'
import type { ItemFilter } from './filter-queries.ts'

/** More items than this are not read: the counts of a choice stay quick in a large shop. */
export const mostCounted = 3000

/**
 * How many items each choice would leave, as `ItemCountsView`, in one statement. `from` gives the
 * items `i` of a filter: a choice is counted with its own filter left out.
 */
export function countChoices<F extends ItemFilter>(db: Db, filter: F, from: (filter: F) => Fragment) {
  const most = limitTo(db, mostCounted + 1)
  // found once for the three of them: words cost the more the larger the shop is
  const isSearch = filter.words !== undefined
  const found = isSearch
    ? db`found as materialized (
           select i.id, i.series_id, i.rarity
             ${from({ ...filter, seriesId: undefined, rarities: undefined, categorySlugs: undefined })} ${most}),`
    : db``
  const chosen = (left: F) =>
    isSearch
      ? db`from found i where true ${matching(db, { seriesId: left.seriesId, rarities: left.rarities })} ${inCategories(db, left)}`
      : from(left)
  const counted = (groups: Fragment) => db`
    (select coalesce(json_object_agg(key, n), '{}') from (select key, count(*) as n from ${groups} group by key) counted)`
  return db<{ counts: string }[]>`
    with ${found} series as materialized (select i.series_id as key ${chosen({ ...filter, seriesId: undefined })} ${most}),
         rarities as materialized (select i.rarity as key ${chosen({ ...filter, rarities: undefined })} ${most}),
         categories as materialized (select i.id ${chosen({ ...filter, categorySlugs: undefined })} ${most})
    select json_build_object(
             'series', ${counted(db`series`)}, 'rarities', ${counted(db`rarities`)},
             'categories', ${counted(db`(select g.category_slug as key from categories c join item_categories g on g.item_id = c.id) of_category`)},
             'isExact', greatest((select count(*) from series), (select count(*) from rarities),
                                 (select count(*) from categories)${isSearch ? db`, (select count(*) from found)` : db``}) <= ${mostCounted})::text as counts`
}

/** The same for all items of a filter. */
export const countItems = (db: Db, filter: ItemFilter) =>
  countChoices(db, filter, (each) => db`from items i where true ${matching(db, each)} ${inCategories(db, each)}`)
