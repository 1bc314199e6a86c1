import type { OpeningView, UnopenedPackView } from '@kura/contract/shop/opening'
import { limitTo, offsetBy } from '../../platform/db/connect.ts'
import type { Db } from '../../platform/db/connect.ts'
import { pictureJson } from '../../platform/media/queries.ts'

/** The opening as its member sees it. */
export async function getOpeningView(db: Db, id: string): Promise<OpeningView> {
  const [row] = await db<{ view: OpeningView }[]>`
    select ${openingJson(db)} as view from openings n join orders o on o.id = n.order_id where n.id = ${id}`
  if (!row) throw new Error(`there is no opening ${id}`)
  return row.view
}

export type UnopenedKeys = [string]

/**
 * Packs of a member that are paid and not open, newest first; one extra row means that there are
 * more.
 */
export const listUnopened = (
  db: Db,
  memberId: string,
  page: { limit: number; offset: number; after: UnopenedKeys | undefined },
) => db<{ view: UnopenedPackView }[]>`
  select json_build_object('unopenedPackId', o.unit_id, 'orderId', o.id, 'packId', p.id,
           'name', json_build_object('ja', p.name_ja, 'en', p.name_en), 'picture', ${pictureJson(db)},
           'cardsPerPack', p.cards_per_pack, 'boughtAt', o.created_at) as view
    from orders o join packs p on p.id = o.pack_id join media m on m.id = p.picture
   where o.member_id = ${memberId} and o.state = 'delivered'
     and not exists (select 1 from openings n where n.order_id = o.id)
     ${page.after === undefined ? db`` : db`and o.id < ${page.after[0]}`}
   order by o.id desc ${offsetBy(db, page.offset)} ${limitTo(db, page.limit + 1)}`

/**
 * The contents of an opening, with on-chain ids as far as the index has them. Nothing is shown
 * before the seal: the unit of a mint that never seals is sold again, so its contents must stay
 * unknown.
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
