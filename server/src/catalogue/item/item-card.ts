import type { Db, Fragment } from '../../platform/db/connect.ts'
import { pictureJson } from '../../platform/media/picture-json.ts'
import { isAfter, isBefore } from './selling-term.ts'

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
