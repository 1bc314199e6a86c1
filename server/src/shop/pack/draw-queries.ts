import { limits } from '@kura/contract/limits'
import type { DealtCard } from '@kura/contract/shop/fairness'
import { isAfter, saleStart } from '../../catalogue/item/card-queries.ts'
import type { Db } from '../../platform/db/connect.ts'

export type UndrawnPack = {
  packId: string
  issued: number
  cardsPerPack: number
  salt: string
  contents: { itemId: string; copies: number; firstSerial: number }[]
  /** Null until it is announced. */
  drawHeight: number | null
}

/** Packs whose order of sale is not drawn yet, oldest first. */
export const listUndrawn = (db: Db) => db<UndrawnPack[]>`
  select p.id as "packId", s.issued, p.cards_per_pack as "cardsPerPack", encode(p.salt, 'hex') as salt,
         p.draw_height::float8 as "drawHeight",
         (select json_agg(json_build_object('itemId', item_id, 'copies', copies, 'firstSerial', first_serial))
            from pack_items where pack_id = p.id) as contents
    from packs p join pack_stocks s on s.pack_id = p.id
   where p.deal = 2 and p.drawn_at is null order by p.created_at, p.id limit 100`

/** The cards of every unit as they are stored, in the order of the deal. */
export const listDealt = (db: Db, packId: string) => db<{ cards: DealtCard[] }[]>`
  select json_agg(json_build_object('itemId', c.item_id, 'serial', c.serial, 'refId', c.ref_id) order by c.place) as cards
    from pack_units u join pack_cards c on c.unit_id = u.id
   where u.pack_id = ${packId} group by u.number order by u.number`

/** Publishes commitment and height together, once: false when they are published. */
export const announce = async (
  db: Db,
  packId: string,
  { commitment, drawHeight }: { commitment: string; drawHeight: number },
): Promise<boolean> => {
  const rows = await db`
    update packs set commitment = decode(${commitment}, 'hex'), draw_height = ${drawHeight}, committed_at = kura_now()
     where id = ${packId} and deal = 2 and draw_height is null returning 1`
  return rows.length > 0
}

/**
 * Writes the block of the draw, once: false when it is written. The row stays locked to the end of
 * the transaction.
 */
export const noteDraw = async (
  db: Db,
  packId: string,
  { drawHeight, blockId }: { drawHeight: number; blockId: string },
): Promise<boolean> => {
  const rows = await db`
    update packs set draw_block_id = ${blockId}, drawn_at = kura_now()
     where id = ${packId} and deal = 2 and draw_height = ${drawHeight} and drawn_at is null returning 1`
  return rows.length > 0
}

/**
 * Puts the units into the order of sale: place n has the deal index of the unit sold as number n +
 * 1.
 */
export const orderUnits = (db: Db, packId: string, order: readonly number[]) => db`
  update pack_units u set draw_number = e.place
    from unnest(${order.map((index) => index + 1)}::int[]) with ordinality as e (number, place)
   where u.pack_id = ${packId} and u.number = e.number and u.draw_number is null`

/**
 * Ends finished sales for good, so that their proof can be published: the term ended, or the sale
 * was closed for good, longer ago than any order can stay open; or it was closed by hand too long
 * ago to reopen, or sold out too long ago for a refund to bring a unit back. Never while a
 * reservation is open.
 */
export const finishSales = (db: Db) => db`
  update packs p set finished_at = kura_now()
    from pack_stocks s
   where s.pack_id = p.id and p.finished_at is null and p.kind <> 'selectable' and s.reserved = 0
     and (p.deal = 1 or p.drawn_at is not null)
     and (p.sale_ends_at <= kura_now() - interval '20 seconds'
          or (p.closed_for_good and p.closed_at <= kura_now() - interval '20 seconds')
          or p.closed_at <= kura_now() - make_interval(hours => ${limits.packReopenHours})
          or (s.remaining = 0 and not exists (
                select 1 from orders o where o.pack_id = p.id
                   and o.created_at > kura_now() - make_interval(mins => ${limits.soldOutProofMinutes}))))
  returning p.id`

/**
 * Marks packs whose term began or ended in the last seconds as changed, so that pages with them are
 * rendered again.
 */
export const touchAtEdges = (db: Db, seconds: number) => db`
  update packs set position = position
   where (sale_starts_at <= kura_now() and sale_starts_at > kura_now() - make_interval(secs => ${seconds}))
      or (sale_ends_at <= kura_now() and sale_ends_at > kura_now() - make_interval(secs => ${seconds}))
  returning id`

/** The published proof of a dealt pack, as JSON of the contract's shape. */
export const findFairness = (db: Db, packId: string) => db<{ proof: string }[]>`
  select json_build_object(
           'packId', p.id, 'algorithm', 'kura-deal-' || p.deal, 'commitment', encode(p.commitment, 'hex'),
           'committedAt', coalesce(p.committed_at, p.created_at), 'issued', s.issued, 'cardsPerPack', p.cards_per_pack,
           'contents', (select json_agg(json_build_object('itemId', item_id, 'copies', copies, 'firstSerial', first_serial)
                                        order by item_id collate "C") from pack_items where pack_id = p.id),
           'drawHeight', p.draw_height::text, 'drawBlockId', p.draw_block_id,
           'salt', case when ${isPublished(db)} then encode(p.salt, 'hex') end,
           'units', case when ${isPublished(db)} then (
             select json_agg(u.cards order by u.draw_number) from (
               select u.draw_number, json_agg(json_build_object('itemId', c.item_id, 'serial', c.serial, 'refId', c.ref_id) order by c.place) as cards
                 from pack_units u join pack_cards c on c.unit_id = u.id where u.pack_id = p.id group by u.id, u.draw_number) u) end
         )::text as proof
    from packs p join pack_stocks s on s.pack_id = p.id where p.id = ${packId} and p.kind <> 'selectable'`

const isPublished = (db: Db) => db`(p.finished_at is not null and s.reserved = 0)`

export type SaleRow = {
  packId: string
  name: string
  isClosed: boolean
  isForGood: boolean
  isFinished: boolean
  isOver: boolean
  startsAt: Date | null
  endsAt: Date | null
  remaining: number
  reserved: number
}
/** The sale of a pack as the operator sees it, locked until the transaction ends. */
export const lockSale = async (db: Db, packId: string): Promise<SaleRow | undefined> => {
  const [row] = await db<SaleRow[]>`
    select p.id as "packId", p.name_en as name, p.closed_at is not null as "isClosed",
           p.closed_for_good as "isForGood", p.finished_at is not null as "isFinished",
           ${isAfter(db)} as "isOver", case when ${saleStart(db)} > kura_now() then p.sale_starts_at end as "startsAt",
           p.sale_ends_at as "endsAt", s.remaining, s.reserved
      from packs p join pack_stocks s on s.pack_id = p.id where p.id = ${packId} for no key update of p`
  return row
}

/** Ends the sale now. A sale closed for good is never reopened, so its proof need not wait. */
export const close = (db: Db, packId: string, isForGood: boolean) => db`
  update packs set closed_at = coalesce(closed_at, kura_now()), closed_for_good = closed_for_good or ${isForGood}
   where id = ${packId}`

/** On sale from now: reopened, or early. The start that the folder names stays as it is. */
export const open = (db: Db, packId: string) => db`
  update packs set closed_at = null, opened_at = case when sale_starts_at > kura_now() then coalesce(opened_at, kura_now()) else opened_at end
   where id = ${packId} and finished_at is null`

/**
 * Removes the heights announced on a discarded chain: those packs get a new commitment. Finished
 * draws stay.
 */
export const forgetAnnouncements = (db: Db) => db`
  update packs set draw_height = null, commitment = '', committed_at = null where deal = 2 and drawn_at is null`
