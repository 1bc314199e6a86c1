import { limits } from '@kura/contract/limits'
import type { Db, Fragment } from '../db/connect.ts'

/**
 * Whether seller `m` of listing `l` may sell: neither banned nor gone, with the wallet that was listed from, and, where the member sells by
 * trade, with everything that buyers must be told.
 */
export const maySell = (db: Db): Fragment => db`
  (m.banned_at is null and m.deleted_at is null and m.flow_address is not distinct from l.seller_address
   and not exists (select 1 from professional_sellers p where p.member_id = m.id and not p.is_complete))`

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
