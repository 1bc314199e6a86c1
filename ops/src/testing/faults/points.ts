import { randomUUID } from 'node:crypto'
import type { Sql } from '@kura/server/platform/db/connect'
import { transaction } from '@kura/server/platform/db/transaction'
import { grantPoints } from '@kura/server/money/point/grant-points'

const reason = { ja: 'ためし', en: 'Trial' }

/** Grants a member points as a campaign does, valid for so many days. */
export const givePoints = (sql: Sql, memberId: string, amount: number, days = 180): Promise<boolean> =>
  transaction(sql, (db) =>
    grantPoints(db, { memberId, kind: 'free', amount, days, cause: `fault:${randomUUID()}`, reason }),
  )

/** What a member has: by the books, and in lots. */
export async function pointsOf(sql: Sql, memberId: string): Promise<{ booked: number; inLots: number }> {
  const [row] = await sql<[{ booked: number; inLots: number }]>`
    select (select coalesce(sum(balance), 0)::int from ledger_accounts where member_id = ${memberId}) as booked,
           (select coalesce(sum(remaining), 0)::int from point_lots where member_id = ${memberId}) as "inLots"`
  return row
}
