import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsRead } from '../../platform/db/testing/rows-read.ts'
import { seedLot, seedPurse } from './testing/purse.ts'
import { listMovements, summarise } from './view-queries.ts'
import { ownDatabase } from '../../platform/db/testing/own-database.ts'

const sql = await ownDatabase(2)

/** Lots of a member that are used up, each with its grant and what expired of it. */
async function addHistory(memberId: string, lots: number): Promise<void> {
  const own = `member:${memberId}:points:free`
  await sql.begin(async (db) => {
    await db`
      insert into point_lots (id, member_id, kind, cause, granted, remaining, expired, expires_at)
      select gen_random_uuid(), ${memberId}, 'free', 'bulk:' || gen_random_uuid(), 10, 0, 10, kura_now() - interval '1 day'
        from generate_series(1, ${lots}::int)`
    await db`
      with made as (
        insert into ledger_movements (id, kind, cause, reason, reason_ja, member_id, lot_id)
        select gen_random_uuid(), k, 'bulk:' || l.id, 'Trial', 'ためし', ${memberId}, l.id
          from point_lots l, unnest(array['point-grant', 'point-expiry']) k
         where l.member_id = ${memberId} and l.cause like 'bulk:%'
            on conflict do nothing returning id, kind
      )
      insert into ledger_entries (movement_id, account_id, amount)
      select id, ${own}, case kind when 'point-grant' then 10 else -10 end from made
      union all
      select id, case kind when 'point-grant' then 'points:granted:free' else 'points:expired:free' end,
             case kind when 'point-grant' then -10 else 10 end from made`
  })
  await sql`analyze point_lots, ledger_movements, ledger_entries`
}
const page = { limit: 24, offset: 0, after: undefined }

test('a page of point details reads as many rows after 300 movements as after 16,000, on the first page and deep down', async () => {
  const member = await seedPurse(sql)
  await seedLot(sql, member, { amount: 5 })
  const reads: Record<string, number>[] = []
  for (const lots of [150, 7850]) {
    await addHistory(member, lots)
    reads.push(await rowsRead(sql, (db) => listMovements(db, member, page)))
  }
  const [few = {}, many = {}] = reads
  assert.ok((many['ledger_movements'] ?? 0) > 0)
  for (const [table, rows] of Object.entries(many)) {
    assert.ok(rows <= 120, `${table}: ${rows} rows for a page of 24`)
    assert.ok(rows <= (few[table] ?? 0) + 30, `${table}: ${few[table]} rows grew to ${rows}`)
  }
  const [deep] = await sql<[{ id: string }]>`
    select id from ledger_movements where member_id = ${member} order by id desc offset 12000 limit 1`
  const below = { ...page, after: deep.id }
  assert.equal(JSON.parse((await listMovements(sql, member, below)).items).length, 24)
  for (const [table, rows] of Object.entries(await rowsRead(sql, (db) => listMovements(db, member, below))))
    assert.ok(rows <= 120, `${table}: ${rows} rows deep down`)
  // and the spendable points are not searched among used lots
  const sum = await rowsRead(sql, (db) => summarise(db, member))
  assert.ok((sum['point_lots'] ?? 0) <= 5, JSON.stringify(sum))
})
