import type { Words } from '@kura/contract/ids'
import type { Db } from '../../platform/db/connect.ts'

export type HolderSums = {
  /** Null: sales of items without a rights holder. */
  rightsHolderId: string | null
  name: Words | null
  /**
   * Delivered in the time asked for, what they sold for, and the royalty of them; what was undone
   * in it.
   */
  sales: number
  salesYen: number
  royaltyYen: number
  undoneYen: number
  /** Paid out in the time asked for. */
  paidYen: number
  /** As of now: held until sales clear, and payable. */
  heldYen: number
  payableYen: number
}
/** Days of Japan, both of them with it; undefined: from the beginning, until now. */
export type Period = { from: string | undefined; to: string | undefined }

const within = (db: Db, { from, to }: Period) => db`
  ${from === undefined ? db`true` : db`m.at >= ${from}::date::timestamp at time zone 'Asia/Tokyo'`}
  and ${to === undefined ? db`true` : db`m.at < (${to}::date + 1)::timestamp at time zone 'Asia/Tokyo'`}`

/** The books of each rights holder by id, then those of sales without one, if there are any. */
export const sumRoyalties = (db: Db, period: Period) => db<HolderSums[]>`
  with moved as (
    select t.rights_holder_id as holder, m.kind, t.price_yen, t.royalty_yen
      from ledger_movements m join trades t on t.id::text = m.cause
     where m.kind in ('trade-delivery', 'trade-undo') and ${within(db, period)}
  ), paid as (
    select split_part(e.account_id, ':', 2) as account, sum(e.amount) as yen
      from ledger_movements m join ledger_entries e on e.movement_id = m.id and e.amount > 0
     where m.kind = 'royalty-payment' and ${within(db, period)} group by 1
  )
  select h.id as "rightsHolderId", case when h.id is not null then json_build_object('ja', h.name_ja, 'en', h.name_en) end as name,
         coalesce(d.sales, 0)::int as sales, coalesce(d.price, 0)::float8 as "salesYen", coalesce(d.royalty, 0)::float8 as "royaltyYen",
         coalesce(d.undone, 0)::float8 as "undoneYen", coalesce(p.yen, 0)::float8 as "paidYen", coalesce(w.yen, 0)::float8 as "heldYen",
         coalesce(-a.balance, 0)::float8 as "payableYen"
    from (select id, name_ja, name_en from rights_holders union all select null, null, null) h
    left join lateral (
      select count(*) filter (where kind = 'trade-delivery') as sales,
             sum(price_yen) filter (where kind = 'trade-delivery') as price,
             sum(royalty_yen) filter (where kind = 'trade-delivery') as royalty,
             sum(royalty_yen) filter (where kind = 'trade-undo') as undone
        from moved where holder is not distinct from h.id) d on true
    left join lateral (
      select sum(royalty_yen) as yen from trades where state = 'delivered' and rights_holder_id is not distinct from h.id) w on true
    left join paid p on p.account = coalesce(h.id, 'unnamed')
    left join ledger_accounts a on a.id = 'royalties:' || coalesce(h.id, 'unnamed')
   where h.id is not null or d.sales > 0 or a.balance <> 0 or w.yen > 0
   order by h.id nulls last`

export const findHolder = async (db: Db, id: string): Promise<{ name: Words } | undefined> => {
  const [row] = await db<{ name: Words }[]>`
    select json_build_object('ja', name_ja, 'en', name_en) as name from rights_holders where id = ${id}`
  return row
}

/**
 * What can be paid out of an account now, held until the transaction ends; zero where there is
 * none.
 */
export const lockPayable = async (db: Db, account: string): Promise<number> => {
  const [row] = await db<{ yen: number }[]>`
    select (-balance)::float8 as yen from ledger_accounts where id = ${account} for no key update`
  return row?.yen ?? 0
}

export const isPaymentBooked = async (db: Db, paymentId: string): Promise<boolean> => {
  const rows = await db`select 1 from ledger_movements where kind = 'royalty-payment' and cause = ${paymentId}`
  return rows.length > 0
}
