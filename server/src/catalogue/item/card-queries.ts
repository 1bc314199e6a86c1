import type { Db, Fragment } from '../../platform/db/connect.ts'
import { pictureJson } from '../../platform/media/queries.ts'

/** Packs that can be bought now: pack `p`, or another alias, with its stock `s`. */
export const onSale = (db: Db, pack: Fragment = db`p`) => db`
  s.remaining > 0 and ${pack}.channel = 'sale' and not ${isBefore(db, pack)} and not ${isAfter(db, pack)}`

/** The lowest price of a pack on sale that can hold item `i`. */
const lowestPrice = (db: Db) => db`
  (select min(p.price_yen) from pack_items pi
     join packs p on p.id = pi.pack_id join pack_stocks s on s.pack_id = p.id
    where pi.item_id = i.id and ${onSale(db)})`

/** The fields of the contract's ItemCardView, from item `i`, series `r` and media `m`. */
export const itemCardFields = (db: Db) => db`
  'itemId', i.id,
  'name', json_build_object('ja', i.name_ja, 'en', i.name_en),
  'seriesId', i.series_id,
  'seriesName', json_build_object('ja', r.name_ja, 'en', r.name_en),
  'picture', ${pictureJson(db)},
  'rarity', i.rarity,
  'editionSize', i.edition_size,
  'priceYen', ${lowestPrice(db)}`

/**
 * When the sale of a pack begins: as its folder says, or when it was opened by hand before. Null:
 * from the start.
 */
export const saleStart = (db: Db, pack: Fragment = db`p`) => db`least(${pack}.sale_starts_at, ${pack}.opened_at)`

/**
 * Whether a pack, by default alias `p`, cannot be sold yet: its sale has not started, its order of
 * sale is not drawn, or it is a random pack on sale without a limit per member.
 */
export const isBefore = (db: Db, pack: Fragment = db`p`) => db`
  (coalesce(${saleStart(db, pack)} > (select kura_now()), false) or (${pack}.deal = 2 and ${pack}.drawn_at is null)
   or (${pack}.kind = 'random' and ${pack}.channel = 'sale' and ${pack}.per_member_limit is null))`

/**
 * Whether its sale is over: by its time, by hand, or because its proof is out. One that is sold out
 * is not over by its proof.
 */
export const isAfter = (db: Db, pack: Fragment = db`p`) => db`
  (coalesce(${pack}.sale_ends_at <= (select kura_now()), false) or ${pack}.closed_at is not null
   or (${pack}.finished_at is not null
       and exists (select 1 from pack_stocks left_over where left_over.pack_id = ${pack}.id and left_over.remaining > 0)))`
