import type { Words } from '@kura/contract/ids'
import type { ImportChange } from '../../catalogue/item/import-queries.ts'
import type { Db } from '../../platform/db/connect.ts'

/** A pack as an import brings it, without what is dealt into it. */
export type PackImport = {
  id: string
  seriesId: string
  name: Words
  description: Words
  pictureId: string | null
  kind: 'single' | 'random' | 'selectable'
  channel: 'sale' | 'passcode' | 'airdrop'
  priceYen: number
  cardsPerPack: number
  issued: number
  perMemberLimit: number | undefined
  saleStartsAt: Date | undefined
  saleEndsAt: Date | undefined
  /** Members let in from its line per second; undefined: sold without a line. */
  queuePerSecond: number | undefined
}
export type ContentImport = {
  itemId: string
  copies: number
  oddsPpm: number
  /** Of a selectable pack: how many of the item one pack may hold. */
  mostEach: number
}

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

/** What may change about a pack: its texts, picture, price, limit, term and place in the list. */
export const updatePacks = (db: Db, packs: PackImport[]) => db<ImportChange[]>`
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
  pack: PackImport,
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

export const insertSelectables = (
  db: Db,
  packId: string,
  contents: { itemId: string; copies: number; mostEach: number }[],
) => db`
  insert into pack_selectables (pack_id, item_id, issued, remaining, most_each)
  select ${packId}, "itemId", copies, copies, "mostEach"
    from jsonb_to_recordset(${db.json(contents)}) as e ("itemId" text, copies int, "mostEach" int)`

/** The most of an item that one pack may hold can be changed. Returns how many were. */
export const updateSelectables = async (
  db: Db,
  contents: { packId: string; itemId: string; mostEach: number }[],
): Promise<number> => {
  const rows = await db`
    update pack_selectables t set most_each = e."mostEach"
      from jsonb_to_recordset(${db.json(contents)}) as e ("packId" text, "itemId" text, "mostEach" int)
     where t.pack_id = e."packId" and t.item_id = e."itemId" and t.most_each <> e."mostEach" returning 1`
  return rows.length
}

export const insertPool = (db: Db, packId: string, copies: { itemId: string; serial: number; refId: string }[]) => db`
  insert into pack_pool (pack_id, item_id, serial, ref_id)
  select ${packId}, * from unnest(${copies.map(({ itemId }) => itemId)}::text[],
    ${copies.map(({ serial }) => serial)}::int[], ${copies.map(({ refId }) => refId)}::uuid[])`

/** Packs that passcodes and airdrops name, whether the folder has them or not. */
export const listChannels = (db: Db, ids: string[]) => db<{ id: string; kind: string; channel: string }[]>`
  select id, kind, channel from packs where id = any(${ids})`
