import { limits } from '@kura/contract/limits'
import { ownName } from '../../identity/member/shown-member-queries.ts'
import type { Db } from '../../platform/db/connect.ts'

/** What a seller sold: the parts of the prices, and the tax in what we kept of each. */
export type SalesSums = {
  sales: number
  priceYen: number
  feeYen: number
  contentAccessYen: number
  taxYen: number
  royaltyYen: number
  proceedsYen: number
}
export type ReportSums = {
  addressee: string
  /** What was sold less what was undone in the month, for months with either. */
  months: (SalesSums & { month: number })[]
  sold: SalesSums
  undone: SalesSums
  paidOut: { payouts: number; transferredYen: number; feeYen: number }
  usedAsPointsYen: number
}

/** Midnight at the start of a month in Japan; month 13 is the next year's January. */
const startOf = (db: Db, year: string, month: number) =>
  db`(make_timestamp(${Number(year)}::int, 1, 1, 0, 0, 0) + make_interval(months => ${month - 1}::int)) at time zone 'Asia/Tokyo'`

/** The times from the start of the first month to the end of the last one. */
const within = (db: Db, column: 'delivered_at' | 'ended_at' | 'paid_at' | 'at', year: string, from = 1, to = 12) =>
  db`${db(column)} >= ${startOf(db, year, from)} and ${db(column)} < ${startOf(db, year, to + 1)}`

/** The sales of a seller in some months (sign 1), and those that were undone in them (sign −1). */
const lines = (db: Db, memberId: string, year: string, from = 1, to = 12) => db`
  select 1 as sign, delivered_at as at, * from trades
   where seller_id = ${memberId} and delivered_at is not null and ${within(db, 'delivered_at', year, from, to)}
  union all
  select -1, ended_at, * from trades
   where seller_id = ${memberId} and state = 'undone' and ${within(db, 'ended_at', year, from, to)}`

/** The tax in what we kept of trade `t`, rounded as on its statement. */
const tax = (db: Db) =>
  db`((t.fee_yen + t.content_access_yen) * ${limits.consumptionTaxPercent}::int / ${100 + limits.consumptionTaxPercent}::int)`

/** Whether a member has a summary of a year: from that of the first sale to the current one. */
export const hasReport = async (db: Db, memberId: string, year: string): Promise<boolean> => {
  const rows = await db`
    select 1 from seller_months
     where seller_id = ${memberId} and extract(year from kura_now() at time zone 'Asia/Tokyo') >= ${Number(year)}::int
    having extract(year from min(month)) <= ${Number(year)}::int`
  return rows.length > 0
}

/** What a year came to. */
export const sumReport = async (db: Db, memberId: string, year: string): Promise<{ now: Date; sums: ReportSums }> => {
  const sums = (sign: 'n' | 'sign') => {
    const factor = sign === 'n' ? db`1` : db`t.sign`
    return db`
      'sales', coalesce(sum(${factor}), 0), 'priceYen', coalesce(sum(${factor} * t.price_yen), 0),
      'feeYen', coalesce(sum(${factor} * t.fee_yen), 0), 'contentAccessYen', coalesce(sum(${factor} * t.content_access_yen), 0),
      'taxYen', coalesce(sum(${factor} * ${tax(db)}), 0), 'royaltyYen', coalesce(sum(${factor} * t.royalty_yen), 0),
      'proceedsYen', coalesce(sum(${factor} * t.proceeds_yen), 0)`
  }
  const [row] = await db<[{ now: Date; sums: ReportSums }]>`
    with lines as materialized (${lines(db, memberId, year)}), paid as (
      select 1 as sign, amount_yen, fee_yen from payouts
       where member_id = ${memberId} and paid_at is not null and ${within(db, 'paid_at', year)}
      union all
      select -1, amount_yen, fee_yen from payouts
       where member_id = ${memberId} and paid_at is not null and state = 'returned' and ${within(db, 'ended_at', year)}
    )
    select kura_now() as now, json_build_object(
      'addressee', (select coalesce(nullif(f.name, ''), ${ownName(db, 'm')}) from members m
                      left join professional_sellers f on f.member_id = m.id where m.id = ${memberId}),
      'months', (select coalesce(json_agg(month order by number), '[]') from (
                   select extract(month from t.at at time zone 'Asia/Tokyo')::int as number,
                          json_build_object('month', extract(month from t.at at time zone 'Asia/Tokyo')::int, ${sums('sign')}) as month
                     from lines t group by 1) months),
      'sold', (select json_build_object(${sums('n')}) from lines t where t.sign = 1),
      'undone', (select json_build_object(${sums('n')}) from lines t where t.sign = -1),
      'paidOut', (select json_build_object('payouts', coalesce(sum(sign), 0), 'transferredYen', coalesce(sum(sign * (amount_yen - fee_yen)), 0),
                                           'feeYen', coalesce(sum(sign * fee_yen), 0)) from paid),
      'usedAsPointsYen', (
        select coalesce(-sum(e.amount), 0) from ledger_movements m
          join ledger_entries e on e.movement_id = m.id and e.account_id = ${`member:${memberId}:proceeds`}
         where m.member_id = ${memberId} and m.kind = 'proceeds-use' and ${within(db, 'at', year)})) as sums`
  return row
}

export type ReportLine = {
  at: string
  kind: 'sale' | 'undone' | 'payout' | 'payout-return' | 'points'
  name: { ja: string; en: string } | null
  reference: string
  paper: number | null
  priceYen: number | null
  feeYen: number | null
  contentAccessYen: number | null
  taxYen: number | null
  royaltyYen: number | null
  proceedsYen: number | null
  transferredYen: number | null
  payoutFeeYen: number | null
  points: number | null
}

/** Every line of one month of a year, oldest first. */
export const listMonth = (db: Db, memberId: string, year: string, month: number) => db<ReportLine[]>`
  select to_char(x.at at time zone 'Asia/Tokyo', 'YYYY-MM-DD HH24:MI:SS') as at, x.kind, x.name, x.reference, r.number::int as paper,
         x.price as "priceYen", x.fee as "feeYen", x.access as "contentAccessYen", x.tax as "taxYen", x.royalty as "royaltyYen",
         x.proceeds as "proceedsYen", x.transferred as "transferredYen", x.payout_fee as "payoutFeeYen", x.points
    from (
      select t.at, case t.sign when 1 then 'sale' else 'undone' end as kind,
             json_build_object('ja', i.name_ja || ' #' || l.serial, 'en', i.name_en || ' #' || l.serial) as name, t.id::text as reference,
             t.id as order_id, null::uuid as payout_id, case t.sign when 1 then 'statement' else 'statement-return' end as paper_kind,
             t.sign * t.price_yen as price, t.sign * t.fee_yen as fee, t.sign * t.content_access_yen as access, t.sign * ${tax(db)} as tax,
             t.sign * t.royalty_yen as royalty, t.sign * t.proceeds_yen as proceeds, null::int as transferred, null::int as payout_fee,
             null::int as points
        from (${lines(db, memberId, year, month, month)}) t join listings l on l.id = t.listing_id join items i on i.id = l.item_id
      union all
      select p.paid_at, 'payout', null, p.number::text, null, p.id, 'payout', null, null, null, null, null, null,
             p.amount_yen - p.fee_yen, p.fee_yen, null
        from payouts p where p.member_id = ${memberId} and p.paid_at is not null and ${within(db, 'paid_at', year, month, month)}
      union all
      select p.ended_at, 'payout-return', null, p.number::text, null, p.id, 'payout-return', null, null, null, null, null, null,
             p.fee_yen - p.amount_yen, -p.fee_yen, null
        from payouts p
       where p.member_id = ${memberId} and p.paid_at is not null and p.state = 'returned' and ${within(db, 'ended_at', year, month, month)}
      union all
      select m.at, 'points', null, m.id::text, null, null, null, null, null, null, null, null, null, null, null, (-e.amount)::int
        from ledger_movements m join ledger_entries e on e.movement_id = m.id and e.account_id = ${`member:${memberId}:proceeds`}
       where m.member_id = ${memberId} and m.kind = 'proceeds-use' and ${within(db, 'at', year, month, month)}) x
    left join receipts r on r.kind = x.paper_kind and (r.order_id = x.order_id or r.payout_id = x.payout_id)
   order by x.at, x.reference`
