import { limits } from '@kura/contract/limits'
import type { TradeState } from '@kura/contract/states'
import type { Db } from '../db/connect.ts'

export type TradeRow = {
  id: string
  listingId: string
  sellerId: string
  buyerId: string
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
  /** What refuses it for a time is waited for no longer. */
  isLate: boolean
}

/** The trade of a captured order that holds its listing; false when there is none. */
export const insert = async (db: Db, orderId: string): Promise<boolean> => {
  const rows = await db`
    insert into trades (id, listing_id, seller_id, buyer_id, seller_address, token_id, order_hash, price_yen, fee_yen, royalty_yen,
                        content_access_yen, proceeds_yen, rights_holder_id, deliver_until)
    select o.id, l.id, l.seller_id, o.member_id, l.seller_address, l.token_id, l.order_hash, l.price_yen, l.fee_yen, l.royalty_yen,
           l.content_access_yen, l.price_yen - l.fee_yen - l.royalty_yen - l.content_access_yen,
           coalesce(i.rights_holder_id, s.rights_holder_id), kura_now() + make_interval(mins => ${limits.tradeDeliveryMinutes})
      from orders o join listings l on l.id = o.listing_id join items i on i.id = l.item_id join series s on s.id = i.series_id
     where o.id = ${orderId} and o.state = 'captured' and o.price_yen = l.price_yen
    returning 1`
  return rows.length > 0
}

export type ToDeliver = { seller: string; listingId: string; orderHash: string; buyer: string }
/**
 * What is to be delivered and to whom, locked; the buyer's row is shared, so that the address is not changed at the same moment. Undefined
 * when it is not to be delivered (any more), or the buyer's vault is not known now.
 */
export const lockToDeliver = async (db: Db, id: string): Promise<ToDeliver | undefined> => {
  const [row] = await db<ToDeliver[]>`
    select t.seller_address as seller, t.listing_id as "listingId", t.order_hash as "orderHash", m.flow_address as buyer
      from trades t join members m on m.id = t.buyer_id
     where t.id = ${id} and t.state = 'delivering' and m.flow_address is not null
       and not exists (select 1 from wallet_changes w where w.member_id = m.id and w.state in ('requested', 'approved'))
       for update of t for share of m`
  return row
}

/** Which transaction of the chain delivers it, and where to. */
export const keepIntent = (db: Db, id: string, { transactionId, buyer }: { transactionId: string; buyer: string }) => db`
  update trades
     set tries = tries + (transaction_id is distinct from ${transactionId})::integer, transaction_id = ${transactionId}, buyer_address = ${buyer}
   where id = ${id}`
