import type { Rarity } from '@kura/contract/catalogue/item'
import type { Words } from '@kura/contract/ids'
import type { Db } from '../../platform/db/connect.ts'

/** Whether a row of an import is new; rows that did not change are not returned. */
export type ImportChange = { isNew: boolean }

export type RightsHolderImport = { id: string; name: Words }
export type SeriesImport = {
  id: string
  name: Words
  description: Words
  pictureId: string | null
  tokenCap: number
  /** The one paid the royalties of its items. */
  rightsHolderId: string | undefined
}
export type CategoryImport = { slug: string; name: Words }
export type ItemImport = {
  id: string
  seriesId: string
  name: Words
  description: Words
  artist: string
  rarity: Rarity
  editionSize: number
  reservedCopies: number
  traits: Record<string, string>
  pictureId: string | null
  royaltyBps: number
  /** The one paid its royalties, when not the one of its series. */
  rightsHolderId: string | undefined
  /** What the shop keeps of every price between members for access to protected contents, in yen. */
  contentAccessYen: number
  isRegulated: boolean
  categories: string[]
}

export type KnownSeries = { id: string; tokenCap: number; isRegistered: boolean }

export const listKnownSeries = (db: Db, ids: string[]) => db<KnownSeries[]>`
  select id, token_cap as "tokenCap", registered_at is not null as "isRegistered" from series where id = any(${ids})`

export const listKnownCategories = (db: Db) => db<{ slug: string }[]>`select slug from categories`

export const listKnownRightsHolders = (db: Db) => db<{ id: string }[]>`select id from rights_holders`

export type KnownItem = {
  id: string
  seriesId: string
  editionSize: number
  reservedCopies: number
  isRegistered: boolean
  packs: Record<string, number>
}
/** The items that a folder names and all others of its series, with the copies that each pack holds. */

export const listKnownItems = (db: Db, ids: string[], seriesIds: string[]) => db<KnownItem[]>`
  select i.id, i.series_id as "seriesId", i.edition_size as "editionSize", i.reserved_copies as "reservedCopies",
         i.registered_at is not null as "isRegistered",
         (select coalesce(json_object_agg(pi.pack_id, pi.copies), '{}') from pack_items pi where pi.item_id = i.id) as packs
    from items i where i.id = any(${ids}) or i.series_id = any(${seriesIds})`

export const upsertRightsHolders = (db: Db, holders: RightsHolderImport[]) => db<ImportChange[]>`
  insert into rights_holders as t (id, name_ja, name_en)
  select id, name ->> 'ja', name ->> 'en' from jsonb_to_recordset(${db.json(holders)}) as e (id text, name jsonb)
      on conflict (id) do update set name_ja = excluded.name_ja, name_en = excluded.name_en
   where (t.name_ja, t.name_en) is distinct from (excluded.name_ja, excluded.name_en)
  returning xmax = 0 as "isNew"`

export const upsertSeries = (db: Db, series: SeriesImport[]) => db<ImportChange[]>`
  insert into series as t (id, name_ja, name_en, description_ja, description_en, picture, token_cap, rights_holder_id, position)
  select id, name ->> 'ja', name ->> 'en', description ->> 'ja', description ->> 'en', "pictureId", "tokenCap", "rightsHolderId", n
    from rows from (jsonb_to_recordset(${db.json(series as never)})
           as (id text, name jsonb, description jsonb, "pictureId" text, "tokenCap" int, "rightsHolderId" text)) with ordinality
           as e (id, name, description, "pictureId", "tokenCap", "rightsHolderId", n)
      on conflict (id) do update set name_ja = excluded.name_ja, name_en = excluded.name_en, description_ja = excluded.description_ja,
         description_en = excluded.description_en, picture = excluded.picture, token_cap = excluded.token_cap, position = excluded.position,
         rights_holder_id = excluded.rights_holder_id
   where (t.name_ja, t.name_en, t.description_ja, t.description_en, t.picture, t.token_cap, t.position, t.rights_holder_id)
         is distinct from (excluded.name_ja, excluded.name_en, excluded.description_ja, excluded.description_en,
                           excluded.picture, excluded.token_cap, excluded.position, excluded.rights_holder_id)
  returning xmax = 0 as "isNew"`

export const upsertCategories = (db: Db, categories: CategoryImport[]) => db<ImportChange[]>`
  insert into categories as t (slug, name_ja, name_en, position)
  select slug, name ->> 'ja', name ->> 'en', n
    from rows from (jsonb_to_recordset(${db.json(categories)}) as (slug text, name jsonb)) with ordinality as e (slug, name, n)
      on conflict (slug) do update set name_ja = excluded.name_ja, name_en = excluded.name_en, position = excluded.position
   where (t.name_ja, t.name_en, t.position) is distinct from (excluded.name_ja, excluded.name_en, excluded.position)
  returning xmax = 0 as "isNew"`

/** New items go to the end of the order of appearance; those that are there keep their place. */
export const upsertItems = (db: Db, items: ItemImport[]) => db<ImportChange[]>`
  insert into items as t (id, series_id, name_ja, name_en, description_ja, description_en, artist, rarity, edition_size, reserved_copies,
                          traits, picture, royalty_bps, content_access_yen, is_regulated, rights_holder_id, position)
  select id, "seriesId", name ->> 'ja', name ->> 'en', description ->> 'ja', description ->> 'en', artist, rarity, "editionSize",
         "reservedCopies", traits, "pictureId", "royaltyBps", "contentAccessYen", "isRegulated", "rightsHolderId", (select coalesce(max(position), 0) from items) + n
    from rows from (jsonb_to_recordset(${db.json(items as never)})
           as (id text, "seriesId" text, name jsonb, description jsonb, artist text, rarity text, "editionSize" int,
               "reservedCopies" int, traits jsonb, "pictureId" text, "royaltyBps" int, "contentAccessYen" int,
               "isRegulated" boolean, "rightsHolderId" text)) with ordinality
           as e (id, "seriesId", name, description, artist, rarity, "editionSize", "reservedCopies", traits, "pictureId",
                 "royaltyBps", "contentAccessYen", "isRegulated", "rightsHolderId", n)
      on conflict (id) do update set name_ja = excluded.name_ja, name_en = excluded.name_en, description_ja = excluded.description_ja,
         description_en = excluded.description_en, artist = excluded.artist, rarity = excluded.rarity,
         edition_size = excluded.edition_size, reserved_copies = excluded.reserved_copies, traits = excluded.traits,
         picture = excluded.picture, royalty_bps = excluded.royalty_bps,
         content_access_yen = excluded.content_access_yen, is_regulated = excluded.is_regulated,
         rights_holder_id = excluded.rights_holder_id
   where (t.name_ja, t.name_en, t.description_ja, t.description_en, t.artist, t.rarity, t.edition_size, t.reserved_copies, t.traits,
          t.picture, t.royalty_bps, t.content_access_yen, t.is_regulated, t.rights_holder_id)
         is distinct from (excluded.name_ja, excluded.name_en, excluded.description_ja, excluded.description_en, excluded.artist,
          excluded.rarity, excluded.edition_size, excluded.reserved_copies, excluded.traits, excluded.picture, excluded.royalty_bps,
          excluded.content_access_yen, excluded.is_regulated, excluded.rights_holder_id)
  returning xmax = 0 as "isNew"`

/** Puts items into exactly the categories they name. */
export const replaceItemCategories = async (
  db: Db,
  items: Pick<ItemImport, 'id' | 'categories'>[],
): Promise<number> => {
  const ids = items.map(({ id }) => id)
  const pairs = items.flatMap(({ id, categories }) => categories.map((slug) => ({ id, slug })))
  const gone = await db`
    delete from item_categories g where item_id = any(${ids}) and not exists (
      select 1 from jsonb_to_recordset(${db.json(pairs)}) as e (id text, slug text)
       where e.id = g.item_id and e.slug = g.category_slug) returning 1`
  const added = await db`
    insert into item_categories (category_slug, item_id, position)
    select distinct e.slug, i.id, i.position
      from jsonb_to_recordset(${db.json(pairs)}) as e (id text, slug text) join items i on i.id = e.id
        on conflict do nothing returning 1`
  return gone.length + added.length
}
