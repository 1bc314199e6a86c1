import type { Words } from '@kura/contract/ids'
import { limits } from '@kura/contract/limits'
import { checkMoves, tradeMoves, type TradeState } from '@kura/contract/states'
import type { Db } from '../../platform/db/connect.ts'

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
