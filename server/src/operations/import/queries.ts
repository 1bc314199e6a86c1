import type { Db } from '../../platform/db/connect.ts'
import type { Made } from '../../platform/media/make-sizes.ts'
import type {
  AnnouncementEntry,
  BannerEntry,
  CategoryEntry,
  ItemEntry,
  PackEntry,
  RightsHolderEntry,
  SeriesEntry,
} from './catalogue.ts'

type Change = { isNew: boolean }
/** A finished entry: its picture by id. */
export type With<T> = Omit<T, 'picture'> & { pictureId: string | null }

/** Only one import at a time; the others wait. Held to the end of the transaction. */
export const lockImports = (db: Db) => db`select pg_advisory_xact_lock(7524192)`

export const findLastDigest = (db: Db) =>
  db<{ digest: string }[]>`select digest from catalogue_imports order by finished_at desc, id desc limit 1`

export const insertImport = (db: Db, id: string, digest: string, counts: Record<string, number>) =>
  db`insert into catalogue_imports (id, digest, counts) values (${id}, ${digest}, ${db.json(counts)})`

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
/** Items a folder speaks of, and all others of its series, with the copies each pack holds. */
export const listKnownItems = (db: Db, ids: string[], seriesIds: string[]) => db<KnownItem[]>`
  select i.id, i.series_id as "seriesId", i.edition_size as "editionSize", i.reserved_copies as "reservedCopies",
         i.registered_at is not null as "isRegistered",
         (select coalesce(json_object_agg(pi.pack_id, pi.copies), '{}') from pack_items pi where pi.item_id = i.id) as packs
    from items i where i.id = any(${ids}) or i.series_id = any(${seriesIds})`

export type KnownPack = {
  id: string
  seriesId: string
  kind: string
  channel: string
  cardsPerPack: number
  issued: number
  contents: Record<string, number>
}
export const listKnownPacks = (db: Db, ids: string[]) => db<KnownPack[]>`
  select p.id, p.series_id as "seriesId", p.kind, p.channel, p.cards_per_pack as "cardsPerPack", s.issued,
         (select json_object_agg(pi.item_id, pi.copies) from pack_items pi where pi.pack_id = p.id) as contents
    from packs p join pack_stocks s on s.pack_id = p.id where p.id = any(${ids})`

export const listMedia = (db: Db, ids: string[]) => db<Made[]>`
  select id, width, height, colour, sizes from media where id = any(${ids})`

export const insertMedia = (db: Db, media: Made[]) => db`
  insert into media (id, width, height, colour, sizes)
  select id, width, height, colour, sizes
    from jsonb_to_recordset(${db.json(media)}) as m (id text, width int, height int, colour text, sizes int[])
      on conflict do nothing`

export const upsertRightsHolders = (db: Db, holders: RightsHolderEntry[]) => db<Change[]>`
  insert into rights_holders as t (id, name_ja, name_en)
  select id, name ->> 'ja', name ->> 'en' from jsonb_to_recordset(${db.json(holders)}) as e (id text, name jsonb)
      on conflict (id) do update set name_ja = excluded.name_ja, name_en = excluded.name_en
   where (t.name_ja, t.name_en) is distinct from (excluded.name_ja, excluded.name_en)
  returning xmax = 0 as "isNew"`

export const upsertSeries = (db: Db, series: With<SeriesEntry>[]) => db<Change[]>`
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

export const upsertCategories = (db: Db, categories: CategoryEntry[]) => db<Change[]>`
  insert into categories as t (slug, name_ja, name_en, position)
  select slug, name ->> 'ja', name ->> 'en', n
    from rows from (jsonb_to_recordset(${db.json(categories)}) as (slug text, name jsonb)) with ordinality as e (slug, name, n)
      on conflict (slug) do update set name_ja = excluded.name_ja, name_en = excluded.name_en, position = excluded.position
   where (t.name_ja, t.name_en, t.position) is distinct from (excluded.name_ja, excluded.name_en, excluded.position)
  returning xmax = 0 as "isNew"`

/** New items go to the end of the order of appearance; those that are there keep their place. */
export const upsertItems = (db: Db, items: With<ItemEntry>[]) => db<Change[]>`
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
export const replaceItemCategories = async (db: Db, items: Pick<ItemEntry, 'id' | 'categories'>[]): Promise<number> => {
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

type PackRow = With<Omit<PackEntry, 'contents'>>

/** What may change about a pack: its texts, picture, price, limit, term and place in the list. */
export const updatePacks = (db: Db, packs: PackRow[]) => db<Change[]>`
  update packs t set name_ja = e.name ->> 'ja', name_en = e.name ->> 'en', description_ja = e.description ->> 'ja',
         description_en = e.description ->> 'en', picture = e."pictureId", price_yen = e."priceYen",
         per_member_limit = e."perMemberLimit", sale_starts_at = e."saleStartsAt", sale_ends_at = e."saleEndsAt",
         queue_per_second = e."queuePerSecond", position = e.n
    from rows from (jsonb_to_recordset(${db.json(packs as never)})
           as (id text, name jsonb, description jsonb, "pictureId" text, "priceYen" int, "perMemberLimit" int,
               "saleStartsAt" timestamptz, "saleEndsAt" timestamptz, "queuePerSecond" int)) with ordinality
           as e (id, name, description, "pictureId", "priceYen", "perMemberLimit", "saleStartsAt", "saleEndsAt", "queuePerSecond", n)
   where t.id = e.id
     and (t.name_ja, t.name_en, t.description_ja, t.description_en, t.picture, t.price_yen, t.per_member_limit, t.sale_starts_at,
          t.sale_ends_at, t.queue_per_second, t.position)
         is distinct from (e.name ->> 'ja', e.name ->> 'en', e.description ->> 'ja', e.description ->> 'en', e."pictureId", e."priceYen",
          e."perMemberLimit", e."saleStartsAt", e."saleEndsAt", e."queuePerSecond", e.n)
  returning false as "isNew"`

export const insertPack = (
  db: Db,
  pack: PackRow,
  dealt: { salt: Buffer; commitment: Buffer; isDrawn: boolean; position: number },
) => db`
  insert into packs (id, series_id, name_ja, name_en, description_ja, description_en, picture, kind, channel, price_yen, cards_per_pack,
                     per_member_limit, sale_starts_at, sale_ends_at, queue_per_second, salt, commitment, deal, committed_at, position)
  values (${pack.id}, ${pack.seriesId}, ${pack.name.ja}, ${pack.name.en}, ${pack.description.ja}, ${pack.description.en},
          ${pack.pictureId}, ${pack.kind}, ${pack.channel}, ${pack.priceYen}, ${pack.cardsPerPack}, ${pack.perMemberLimit ?? null},
          ${pack.saleStartsAt ?? null}, ${pack.saleEndsAt ?? null}, ${pack.queuePerSecond ?? null}, ${dealt.salt},
          ${dealt.commitment}, ${dealt.isDrawn ? 2 : 1}, ${dealt.isDrawn ? null : db`kura_now()`}, ${dealt.position})`

export const insertStock = (db: Db, packId: string, issued: number) =>
  db`insert into pack_stocks (pack_id, issued, remaining) values (${packId}, ${issued}, ${issued})`

export const insertContents = (
  db: Db,
  packId: string,
  contents: { itemId: string; copies: number; oddsPpm: number; firstSerial: number }[],
) => db`
  insert into pack_items (pack_id, item_id, copies, odds_ppm, first_serial)
  select ${packId}, "itemId", copies, "oddsPpm", "firstSerial"
    from jsonb_to_recordset(${db.json(contents)}) as e ("itemId" text, copies int, "oddsPpm" int, "firstSerial" int)`

export const listLastSerials = (db: Db, itemIds: string[]) => db<{ itemId: string; serial: number }[]>`
  select item_id as "itemId", max(serial) as serial
    from (select item_id, serial from pack_cards where item_id = any(${itemIds})
           union all select item_id, serial from pack_pool where item_id = any(${itemIds})) dealt
   group by item_id`

/** Units in the order of the deal, which is that of the sale unless it is still to be drawn. */
export const insertUnits = (db: Db, packId: string, units: { id: string; number: number }[], isDrawn: boolean) => db`
  insert into pack_units (id, pack_id, number, draw_number)
  select id, ${packId}, number, ${isDrawn ? db`null::int` : db`number`}
    from unnest(${units.map(({ id }) => id)}::uuid[], ${units.map(({ number }) => number)}::int[]) e (id, number)`

export type CardRow = { unitId: string; place: number; itemId: string; serial: number; refId: string }
export const insertCards = (db: Db, cards: CardRow[]) => db`
  insert into pack_cards (unit_id, place, item_id, serial, ref_id)
  select * from unnest(${cards.map((card) => card.unitId)}::uuid[], ${cards.map((card) => card.place)}::int[],
    ${cards.map((card) => card.itemId)}::text[], ${cards.map((card) => card.serial)}::int[], ${cards.map((card) => card.refId)}::uuid[])`

/** The folder's list is the whole list: what it does not name any more is gone. */
export const replaceBanners = async (db: Db, banners: With<BannerEntry>[]): Promise<Change[]> => {
  const gone = await db`delete from banners where id <> all(${banners.map(({ id }) => id)}) returning false as "isNew"`
  const kept = await db<Change[]>`
    insert into banners as t (id, picture, title_ja, title_en, href, start_date, end_date, position)
    select id, "pictureId", title ->> 'ja', title ->> 'en', href, "startDate", "endDate", n
      from rows from (jsonb_to_recordset(${db.json(banners as never)})
             as (id text, "pictureId" text, title jsonb, href text, "startDate" timestamptz, "endDate" timestamptz)) with ordinality
             as e (id, "pictureId", title, href, "startDate", "endDate", n)
        on conflict (id) do update set picture = excluded.picture, title_ja = excluded.title_ja, title_en = excluded.title_en,
           href = excluded.href, start_date = excluded.start_date, end_date = excluded.end_date, position = excluded.position
     where (t.picture, t.title_ja, t.title_en, t.href, t.start_date, t.end_date, t.position) is distinct from
           (excluded.picture, excluded.title_ja, excluded.title_en, excluded.href, excluded.start_date, excluded.end_date, excluded.position)
    returning xmax = 0 as "isNew"`
  return [...kept, ...gone.map(() => ({ isNew: false }))]
}

/** As banners: the whole list. */
export const replaceAnnouncements = async (db: Db, announcements: AnnouncementEntry[]): Promise<Change[]> => {
  const gone = await db`delete from announcements where id <> all(${announcements.map(({ id }) => id)}) returning 1`
  const kept = await db<Change[]>`
    insert into announcements as t (id, title_ja, title_en, body_ja, body_en, published_at)
    select id, title ->> 'ja', title ->> 'en', body ->> 'ja', body ->> 'en', "publishedAt"
      from jsonb_to_recordset(${db.json(announcements as never)})
           as e (id text, title jsonb, body jsonb, "publishedAt" timestamptz)
        on conflict (id) do update set title_ja = excluded.title_ja, title_en = excluded.title_en, body_ja = excluded.body_ja,
           body_en = excluded.body_en, published_at = excluded.published_at
     where (t.title_ja, t.title_en, t.body_ja, t.body_en, t.published_at) is distinct from
           (excluded.title_ja, excluded.title_en, excluded.body_ja, excluded.body_en, excluded.published_at)
    returning xmax = 0 as "isNew"`
  return [...kept, ...gone.map(() => ({ isNew: false }))]
}
