import { limits } from '@kura/contract/limits'
import type { Db, Fragment } from '../../platform/db/connect.ts'

/** Whether the only member who may buy listing `l`, if there is one, still has the wallet that was signed for, and had it all the time. */
export const hasTarget = (db: Db): Fragment => db`
  (l.target_id is null or (l.taken_back is distinct from 'target' and exists (
     select 1 from members b where b.id = l.target_id and b.flow_address = l.target_address)))`

/**
 * Whether seller `m` of listing `l` may sell: neither banned nor gone, with the wallet that was listed from, where the member sells by trade
 * with everything that buyers must be told, and where it is meant for one member, to the wallet that was signed for.
 */
export const maySell = (db: Db): Fragment => db`
  (m.banned_at is null and m.deleted_at is null and m.flow_address is not distinct from l.seller_address
   and not exists (select 1 from professional_sellers p where p.member_id = m.id and not p.is_complete) and ${hasTarget(db)})`

/** Why listing `l` of seller `m` may not be sold now, or everything of the seller was taken back since it was signed. */
export const takenBackCause = (db: Db): Fragment => db`
  (case when m.banned_at is not null then 'ban' when m.flow_address is distinct from l.seller_address then 'wallet'
        when exists (select 1 from professional_sellers p where p.member_id = m.id and not p.is_complete) then 'notice'
        when not ${hasTarget(db)} then 'target' else coalesce(m.listings_ended_for, 'seller') end)`

/** Until when a listing `l` can be paid for, so that it is delivered in its time. */
export const payableUntil = (db: Db): Fragment =>
  db`(l.expires_at - make_interval(mins => ${limits.listingMarginMinutes}))`

/** The same of a listing by its id; null without one. */
export const payableUntilOf = (db: Db, listingId: Fragment): Fragment =>
  db`(select ${payableUntil(db)} from listings l where l.id = ${listingId})`

/** Whether a listing still waits for its order's payment, of a seller who may sell: the chain or a ban may have ended it meanwhile. */
export const isStillHeld = (db: Db, listingId: Fragment): Fragment => db`
  exists (select 1 from listings l join members m on m.id = l.seller_id
           where l.id = ${listingId} and l.state = 'held' and ${maySell(db)})`
