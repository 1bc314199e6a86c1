import type { Rarity } from '@kura/contract/catalogue/item'
import type { Words } from '@kura/contract/ids'
import { updateIfChanged } from '../../platform/db/connect.ts'
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

/** The columns that an import writes. */
const rowOf = (item: ItemImport) => ({
  id: item.id,
  series_id: item.seriesId,
  name_ja: item.name.ja,
  name_en: item.name.en,
  description_ja: item.description.ja,
  description_en: item.description.en,
  artist: item.artist,
  rarity: item.rarity,
  edition_size: item.editionSize,
  reserved_copies: item.reservedCopies,
  traits: item.traits,
  picture: item.pictureId,
  royalty_bps: item.royaltyBps,
  rights_holder_id: item.rightsHolderId ?? null,
  content_access_yen: item.contentAccessYen,
  is_regulated: item.isRegulated,
})

/** An item never changes its series: `items_stay` in the migration. */
const fixedColumns = ['id', 'series_id']

/** New items go to the end of the order of appearance; those that exist keep their place. */
export async function upsertItems(db: Db, items: ItemImport[]): Promise<ImportChange[]> {
  const rows = items.map(rowOf)
  const columns = Object.keys(rows[0] ?? {})
  if (columns.length === 0) return []
  return db<ImportChange[]>`
    insert into items as t ( ${db(columns)}, position)
    select ${db(columns)}, (select coalesce(max(position), 0) from items) + ordinality
      from jsonb_populate_recordset(null::items, ${db.json(rows)}) with ordinality
        on conflict (id) ${updateIfChanged(
          db,
          columns.filter((column) => !fixedColumns.includes(column)),
        )}`
}

/** Notes that every token of these items opens a content. */
export const markContents = (db: Db, itemIds: string[]) => db`
  update items set has_contents = true where id = any(${itemIds}) and not has_contents`

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
