import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { rowsRead } from '../../platform/db/testing/rows-read.ts'
import { seedPurse } from '../../money/point/testing/purse.ts'
import { seedPack } from './testing/shop.ts'
import { findOwn, listOwn } from './view-queries.ts'
import { ownDatabase } from '../../platform/db/testing/own-database.ts'

const sql = await ownDatabase(2)
let packId: string
before(async () => {
  packId = await seedPack(sql)
})

/** Orders of a member that ended, a second apart, each with its two moves. */
async function addOrders(memberId: string, count: number): Promise<void> {
  await sql`
    with made as (
      insert into orders (id, member_id, pack_id, price_yen, tender, state, created_at)
      select gen_random_uuid(), ${memberId}, ${packId}, 1100, 'card', 'expired', kura_now() - make_interval(secs => n)
        from generate_series(1, ${count}::int) n returning id
    )
    insert into order_moves (order_id, number, state)
    select id, m, case m when 1 then 'reserved' else 'expired' end from made, generate_series(1, 2) m`
  await sql`analyze orders, order_moves`
}
const page = { limit: 24, offset: 0, after: undefined, states: undefined, tenders: undefined }

test('a page of orders reads as many rows after 300 orders as after 20,000, on the first page and deep down', async () => {
  const member = await seedPurse(sql)
  const reads: Record<string, number>[] = []
  for (const more of [300, 19_700]) {
    await addOrders(member, more)
    reads.push(await rowsRead(sql, (db) => listOwn(db, member, page)))
  }
  const [few = {}, many = {}] = reads
  assert.ok((many['orders'] ?? 0) > 0)
  for (const [table, rows] of Object.entries(many)) {
    assert.ok(rows <= 120, `${table}: ${rows} rows for a page of 24`)
    assert.ok(rows <= (few[table] ?? 0) + 30, `${table}: ${few[table]} rows grew to ${rows}`)
  }
  const [deep] = await sql<[{ at: string; id: string }]>`
    select created_at::text as at, id from orders where member_id = ${member} order by created_at desc offset 15000 limit 1`
  const below = { ...page, after: [deep.at, deep.id] as [string, string] }
  const last = await listOwn(sql, member, below)
  assert.equal(JSON.parse(last.items).length, 24)
  for (const [table, rows] of Object.entries(await rowsRead(sql, (db) => listOwn(db, member, below))))
    assert.ok(rows <= 120, `${table}: ${rows} rows deep down`)
})

test('one order is found by its id among other members’ orders', async () => {
  const member = await seedPurse(sql)
  await addOrders(member, 1)
  await addOrders(await seedPurse(sql), 5000)
  const [row] = await sql<[{ id: string }]>`select id from orders where member_id = ${member}`
  const read = await rowsRead(sql, (db) => findOwn(db, row.id, member))
  assert.equal(read['orders'], 1)
  for (const [table, rows] of Object.entries(read)) assert.ok(rows <= 10, `${table}: ${rows}`)
})
