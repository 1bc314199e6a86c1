import type { PointSummary } from '@kura/contract/money/point'
import { limitTo, offsetBy } from '../../platform/db/connect.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { RawPage } from '../../platform/http/paging.ts'

const expiringMost = 10

/** What a member can spend now, and what of it expires next. */
export const summarise = async (db: Db, memberId: string): Promise<PointSummary> => {
  const [row] = await db<[{ view: PointSummary }]>`
    with usable as (
      select kind, expires_at, sum(remaining)::bigint as amount from point_lots
       where member_id = ${memberId} and remaining > 0 and expires_at > kura_now() group by kind, expires_at
    ), next as (
      select * from usable order by expires_at, kind limit ${expiringMost}
    )
    select json_build_object(
      'balance', (select coalesce(sum(amount), 0) from usable),
      'paid', (select coalesce(sum(amount), 0) from usable where kind = 'paid'),
      'free', (select coalesce(sum(amount), 0) from usable where kind = 'free'),
      'expiring', (select coalesce(json_agg(json_build_object('kind', kind, 'amount', amount, 'expiresAt', expires_at)
                                            order by expires_at, kind), '[]') from next)) as view`
  return row.view
}

/** Every movement of a member's points, newest first. The cursor is the id of the last one. */
export const listMovements = async (
  db: Db,
  memberId: string,
  { limit, offset, after }: { limit: number; offset: number; after: string | undefined },
): Promise<RawPage> => {
  const [page] = await db<[RawPage]>`
    with chosen as (
      select m.id, m.kind, m.cause, m.reason, m.reason_ja, m.at, m.lot_id
        from ledger_movements m
       where m.member_id = ${memberId} and m.lot_id is not null ${after === undefined ? db`` : db`and m.id < ${after}`}
       order by m.id desc ${offsetBy(db, offset)} ${limitTo(db, limit + 1)}
    ), numbered as (
      select c.*, row_number() over (order by id desc) as n from chosen c
    )
    select coalesce(json_agg(json_build_object(
             'id', m.id, 'at', m.at, 'kind', l.kind,
             'event', case m.kind when 'point-grant' then 'granted' when 'point-spend' then 'spent' when 'point-return' then 'returned'
                                  when 'point-expiry' then 'expired' else 'withdrawn' end,
             'amount', e.amount, 'reason', json_build_object('ja', m.reason_ja, 'en', m.reason),
             'orderId', case when m.kind in ('point-spend', 'point-return') then split_part(m.cause, ':', 1)::uuid else l.order_id end,
             'expiresAt', l.expires_at) order by m.n) filter (where m.n <= ${limit}), '[]')::text as items,
           (array_agg(json_build_array(m.id) order by m.n) filter (
              where m.n = ${limit} and exists (select 1 from numbered where n > ${limit})))[1] as last
      from numbered m join point_lots l on l.id = m.lot_id
      join ledger_entries e on e.movement_id = m.id and e.account_id = 'member:' || l.member_id || ':points:' || l.kind`
  return page
}
