import { randomUUID } from 'node:crypto'
import type { Sql } from '../../../platform/db/connect.ts'
import { newId } from '../../../platform/db/id.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { grantPoints } from '../grant-points.ts'

export const words = { ja: 'ためし', en: 'Trial' }

/** A member without anything but a row. */
export async function seedPurse(sql: Sql, birthday: string | null = null): Promise<string> {
  const id = newId()
  await sql`insert into members (id, email, display_name, birthday) values (${id}, ${`${id}@example.jp`}, 'Tester', ${birthday})`
  return id
}

/** Points of a member, valid for so many days; returns the lot. */
export async function seedLot(
  sql: Sql,
  memberId: string,
  lot: { amount: number; days?: number; kind?: 'paid' | 'free' },
): Promise<string> {
  const { amount, days = 180, kind = 'free' } = lot
  const cause = `test:${randomUUID()}`
  await transaction(sql, (db) => grantPoints(db, { memberId, kind, amount, days, cause, reason: words }))
  const [row] = await sql<[{ id: string }]>`select id from point_lots where cause = ${cause}`
  return row.id
}

/** An order that holds a unit, for points to be spent on; nothing else of a purchase. */
export async function seedOrder(sql: Sql, memberId: string, packId: string, points: number, priceYen = points) {
  const [id, unitId] = [newId(), randomUUID()]
  await sql.begin(async (db) => {
    await db`
      insert into pack_units (id, pack_id, number, state)
      select ${unitId}, ${packId}, coalesce(max(number), 0) + 1, 'free' from pack_units where pack_id = ${packId}`
    await db`
      insert into orders (id, member_id, pack_id, unit_id, price_yen, used_point, tender, state, lease_until)
      values (${id}, ${memberId}, ${packId}, ${unitId}, ${priceYen}, ${points},
              ${points === priceYen ? 'point' : points === 0 ? 'card' : 'card-point'}, 'reserved', kura_now() + interval '10 minutes')`
    await db`update pack_units set state = 'reserved', order_id = ${id} where id = ${unitId}`
    await db`insert into order_moves (order_id, number, state) values (${id}, 1, 'reserved')`
  })
  return id
}

/** What lies in a member's lots and what the ledger says, by kind. */
export async function balances(sql: Sql, memberId: string) {
  const [row] = await sql<[{ paid: number; free: number; lots: number }]>`
    select coalesce(sum(balance) filter (where id like '%:paid'), 0)::int as paid,
           coalesce(sum(balance) filter (where id like '%:free'), 0)::int as free,
           (select coalesce(sum(remaining), 0)::int from point_lots where member_id = ${memberId}) as lots
      from ledger_accounts where member_id = ${memberId}`
  return row
}
