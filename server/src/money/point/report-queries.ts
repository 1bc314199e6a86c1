import type { PointKind } from '@kura/contract/money/point'
import type { Db } from '../../platform/db/connect.ts'

type Sums = { issued: number; used: number; expired: number; unused: number }

/** Whether a day has ended in Japan. */
export async function isDayOver(db: Db, day: string): Promise<boolean> {
  const [row] = await db<[{ isOver: boolean }]>`
    select (kura_now() at time zone 'Asia/Tokyo')::date > ${day}::date as "isOver"`
  return row.isOver
}

/** What the ledger knows of all points up to the end of a day in Japan. */
export async function sumUntil(db: Db, day: string): Promise<Record<PointKind, Sums>> {
  const rows = await db<(Sums & { kind: PointKind })[]>`
    select k.kind, coalesce(-sum(e.amount) filter (where e.account_id = 'points:granted:' || k.kind), 0)::float8 as issued,
           coalesce(sum(e.amount) filter (where e.account_id = 'points:spent:' || k.kind), 0)::float8 as used,
           coalesce(sum(e.amount) filter (where e.account_id = 'points:expired:' || k.kind), 0)::float8 as expired,
           coalesce(sum(e.amount) filter (where a.kind = 'member'), 0)::float8 as unused
      from (values ('paid'), ('free')) k (kind)
      left join (
        ledger_entries e
        join ledger_movements m on m.id = e.movement_id and m.at < (${day}::date + 1)::timestamp at time zone 'Asia/Tokyo'
        join ledger_accounts a on a.id = e.account_id and a.unit = 'point'
      ) on e.account_id like '%:' || k.kind
     group by k.kind`
  const none = { issued: 0, used: 0, expired: 0, unused: 0 }
  const of = (kind: PointKind): Sums => {
    const { issued, used, expired, unused } = rows.find((row) => row.kind === kind) ?? none
    return { issued, used, expired, unused }
  }
  return { paid: of('paid'), free: of('free') }
}
