import type { chartSpans } from '@kura/contract/catalogue/item'
import type { Db } from '../../platform/db/connect.ts'

export type ChartSpan = (typeof chartSpans)[number]

/** More days than these are no chart: the newest are told. */
const daysMost = 1000

const spans: Record<ChartSpan, number | undefined> = { '30': 30, '90': 90, '365': 365, all: undefined }

/**
 * Prices of an item by day of Japan, from the rows that are kept by day; no row when there is no such item. As many rows are read as days
 * are told, and one before them.
 */
export const findChart = (db: Db, itemId: string, span: ChartSpan) => {
  const days = spans[span]
  const today = db`(kura_now() at time zone 'Asia/Tokyo')::date`
  return db<{ chart: string }[]>`
    with told as (
      select d.* from item_days d
       where d.item_id = ${itemId} ${days === undefined ? db`` : db`and d.day > ${today} - ${days}::int`}
       order by d.day desc limit ${daysMost}),
    bounds as (
      select ${days === undefined ? db`coalesce((select min(day) from told), ${today})` : db`${today} - ${days - 1}::int`} as first)
    select json_build_object(
             'from', b.first, 'to', ${today},
             'floorBefore', (select p.floor_yen from item_days p where p.item_id = i.id and p.day < b.first order by p.day desc limit 1),
             'days', (select coalesce(json_agg(json_build_object(
                        'day', d.day, 'sold', d.sold, 'volumeYen', d.volume_yen, 'medianPrice', d.median_yen, 'minPrice', d.least_yen,
                        'maxPrice', d.most_yen, 'floor', d.floor_yen) order by d.day), '[]') from told d))::text as chart
      from items i cross join bounds b where i.id = ${itemId}`
}
