import type { Db } from '../../platform/db/connect.ts'
import { pictureJson } from '../../platform/media/queries.ts'

/**
 * What was found, with the on-chain ids as far as the indexer saw them. Nothing is shown before the seal: the unit of a mint
 * that never seals is sold again, and nobody may look into it and hand it back.
 */
const cardsJson = (db: Db) => db`
  case when n.state <> 'sealed' then '[]'::json else (
    select coalesce(json_agg(json_build_object(
             'refId', c.ref_id, 'tokenId', t.id::text, 'itemId', c.item_id,
             'name', json_build_object('ja', i.name_ja, 'en', i.name_en), 'picture', ${pictureJson(db)},
             'rarity', i.rarity, 'serial', c.serial, 'editionSize', i.edition_size) order by c.place), '[]'::json)
      from pack_cards c join items i on i.id = c.item_id join media m on m.id = i.picture
      left join tokens t on t.ref_id = c.ref_id
     where c.unit_id = n.unit_id) end`

/** The contract's OpeningView from opening `n` of order `o`. */
export const openingJson = (db: Db) => db`
  json_build_object('openingId', n.id, 'orderId', n.order_id, 'packId', o.pack_id, 'state', n.state, 'txId', n.tx_id,
    'openedAt', n.opened_at, 'sealedAt', n.sealed_at, 'cards', ${cardsJson(db)})`
