import type { Payout, SalesSummary } from '@kura/contract/money/payout'
import { limitTo, offsetBy } from '../../platform/db/connect.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { RawPage } from '../../platform/http/paging.ts'

type Page = { limit: number; offset: number; after: string | undefined }

/** The contract's Payout from payout `p`, account `a`, bank `b`, branch `r`, batch `k`. */
const payoutJson = (db: Db) => db`
  json_build_object(
    'payoutId', p.id, 'number', p.number, 'state', p.state, 'amountYen', p.amount_yen, 'feeYen', p.fee_yen,
    'bankName', b.name, 'branchName', r.name,
    'accountNumber', case when a.account_number = '' then '' else '••••' || right(a.account_number, 3) end,
    'isBranchClosed', r.closed_at is not null or b.closed_at is not null, 'requestedAt', p.requested_at, 'payOn', k.pay_on::text, 'paidAt', p.paid_at, 'endedAt', p.ended_at,
    'reason', p.reason)`
const joined = (db: Db) => db`
  join payout_accounts a on a.id = p.account_id join banks b on b.code = a.bank_code
  join bank_branches r on r.bank_code = a.bank_code and r.code = a.branch_code left join payout_batches k on k.number = p.batch`

export const findOwn = async (db: Db, payoutId: string, memberId: string): Promise<Payout | undefined> => {
  const [row] = await db<{ view: Payout }[]>`
    select ${payoutJson(db)} as view from payouts p ${joined(db)} where p.id = ${payoutId} and p.member_id = ${memberId}`
  return row?.view
}

/** A member's payouts, newest first. */
export const listOwn = async (db: Db, memberId: string, { limit, offset, after }: Page): Promise<RawPage> => {
  const [page] = await db<[RawPage]>`
    with chosen as (
      select p.* from payouts p
       where p.member_id = ${memberId} ${after === undefined ? db`` : db`and p.id < ${after}`}
       order by p.id desc ${offsetBy(db, offset)} ${limitTo(db, limit + 1)}
    ), numbered as (
      select id, row_number() over (order by id desc) as n from chosen
    )
    select coalesce(json_agg(${payoutJson(db)} order by w.n) filter (where w.n <= ${limit}), '[]')::text as items,
           (array_agg(json_build_array(p.id) order by w.n) filter (
              where w.n = ${limit} and exists (select 1 from numbered where n > ${limit})))[1] as last
      from numbered w join payouts p on p.id = w.id ${joined(db)}`
  return page
}

const monthsMost = 24

/**
 * Where a member's proceeds are, and sales by month in Japan. It costs the same for any number of
 * sales: balances are read from the ledger's accounts, months from what a trigger counts.
 */
export const summariseSales = async (
  db: Db,
  memberId: string,
): Promise<Omit<SalesSummary, 'payoutLeastYen' | 'payoutFeeYen'>> => {
  const balance = (account: string) => db`
    coalesce((select balance from ledger_accounts where id = ${`member:${memberId}:${account}`}), 0)`
  const [row] = await db<[{ view: Omit<SalesSummary, 'payoutLeastYen' | 'payoutFeeYen'> }]>`
    with months as (
      select * from seller_months where seller_id = ${memberId}
    ), this_month as (
      select date_trunc('month', kura_now() at time zone 'Asia/Tokyo')::date as month
    )
    select json_build_object(
      'clearingYen', ${balance('proceeds-held')},
      'nextClearsAt', (select min(clears_at) from trades where seller_id = ${memberId} and state = 'delivered'),
      'payableYen', ${balance('proceeds')}, 'onItsWayYen', ${balance('payouts')},
      'paidOutYen', (select coalesce(sum(amount_yen), 0) from payouts where member_id = ${memberId} and state = 'paid'),
      'usedAsPointsYen', (
        select coalesce(-sum(e.amount), 0) from ledger_movements m
          join ledger_entries e on e.movement_id = m.id and e.account_id = ${`member:${memberId}:proceeds`}
         where m.member_id = ${memberId} and m.kind = 'proceeds-use'),
      'months', (
        select coalesce(json_agg(json_build_object(
                 'month', to_char(m.month, 'YYYY-MM'), 'sales', m.sales, 'priceYen', m.price_yen, 'feeYen', m.fee_yen,
                 'royaltyYen', m.royalty_yen, 'contentAccessYen', m.content_access_yen, 'proceedsYen', m.proceeds_yen)
                 order by m.month desc), '[]')
          from months m, this_month n where m.sales > 0 and m.month > n.month - make_interval(months => ${monthsMost})),
      'years', (
        select coalesce(json_agg(year order by year desc), '[]')
          from this_month n, generate_series((select extract(year from min(month))::int from months), extract(year from n.month)::int) year)) as view`
  return row.view
}

/** A seller's delivered sales, newest first, with what each price came to. */
export const listSales = async (db: Db, memberId: string, { limit, offset, after }: Page): Promise<RawPage> => {
  const [page] = await db<[RawPage]>`
    with chosen as (
      select t.* from trades t
       where t.seller_id = ${memberId} and t.delivered_at is not null ${after === undefined ? db`` : db`and t.id < ${after}`}
       order by t.id desc ${offsetBy(db, offset)} ${limitTo(db, limit + 1)}
    ), numbered as (
      select c.*, row_number() over (order by id desc) as n from chosen c
    )
    select coalesce(json_agg(json_build_object(
             'tradeId', t.id, 'listingId', t.listing_id, 'tokenId', t.token_id::text,
             'name', json_build_object('ja', i.name_ja || ' #' || l.serial, 'en', i.name_en || ' #' || l.serial),
             'state', case t.state when 'delivered' then 'clearing' when 'settled' then 'payable' else 'undone' end,
             'priceYen', t.price_yen, 'feeYen', t.fee_yen, 'royaltyYen', t.royalty_yen, 'contentAccessYen', t.content_access_yen,
             'proceedsYen', t.proceeds_yen, 'deliveredAt', t.delivered_at, 'clearsAt', t.clears_at,
             'undoneAt', case t.state when 'undone' then t.ended_at end) order by t.n) filter (where t.n <= ${limit}), '[]')::text as items,
           (array_agg(json_build_array(t.id) order by t.n) filter (
              where t.n = ${limit} and exists (select 1 from numbered where n > ${limit})))[1] as last
      from numbered t join listings l on l.id = t.listing_id join items i on i.id = l.item_id`
  return page
}

/**
 * Movements of a member's payable proceeds before a time, newest first: those that became points,
 * or all the others. Movements of one moment stay together, since the next page begins before it.
 */
export const listMovements = async (
  db: Db,
  memberId: string,
  { before, limit, isUsed }: { before: string | undefined; limit: number; isUsed: boolean },
): Promise<string> => {
  const [row] = await db<[{ items: string }]>`
    select coalesce(json_agg(view order by at desc, id desc), '[]')::text as items from (
      select m.id, m.at, json_build_object(
               'id', m.id, 'registeredAt', m.at,
               'event', case m.kind when 'proceeds-credit' then 'credited' when 'proceeds-return' then 'withdrawn'
                                    when 'payout-request' then 'requested' when 'proceeds-use' then 'used' else 'returned' end,
               'amount', e.amount, 'reason', json_build_object('ja', m.reason_ja, 'en', m.reason)) as view
        from ledger_movements m
        join ledger_entries e on e.movement_id = m.id and e.account_id = ${`member:${memberId}:proceeds`}
       where m.member_id = ${memberId} and m.lot_id is null and ${isUsed ? db`m.kind = 'proceeds-use'` : db`m.kind in ('proceeds-credit', 'proceeds-return', 'payout-request', 'payout-cancel', 'payout-return')`}
         and ${before === undefined ? db`true` : db`m.at < ${before}::timestamptz`}
       order by m.at desc fetch first ${limit} rows with ties) found`
  return row.items
}
