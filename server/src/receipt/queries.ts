import type { Db } from '../db/connect.ts'
import type { Receipt, ReceiptDetails, ReceiptKind, Sale } from './receipt-details.ts'

export type Receipts = Partial<Record<ReceiptKind, Receipt>>

/** A member's own order when it was paid and not given for nothing; undefined for any other. */
export const findSale = async (
  db: Db,
  orderId: string,
  memberId: string,
): Promise<{ isOwn: boolean; sale: Sale | undefined }> => {
  const [row] = await db<(Omit<Sale, 'soldAt'> & { soldAt: Date | null })[]>`
    select o.id as "orderId", o.tender, o.price_yen as "priceYen", o.used_point as "usedPoint",
           json_build_object('ja', p.name_ja, 'en', p.name_en) as name, m.display_name as "displayName",
           sold.at as "soldAt", returned.at as "returnedAt"
      from orders o join packs p on p.id = o.pack_id join members m on m.id = o.member_id
      left join lateral (select min(v.at) as at from order_moves v
                          where v.order_id = o.id and v.state = 'captured' and o.tender <> 'grant') sold on true
      left join lateral (select min(v.at) as at from order_moves v where v.order_id = o.id and v.state = 'refunded') returned on true
     where o.id = ${orderId} and o.member_id = ${memberId}`
  if (!row) return { isOwn: false, sale: undefined }
  return { isOwn: true, sale: row.soldAt === null ? undefined : { ...row, soldAt: row.soldAt } }
}

/** What was issued for an order so far. */
export const findReceipts = async (db: Db, orderId: string): Promise<Receipts> => {
  const rows = await db<Receipt[]>`
    select kind, number::int, issued_at as "issuedAt", details from receipts where order_id = ${orderId}`
  return Object.fromEntries(rows.map((row) => [row.kind, row]))
}

/** Holds an issuer's numbers until the transaction ends, so that they follow one another without a gap; answers the last one given. */
export const holdNumbers = async (db: Db, issuer: string): Promise<number> => {
  await db`insert into receipt_counters (issuer, last) values (${issuer}, 0) on conflict do nothing`
  const [row] = await db<{ last: number }[]>`
    select last::int from receipt_counters where issuer = ${issuer} for update`
  if (!row) throw new Error(`no numbers for ${issuer}`)
  return row.last
}

/** Numbers a receipt; the caller holds the numbers. */
export const insertReceipt = async (
  db: Db,
  receipt: { id: string; issuer: string; number: number; kind: ReceiptKind; details: ReceiptDetails },
): Promise<Receipt> => {
  const { id, issuer, number, kind, details } = receipt
  await db`update receipt_counters set last = ${number} where issuer = ${issuer} and last = ${number - 1}`
  const [row] = await db<{ issuedAt: Date }[]>`
    insert into receipts (id, order_id, kind, issuer, number, details)
    values (${id}, ${details.orderId}, ${kind}, ${issuer}, ${number}, ${db.json(details)})
    returning issued_at as "issuedAt"`
  if (!row) throw new Error(`receipt ${number} was not kept`)
  return { kind, number, issuedAt: row.issuedAt, details }
}
