import type { OpeningView, UnopenedPackView } from '@kura/contract/shop/opening'
import { limitTo, offsetBy } from '../../platform/db/connect.ts'
import type { Db } from '../../platform/db/connect.ts'
import { pictureJson } from '../../platform/media/queries.ts'
import { openingJson } from './opening-json.ts'

/** The opening as its member sees it. */
export async function getOpeningView(db: Db, id: string): Promise<OpeningView> {
  const [row] = await db<{ view: OpeningView }[]>`
    select ${openingJson(db)} as view from openings n join orders o on o.id = n.order_id where n.id = ${id}`
  if (!row) throw new Error(`there is no opening ${id}`)
  return row.view
}

export type UnopenedKeys = [string]

/** Packs of a member that are paid and not open, newest first; one row more than asked tells that there are more. */
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
