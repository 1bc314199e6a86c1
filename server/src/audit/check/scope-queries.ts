import type { Db, Fragment } from '../../platform/db/connect.ts'

export type Finding = { id: string; what: string }
/** Check what changed since then; null checks everything. */
export type Since = Date | null

/** Lets the statements of this transaction take minutes: nobody waits for a check. */
export const allowLongStatements = (db: Db) => db`set local statement_timeout = '9min'`

/** Movements `m` that are checked. */
export const changedMovements = (db: Db, since: Since, at: Fragment = db`m.at`): Fragment =>
  since === null ? db`true` : db`${at} >= ${since}::timestamptz`

/** For conditions that only all rows together show, and that constraints hold anyway. */
export const onlyWhole = (db: Db, since: Since): Fragment => (since === null ? db`` : db`and false`)

/** The orders that moved. */
const movedOrders = (db: Db, since: Date): Fragment =>
  db`select order_id from order_moves where at >= ${since}::timestamptz`

/** Whether the order of that id is checked. */
export const changedOrder = (db: Db, since: Since, id: Fragment): Fragment =>
  since === null ? db`true` : db`${id} in (${movedOrders(db, since)})`

/** Whether the pack, or the pack and member, of a checked order. */
export const changedPack = (db: Db, since: Since, id: Fragment): Fragment =>
  since === null ? db`true` : db`${id} in (select c.pack_id from orders c where c.id in (${movedOrders(db, since)}))`
export const changedHolding = (db: Db, since: Since, packId: Fragment, memberId: Fragment): Fragment =>
  since === null
    ? db`true`
    : db`(${packId}, ${memberId}) in (select c.pack_id, c.member_id from orders c where c.id in (${movedOrders(db, since)}))`

/**
 * Whether the token has an event of a block since then. Heights grow with time, so the walk is as
 * long as what is new.
 */
export const changedToken = (db: Db, since: Since, id: Fragment): Fragment =>
  since === null
    ? db`true`
    : db`${id} in (
        select token_id from chain_events
         where height > coalesce((select height from chain_events where block_at < ${since}::timestamptz
                                   order by height desc limit 1), -1))`

/** Whether the opening sealed lately; an hour more, since the chain's clock is another. */
export const changedOpening = (db: Db, since: Since, sealedAt: Fragment): Fragment =>
  since === null ? db`true` : db`${sealedAt} >= ${since}::timestamptz - interval '1 hour'`

/** Whether the lot of that id moved. */
export const changedLot = (db: Db, since: Since, id: Fragment): Fragment =>
  since === null
    ? db`true`
    : db`${id} in (select lot_id from ledger_movements where at >= ${since}::timestamptz and lot_id is not null)`

/** Whether the listing of that id moved. */
export const changedListing = (db: Db, since: Since, id: Fragment): Fragment =>
  since === null ? db`true` : db`${id} in (select listing_id from listing_moves where at >= ${since}::timestamptz)`

/** Whether the trade of that id, which is its order's, moved, or its order. */
export const changedTrade = (db: Db, since: Since, id: Fragment): Fragment =>
  since === null
    ? db`true`
    : db`${id} in (select trade_id from trade_moves where at >= ${since}::timestamptz union ${movedOrders(db, since)})`
