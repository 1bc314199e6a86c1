import { isAfter, isBefore, saleStart } from '../../catalogue/item/card-queries.ts'
import type { Db, Fragment } from '../../platform/db/connect.ts'
import { pictureJson } from '../../platform/media/queries.ts'

/** The current state of a pack, from pack `p` and stock `s`. */
export const packState = (db: Db) => db`
  case when ${isAfter(db)} then 'after' when ${isBefore(db)} then 'before' when s.remaining = 0 then 'sold-out' else 'on' end`

/**
 * The fields of the contract's PackCardView, from pack `p`, stock `s`, series `r` and media `m`.
 */
export const packCardFields = (db: Db) => db`
  'packId', p.id,
  'name', json_build_object('ja', p.name_ja, 'en', p.name_en),
  'seriesId', p.series_id,
  'seriesName', json_build_object('ja', r.name_ja, 'en', r.name_en),
  'picture', ${pictureJson(db)},
  'kind', p.kind, 'channel', p.channel, 'priceYen', p.price_yen, 'cardsPerPack', p.cards_per_pack,
  'perMemberLimit', p.per_member_limit,
  'saleStartsAt', ${saleStart(db)}, 'saleEndsAt', p.sale_ends_at, 'issued', s.issued, 'remaining', s.remaining,
  'state', ${packState(db)}`

/** The fields of the contract's PackView, from the same. */
export const packViewFields = (db: Db) => db`
  ${packCardFields(db)},
  'description', json_build_object('ja', p.description_ja, 'en', p.description_en),
  'commitment', encode(p.commitment, 'hex'), 'hasQueue', p.queue_per_second is not null`

/** Whether pack `p`, or another alias, can hold a regulated work. */
export const holdsRegulated = (db: Db, pack: Fragment = db`p`): Fragment => db`
  exists (select 1 from pack_items held join items k on k.id = held.item_id
           where held.pack_id = ${pack}.id and k.is_regulated)`
