import type { Db } from '../../platform/db/connect.ts'
import type { Held } from '../../checkout/order/sellable.ts'
import { payableUntilOf } from '../listing/hold-queries.ts'

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
