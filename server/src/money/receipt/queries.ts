import { ownName, shownName } from '../../identity/member/shown-member-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { PaidPayout } from './payout-statement.ts'
import type { Numbered } from './issue.ts'
import type { Sale } from './receipt.ts'
import type { SoldListing } from './statement.ts'

/** What was sold: pack `p`, or the item `i` and serial of listing `l`. */
const nameOf = (db: Db) => db`
  case when l.id is null then json_build_object('ja', p.name_ja, 'en', p.name_en)
       else json_build_object('ja', i.name_ja || ' #' || l.serial, 'en', i.name_en || ' #' || l.serial) end`

/** A member's own paid order that is no grant; undefined for any other. */
export const findSale = async (
  db: Db,
  orderId: string,
  memberId: string,
): Promise<{ isOwn: boolean; sale: Sale | undefined }> => {
  const [row] = await db<(Omit<Sale, 'soldAt'> & { soldAt: Date | null })[]>`
    select o.id as "orderId", o.tender, o.price_yen as "priceYen", o.used_point as "usedPoint",
           ${nameOf(db)} as name, ${ownName(db, 'm')} as "displayName",
           case when t.id is not null then json_build_object(
             'name', coalesce(nullif(f.name, ''), ${shownName(db, 's')}), 'isRegistered', t.seller_registration <> '') end as seller,
           case when o.listing_id is null then sold.at else t.delivered_at end as "soldAt", returned.at as "returnedAt"
      from orders o left join packs p on p.id = o.pack_id left join listings l on l.id = o.listing_id left join items i on i.id = l.item_id
      join members m on m.id = o.member_id
      left join trades t on t.id = o.id left join members s on s.id = t.seller_id
      left join professional_sellers f on f.member_id = t.seller_id
      left join lateral (select min(v.at) as at from order_moves v
                          where v.order_id = o.id and v.state = 'captured' and o.tender <> 'grant') sold on true
      left join lateral (select min(v.at) as at from order_moves v where v.order_id = o.id and v.state = 'refunded') returned on true
     where o.id = ${orderId} and o.member_id = ${memberId}`
  if (!row) return { isOwn: false, sale: undefined }
  return { isOwn: true, sale: row.soldAt === null ? undefined : { ...row, soldAt: row.soldAt } }
}

/** A member's own listing that was sold and delivered; undefined `sold` while it was not. */
export const findSoldListing = async (
  db: Db,
  listingId: string,
  memberId: string,
): Promise<{ isOwn: boolean; sold: SoldListing | undefined }> => {
  const [row] = await db<(SoldListing & { isSold: boolean })[]>`
    select t.id is not null as "isSold", ${soldColumns(db)}
      from listings l join items i on i.id = l.item_id join members s on s.id = l.seller_id ${tradeOf(db)}
     where l.id = ${listingId} and l.seller_id = ${memberId}`
  if (!row) return { isOwn: false, sold: undefined }
  const { isSold, ...sold } = row
  return { isOwn: true, sold: isSold ? sold : undefined }
}

/** A delivered trade with its listing. */
export const findSoldTrade = async (db: Db, tradeId: string): Promise<SoldListing | undefined> => {
  const [row] = await db<SoldListing[]>`
    select ${soldColumns(db)} from trades w join listings l on l.id = w.listing_id join items i on i.id = l.item_id
      join members s on s.id = l.seller_id ${tradeOf(db)}
     where w.id = ${tradeId} and t.id = w.id`
  return row
}

const tradeOf = (db: Db) => db`
  left join trades t on t.listing_id = l.id and t.delivered_at is not null
  left join professional_sellers f on f.member_id = l.seller_id`
const soldColumns = (db: Db) => db`
  t.id as "tradeId", json_build_object('ja', i.name_ja || ' #' || l.serial, 'en', i.name_en || ' #' || l.serial) as name,
  coalesce(nullif(f.name, ''), ${ownName(db, 's')}) as "sellerName", t.seller_registration as "sellerRegistration", t.price_yen as "priceYen",
  t.fee_yen as "feeYen", t.royalty_yen as "royaltyYen", t.content_access_yen as "contentAccessYen", t.proceeds_yen as "proceedsYen",
  t.delivered_at as "deliveredAt", t.clears_at as "clearsAt", case t.state when 'undone' then t.ended_at end as "undoneAt"`

/** A member's own payout that the bank paid; undefined `paid` while it did not. */
export const findPaidPayout = async (
  db: Db,
  payoutId: string,
  memberId: string,
): Promise<{ isOwn: boolean; paid: PaidPayout | undefined }> => {
  const [row] = await db<(Omit<PaidPayout, 'paidAt'> & { paidAt: Date | null })[]>`
    select p.id as "payoutId", p.number::float8 as number, a.holder, b.name as "bankName", r.name as "branchName",
           right(a.account_number, 3) as "accountEnd", p.amount_yen as "amountYen", p.fee_yen as "feeYen",
           p.requested_at as "requestedAt", p.paid_at as "paidAt", case p.state when 'returned' then p.ended_at end as "returnedAt"
      from payouts p join payout_accounts a on a.id = p.account_id join banks b on b.code = a.bank_code
      join bank_branches r on r.bank_code = a.bank_code and r.code = a.branch_code
     where p.id = ${payoutId} and p.member_id = ${memberId}`
  if (!row) return { isOwn: false, paid: undefined }
  return { isOwn: true, paid: row.paidAt === null ? undefined : { ...row, paidAt: row.paidAt } }
}

/** What a document is about: an order (a trade has its order's id), or a payout. */
export type Subject = { orderId: string } | { payoutId: string }

/** What was issued about a subject so far, by kind. */
export const findIssued = async <Kind extends string, Details>(
  db: Db,
  subject: Subject,
  kinds: readonly Kind[],
): Promise<Partial<Record<Kind, Numbered<Kind, Details>>>> => {
  const rows = (await db`
    select kind, number::int, issued_at as "issuedAt", details from receipts
     where ${'orderId' in subject ? db`order_id = ${subject.orderId}` : db`payout_id = ${subject.payoutId}`}
       and kind = any(${[...kinds]})`) as unknown as Numbered<Kind, Details>[]
  return Object.fromEntries(rows.map((row) => [row.kind, row])) as Partial<Record<Kind, Numbered<Kind, Details>>>
}

/**
 * Locks an issuer's numbers until the transaction ends, so that they have no gaps; returns the last
 * one.
 */
export const holdNumbers = async (db: Db, issuer: string): Promise<number> => {
  await db`insert into receipt_counters (issuer, last) values (${issuer}, 0) on conflict do nothing`
  const [row] = await db<{ last: number }[]>`
    select last::int from receipt_counters where issuer = ${issuer} for update`
  if (!row) throw new Error(`no numbers for ${issuer}`)
  return row.last
}

/** Numbers a document; the caller holds the numbers. */
export const insertReceipt = async <Kind extends string, Details extends object>(
  db: Db,
  receipt: { id: string; issuer: string; subject: Subject; number: number; kind: Kind; details: Details },
): Promise<Numbered<Kind, Details>> => {
  const { id, issuer, subject, number, kind, details } = receipt
  const about = { orderId: null, payoutId: null, ...subject }
  await db`update receipt_counters set last = ${number} where issuer = ${issuer} and last = ${number - 1}`
  const [row] = await db<{ issuedAt: Date }[]>`
    insert into receipts (id, order_id, payout_id, kind, issuer, number, details)
    values (${id}, ${about.orderId}, ${about.payoutId}, ${kind}, ${issuer}, ${number}, ${db.json(details as never)})
    returning issued_at as "issuedAt"`
  if (!row) throw new Error(`receipt ${number} was not kept`)
  return { kind, number, issuedAt: row.issuedAt, details }
}
