import type { Db } from '../../platform/db/connect.ts'

/** The first item of each part of `size` items, by id. */
export const listItemParts = (db: Db, size: number) => db<{ first: string }[]>`
  select id as first from (select id, row_number() over (order by id) as n from items) i
   where n % ${size}::int = 1 order by id`

/** The ids of a part of items, from its first. */
export const listItemIds = (db: Db, first: string, size: number) => db<{ id: string }[]>`
  select id from items where id >= ${first} order by id limit ${size}`

/** Series, categories that have items, and events: few. */
export const listCatalogueIds = (db: Db) => db<{ kind: 'series' | 'category' | 'event'; id: string }[]>`
  select 'series' as kind, id from series
  union all
  select 'category', slug from categories c where exists (select 1 from item_categories ic where ic.category_slug = c.slug)
  union all
  select 'event', id from events
   order by 1, 2 limit 10000`
