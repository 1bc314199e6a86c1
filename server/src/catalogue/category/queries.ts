import type { Db } from '../../platform/db/connect.ts'

/** Every category in the order of the catalogue; there are few. */
export const listCategories = (db: Db) => db<{ items: string }[]>`
  select coalesce(json_agg(json_build_object('slug', slug, 'name', json_build_object('ja', name_ja, 'en', name_en),
                                             'itemCount', item_count) order by position, slug), '[]')::text as items
    from categories`
