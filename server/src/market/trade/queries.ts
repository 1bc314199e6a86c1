import type { Words } from '@kura/contract/ids'
import { limits } from '@kura/contract/limits'
import { checkMoves, tradeMoves } from '@kura/contract/states'
import type { TradeState } from '@kura/contract/states'
import type { LeaveObstacle } from '../../identity/member/member-events.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Held, SellableSql } from '../../checkout/order/sellable.ts'
import { payableUntilOf, isStillHeld } from '../listing/hold-queries.ts'
import { shownName } from '../../identity/member/shown-member-queries.ts'

export type TradeRow = {
  id: string
  listingId: string
  sellerId: string
  buyerId: string
  sellerAddress: string
  /** Null until something was sent to it. */
  buyerAddress: string | null
  orderHash: string
  priceYen: number
  feeYen: number
  royaltyYen: number
  contentAccessYen: number
  proceedsYen: number
  rightsHolderId: string | null
  state: TradeState
  transactionId: string | null
  txId: string | null
  error: string | null
  tries: number
  /** The token as a member calls it. */
  name: Words
  /** On its way for so long that an alarm is raised. */
  isSlow: boolean
  /** Temporary refusals are no longer waited out. */
  isLate: boolean
  /**
   * The listing is targeted at its buyer and was signed for another wallet than the buyer's current
   * one.
   */
  isMisdirected: boolean
}

/** The trade of a captured order that holds its listing; false when there is none. */
export const insert = async (db: Db, orderId: string): Promise<boolean> => {
  const rows = await db`
    insert into trades (id, listing_id, seller_id, buyer_id, seller_address, token_id, order_hash, price_yen, fee_yen, royalty_yen,
                        content_access_yen, proceeds_yen, rights_holder_id, seller_registration, deliver_until)
    select o.id, l.id, l.seller_id, o.member_id, l.seller_address, l.token_id, l.order_hash, l.price_yen, l.fee_yen, l.royalty_yen,
           l.content_access_yen, l.price_yen - l.fee_yen - l.royalty_yen - l.content_access_yen,
           coalesce(i.rights_holder_id, s.rights_holder_id), coalesce(p.registration_number, ''), kura_now() + make_interval(mins => ${limits.tradeDeliveryMinutes})
      from orders o join listings l on l.id = o.listing_id join items i on i.id = l.item_id join series s on s.id = i.series_id
      left join professional_sellers p on p.member_id = l.seller_id
     where o.id = ${orderId} and o.state = 'captured' and o.price_yen = l.price_yen
    returning 1`
  return rows.length > 0
}

/**
 * Whether the listing of trade `t` is targeted at its buyer `m` at another wallet than the current
 * one: the chain delivers only to the signed one.
 */
const isMisdirected = (db: Db) => db`
  exists (select 1 from listings l where l.id = t.listing_id and l.target_address <> m.flow_address)`

export type ToDeliver = { seller: string; listingId: string; orderHash: string; buyer: string }
/**
 * What to deliver and to whom, locked, with a share lock on the buyer's row, so that the address
 * cannot change meanwhile. Undefined when there is nothing to deliver, the buyer has no known
 * vault, or it is not the signed one.
 */
export const lockToDeliver = async (db: Db, id: string): Promise<ToDeliver | undefined> => {
  // the member's row first, as in a change of the wallet
  await db`select 1 from members where id = (select buyer_id from trades where id = ${id}) for share`
  const [row] = await db<ToDeliver[]>`
    select t.seller_address as seller, t.listing_id as "listingId", t.order_hash as "orderHash", m.flow_address as buyer
      from trades t join members m on m.id = t.buyer_id
     where t.id = ${id} and t.state = 'delivering' and m.flow_address is not null and not ${isMisdirected(db)}
       and not exists (select 1 from wallet_changes w where w.member_id = m.id and w.state in ('requested', 'approved'))
       for update of t`
  return row
}

/** What is being delivered to a member, locked, by the transaction of the chain that does it. */
export const lockDeliveriesTo = (db: Db, memberId: string) => db<{ id: string; transactionId: string }[]>`
  select id, transaction_id as "transactionId" from trades
   where buyer_id = ${memberId} and state = 'delivering' and transaction_id is not null order by id for update`

/** The worker starts it again, to where the buyer's vault is then. */
export const forgetIntent = (db: Db, id: string) => db`
  update trades set transaction_id = null, buyer_address = null, worked_until = kura_now() where id = ${id} and state = 'delivering'`

/** For a discarded chain: deliveries that were not made start again, and fail. */
export const forgetDeliveries = (db: Db) => db`
  update trades set forgotten_at = kura_now(), transaction_id = null, worked_until = kura_now()
   where state in ('delivering', 'delivered', 'settled')`

/** Which transaction of the chain delivers it, and where to. */
export const keepIntent = (
  db: Db,
  id: string,
  { transactionId, buyer }: { transactionId: string; buyer: string },
) => db`
  update trades
     set tries = tries + (transaction_id is distinct from ${transactionId})::integer, transaction_id = ${transactionId}, buyer_address = ${buyer}
   where id = ${id}`

const columns = (db: Db) => db`
  t.id, t.listing_id as "listingId", t.seller_id as "sellerId", t.buyer_id as "buyerId",
  t.seller_address as "sellerAddress", t.buyer_address as "buyerAddress", t.order_hash as "orderHash",
  t.price_yen as "priceYen", t.fee_yen as "feeYen", t.royalty_yen as "royaltyYen", t.content_access_yen as "contentAccessYen",
  t.proceeds_yen as "proceedsYen", t.rights_holder_id as "rightsHolderId", t.state, t.transaction_id as "transactionId", t.tx_id as "txId",
  t.error, t.tries, t.deliver_until <= kura_now() as "isLate",
  ${isMisdirected(db)} as "isMisdirected",
  t.started_at + make_interval(mins => ${limits.tradeAlarmMinutes}) <= kura_now() as "isSlow",
  (select json_build_object('ja', i.name_ja || ' #' || l.serial, 'en', i.name_en || ' #' || l.serial)
     from listings l join items i on i.id = l.item_id where l.id = t.listing_id) as name`

export const find = async (db: Db, id: string): Promise<TradeRow | undefined> => {
  const [row] = await db<
    TradeRow[]
  >`select ${columns(db)} from trades t join members m on m.id = t.buyer_id where t.id = ${id}`
  return row
}

/** Takes a trade to deliver unless another worker has it. */
export const claim = async (db: Db, id: string): Promise<boolean> => {
  const rows = await db`
    update trades set worked_until = kura_now() + make_interval(secs => ${limits.workLeaseSeconds})
     where id = ${id} and state = 'delivering' and worked_until <= kura_now() returning 1`
  return rows.length > 0
}

export const restFor = (db: Db, id: string, seconds: number, error: string | null = null) => db`
  update trades set worked_until = kura_now() + make_interval(secs => ${seconds}), error = coalesce(${error}, error)
   where id = ${id} and state = 'delivering'`

export const keepTxId = (db: Db, id: string, txId: string) => db`
  update trades set tx_id = ${txId} where id = ${id} and state = 'delivering' and tx_id is distinct from ${txId}`

/** Trades that are due. */
export const listDue = async (db: Db, limit: number): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    select id from trades where state = 'delivering' and worked_until <= kura_now() order by worked_until limit ${limit}`
  return rows.map(({ id }) => id)
}

/** Trades whose delivery the index saw and that are not sealed here yet. */
export const listSeen = async (db: Db, limit: number): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    select t.id from trades t join sale_orders s on s.order_hash = t.order_hash
     where t.state = 'delivering' and s.end_reason = 'sold' order by t.id limit ${limit}`
  return rows.map(({ id }) => id)
}

/** delivering → delivered: the seller's money now rests for the clearing time. */
export const markDelivered = async (db: Db, id: string, txId: string | null): Promise<boolean> => {
  checkMoves(tradeMoves, ['delivering'], 'delivered')
  const rows = await db`
    update trades set state = 'delivered', tx_id = coalesce(${txId}, tx_id), error = null, delivered_at = kura_now(),
           clears_at = kura_now() + make_interval(days => (select clearing_days from market_settings))
     where id = ${id} and state = 'delivering' returning 1`
  return rows.length > 0
}

/**
 * delivering → failed: it will never be delivered. False also while a transaction is not proven
 * dead.
 */
export const markFailed = async (db: Db, id: string, error: string): Promise<boolean> => {
  checkMoves(tradeMoves, ['delivering'], 'failed')
  const rows = await db`
    update trades t set state = 'failed', error = ${error}, ended_at = kura_now()
     where id = ${id} and state = 'delivering'
       and (transaction_id is null or exists (select 1 from chain_transactions x where x.id = t.transaction_id and x.state = 'failed'))
    returning 1`
  return rows.length > 0
}

/** delivered → settled, after the clearing time. */
export const markSettled = async (db: Db, id: string): Promise<boolean> => {
  checkMoves(tradeMoves, ['delivered'], 'settled')
  const rows = await db`
    update trades set state = 'settled', settled_at = kura_now()
     where id = ${id} and state = 'delivered' and clears_at <= kura_now() returning 1`
  return rows.length > 0
}

/** delivered or settled → undone. Returns the state it was in. */
export const markUndone = async (db: Db, id: string): Promise<TradeState | undefined> => {
  checkMoves(tradeMoves, ['delivered', 'settled'], 'undone')
  const [row] = await db<{ was: TradeState }[]>`
    update trades t set state = 'undone', ended_at = kura_now()
      from (select id, state from trades where id = ${id} and state in ('delivered', 'settled') for update) before
     where t.id = before.id returning before.state as was`
  return row?.was
}

/** Delivered trades past their clearing time, oldest first; those with an open `alarm` last. */
export const listCleared = async (db: Db, { limit, alarm }: { limit: number; alarm: string }): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    select t.id from trades t left join alarms a on a.kind = ${alarm} and a.subject = t.id::text and a.cleared_at is null
     where t.state = 'delivered' and t.clears_at <= kura_now() order by a.id is not null, t.clears_at limit ${limit}`
  return rows.map(({ id }) => id)
}

/**
 * What of a member's sales blocks a deletion: tokens that are offered, and sales whose money is not
 * in the books yet.
 */
export const findLeaveObstacles = async (db: Db, memberId: string): Promise<LeaveObstacle[]> => {
  const [row] = await db<[{ listings: number; trades: number }]>`
    select (select count(*)::int from listings
             where seller_id = ${memberId} and state in ('open', 'held', 'ending')) as listings,
           (select count(*)::int from trades t join listings l on l.id = t.listing_id
             where t.seller_id = ${memberId} and t.state = 'delivering'
               and l.state not in ('open', 'held', 'ending')) as trades`
  return [
    { kind: 'listings_open', amount: BigInt(row.listings) },
    { kind: 'trades_open', amount: BigInt(row.trades) },
  ]
}

/** The columns of an order's row that a listing fills, and until when it can be paid. */
export const rowOf = (db: Db, listingId: string): Pick<Held, 'row' | 'payableUntil'> => {
  const id = db`${listingId}::text::uuid`
  return { row: { columns: db`listing_id`, values: id }, payableUntil: payableUntilOf(db, id) }
}

/**
 * How often in the last day a member took a listing and did not pay, or paid and it could not be
 * delivered.
 */
export const countInVain = async (db: Db, listingId: string, memberId: string): Promise<number> => {
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count from orders
     where listing_id = ${listingId} and member_id = ${memberId}
       and (state = 'expired' or (state in ('refunding', 'refunded') and reason = 'TRADE_FAILED')) and created_at > kura_now() - interval '1 day'`
  return row.count
}

/**
 * Serialises this member's reservations of listings until the transaction ends; taken before any
 * other lock.
 */
export const queueReserving = (db: Db, memberId: string) =>
  db`select pg_advisory_xact_lock(hashtextextended('reserving:' || ${memberId}::text, 0))`

/** How many listings the member holds with unpaid orders. None of these is older than a day. */
export const countReservedListings = async (db: Db, memberId: string): Promise<number> => {
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count from orders
     where member_id = ${memberId} and created_at > kura_now() - interval '1 day' and listing_id is not null
       and state in ('reserved', 'authorised')`
  return row.count
}

/** Whether the member's wallet is being recovered: a purchase would go to the old one. */
export const isWalletChanging = async (db: Db, memberId: string): Promise<boolean> => {
  const rows = await db`
    select 1 from wallet_changes where member_id = ${memberId} and state in ('requested', 'approved') limit 1`
  return rows.length > 0
}

/** The listing an order is for; its id is the order's on chain. */
export const findListingId = async (db: Db, orderId: string): Promise<string | undefined> => {
  const [row] = await db<{ listingId: string | null }[]>`
    select listing_id as "listingId" from orders where id = ${orderId}`
  return row?.listingId ?? undefined
}

/** The contract's OrderedToken from listing `l` with item `i` and seller `b`. */
const tokenJson = (db: Db) => db`
  json_build_object('listingId', l.id, 'tokenId', l.token_id::text, 'tokenRefId', l.ref_id, 'itemId', l.item_id, 'serial', l.serial,
    'editionSize', i.edition_size, 'rarity', i.rarity, 'contentAccessFee', l.content_access_yen, 'sellerUserId', l.seller_id,
    'sellerName', ${shownName(db, 'b')})`

// what is delivered was sealed in the same step
const steps = (db: Db) => db`
  json_build_array(
    json_build_object('step', 'paid', 'at', paid.at, 'txId', null),
    json_build_object('step', 'sending', 'at', x.started_at, 'txId', x.tx_id),
    json_build_object('step', 'sealed', 'at', x.delivered_at, 'txId', case when x.delivered_at is not null then x.tx_id end),
    json_build_object('step', 'delivered', 'at', x.delivered_at, 'txId', case when x.delivered_at is not null then x.tx_id end))`

// a delivery of the agent; its trade says how it ended
const tradeEvents = (db: Db) => db`
  select x.sent_at, 'chain', 'sent', null, null, x.tx_id, null, 0
    from chain_transactions x where x.kind = 'fulfil-order' and x.cause = o.id::text and o.listing_id is not null and x.sent_at is not null
   union all
  select b.given_up_at, 'chain', 'given-up', null, null, b.tx_id, null, 0
    from chain_transactions x join chain_transaction_builds b on b.transaction_id = x.id
   where x.kind = 'fulfil-order' and x.cause = o.id::text and o.listing_id is not null
   union all
  select v.at, 'chain', case v.state when 'delivered' then 'delivered' else 'refunded' end, null, null,
         case when v.state = 'delivered' then v.tx_id end, null, v.number
    from trade_moves v where v.trade_id = o.id and o.listing_id is not null and v.state in ('delivered', 'failed', 'undone')`

/** Order `o` of listing `l` with item `i`, seller `b` and trade `x`. */
export const tokenOrderSql: SellableSql = {
  key: (db) => db`'token:' || (select k.ref_id from listings k where k.id = o.listing_id)`,
  named: (db) => ({
    joins: db`left join listings l on l.id = o.listing_id left join items i on i.id = l.item_id`,
    name: db`json_build_object('ja', i.name_ja || ' #' || l.serial, 'en', i.name_en || ' #' || l.serial)`,
  }),
  payableUntil: payableUntilOf,
  isStillHeld,
  view: (db) => ({
    joins: db`
      left join members b on b.id = l.seller_id
      left join trades x on x.id = o.id and o.listing_id is not null`,
    name: db`json_build_object('ja', i.name_ja, 'en', i.name_en)`,
    picture: db`i.picture`,
    steps: steps(db),
    fields: db`'token', case when l.id is not null then ${tokenJson(db)} end`,
  }),
  events: tradeEvents,
  letter: (db) => ({
    joins: db`left join trades x on x.id = o.id`,
    facts: db`json_build_object('tokenId', l.token_id::text, 'txId', x.tx_id)`,
    wasSold: db`x.delivered_at is not null`,
    recipient: db`case when t.event in ('sold', 'sale-failed', 'sale-undone') then x.seller_id end`,
  }),
  checkout: (db) => ({
    joins: db`left join professional_sellers f on f.member_id = l.seller_id`,
    itemId: db`l.ref_id::text`,
    isTaxed: db`coalesce(f.registration_number, '') <> ''`,
  }),
}
