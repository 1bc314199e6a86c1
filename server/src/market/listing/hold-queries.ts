import { limits } from '@kura/contract/limits'
import type { Db, Fragment } from '../../platform/db/connect.ts'
import type { Words } from '@kura/contract/ids'
import { checkMoves, listingMoves } from '@kura/contract/states'

/** Whether the target of listing `l`, if it has one, has had the signed wallet without a change. */
export const hasTarget = (db: Db): Fragment => db`
  (l.target_id is null or (l.withdrawal_cause is distinct from 'target' and exists (
     select 1 from members b where b.id = l.target_id and b.flow_address = l.target_address)))`

/**
 * Whether seller `m` of listing `l` may sell: neither banned nor deleted, with the wallet that it
 * was listed from, with a complete notice if the member sells by trade, and to a target whose
 * wallet is the one that was signed for.
 */
export const maySell = (db: Db): Fragment => db`
  (m.banned_at is null and m.deleted_at is null and m.flow_address is not distinct from l.seller_address
   and not exists (select 1 from professional_sellers p where p.member_id = m.id and not p.is_complete) and ${hasTarget(db)})`

/**
 * Why listing `l` of seller `m` may not be sold now; also when all listings of the seller were
 * withdrawn after it was signed.
 */
export const withdrawalCause = (db: Db): Fragment => db`
  (case when m.banned_at is not null then 'ban' when m.flow_address is distinct from l.seller_address then 'wallet'
        when exists (select 1 from professional_sellers p where p.member_id = m.id and not p.is_complete) then 'notice'
        when not ${hasTarget(db)} then 'target' else coalesce((select w.cause from listing_withdrawals w where w.member_id = m.id), 'seller') end)`

/** Until when listing `l` can be paid for, so that it is delivered in its time. */
export const payableUntil = (db: Db): Fragment =>
  db`(l.expires_at - make_interval(mins => ${limits.listingMarginMinutes}))`

/** The same of a listing by its id; null without one. */
export const payableUntilOf = (db: Db, listingId: Fragment): Fragment =>
  db`(select ${payableUntil(db)} from listings l where l.id = ${listingId})`

/**
 * Whether a listing still waits for its order's payment, of a seller who may sell: the chain or a
 * ban may have ended it meanwhile.
 */
export const isStillHeld = (db: Db, listingId: Fragment): Fragment => db`
  exists (select 1 from listings l join members m on m.id = l.seller_id
           where l.id = ${listingId} and l.state = 'held' and ${maySell(db)})`

export type Asked = {
  listingId: string
  state: 'open' | 'held'
  sellerId: string
  sellerAddress: string
  orderHash: string
  priceYen: number
  contentAccessYen: number
  isRegulated: boolean
  /** The item and the serial, as a member calls it. */
  name: Words
  maySell: boolean
  /** For every member, or targeted at this one. */
  isForBuyer: boolean
  /** Enough of its time is left. */
  isPayable: boolean
  /** The token was offered for less within the last `limits.priceUnseenMinutes`. */
  wasCheaper: boolean
  /** Why this member may not buy it now (`listing_refusal`), or null. */
  refusal: 'gone' | 'held' | 'own' | 'target' | 'not-yet' | 'circle' | null
}

/** The listing of a token that is open or being paid for, as this buyer meets it. */
export const findAsked = async (db: Db, refId: string, buyerId: string): Promise<Asked | undefined> => {
  const [row] = await db<Asked[]>`
    select l.id as "listingId", l.state, l.seller_id as "sellerId", l.seller_address as "sellerAddress", l.order_hash as "orderHash",
           l.price_yen as "priceYen", l.content_access_yen as "contentAccessYen", i.is_regulated as "isRegulated",
           json_build_object('ja', i.name_ja || ' #' || l.serial, 'en', i.name_en || ' #' || l.serial) as name,
           ${maySell(db)} as "maySell", l.target_id is null or l.target_id = ${buyerId} as "isForBuyer",
           ${payableUntil(db)} > kura_now() as "isPayable", listing_refusal(l.id, ${buyerId}) as refusal,
           exists (select 1 from listings c
                    where c.token_id = l.token_id and c.id <> l.id and c.price_yen < l.price_yen and c.opened_at is not null
                      and c.ended_at > kura_now() - make_interval(mins => ${limits.priceUnseenMinutes})) as "wasCheaper"
      from tokens t join listings l on l.token_id = t.id join members m on m.id = l.seller_id join items i on i.id = l.item_id
     where t.ref_id = ${refId}::uuid and l.ref_id = t.ref_id and l.state in ('open', 'held') and l.expires_at > kura_now()`
  return row
}

/**
 * Count and yen of held listings, of paid trades not yet delivered, and of claimed gifts on their
 * way, which the chain counts as sales at zero yen. They use up the agent's caps.
 */
export const sumUndelivered = async (db: Db): Promise<{ sales: number; yen: number }> => {
  const [row] = await db<[{ sales: number; yen: number }]>`
    select (count(*) + (
             select count(*) from gifts g join chain_transactions c on c.kind = 'fulfil-order' and c.cause = 'gift:' || g.id::text
              where g.state = 'claimed' and c.state in ('intended', 'signed', 'sent')))::int as sales,
           coalesce(sum(price_yen), 0)::float8 as yen
      from orders where listing_id is not null and state in ('reserved', 'authorised', 'captured')`
  return row
}

/**
 * Takes a share lock on the seller's row: no ban or wallet change runs until the transaction ends.
 */
export const shareSeller = (db: Db, listingId: string) => db`
  select 1 from members where id = (select seller_id from listings where id = ${listingId}) for share`

/** open → held, for this buyer. */
export const hold = async (db: Db, listingId: string, buyerId: string): Promise<boolean> => {
  checkMoves(listingMoves, ['open'], 'held')
  const rows = await db`
    update listings l set state = 'held'
      from members m
     where l.id = ${listingId} and l.state = 'open' and m.id = l.seller_id and ${maySell(db)} and l.seller_id <> ${buyerId}
       and (l.target_id is null or l.target_id = ${buyerId}) and ${payableUntil(db)} > kura_now()
       and listing_refusal(l.id, ${buyerId}) is null
    returning 1`
  return rows.length > 0
}

type Released = { id: string; address: string; state: 'open' | 'ending' | 'ended' }

/**
 * held → open; → ended if it has expired; → ending if its seller may no longer sell, or its target
 * has another wallet. Undefined when it was not held.
 */
export const release = async (db: Db, listingId: string): Promise<Released | undefined> => {
  for (const to of ['open', 'ending', 'ended'] as const) checkMoves(listingMoves, ['held'], to)
  const isOver = db`l.expires_at <= kura_now()`
  const [row] = await db<Released[]>`
    update listings l
       set state = case when ${isOver} then 'ended' when ${maySell(db)} then 'open' else 'ending' end,
           ended_at = case when ${isOver} then l.expires_at end, end_reason = case when ${isOver} then 'expired' end,
           withdrawal_cause = case when ${isOver} or ${maySell(db)} then l.withdrawal_cause else ${withdrawalCause(db)} end
      from members m
     where l.id = ${listingId} and l.state = 'held' and m.id = l.seller_id
    returning l.id, l.seller_address as address, l.state`
  return row
}
