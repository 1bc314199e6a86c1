import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsRead } from '../../platform/db/testing/rows-read.ts'
import { seedPack } from '../../checkout/order/testing/shop.ts'
import { seedPurse } from '../../money/point/testing/purse.ts'
import { listUnopened } from './view-queries.ts'
import { ownDatabase } from '../../platform/db/testing/own-database.ts'

const sql = await ownDatabase(2)

/** Delivered packs of a member, each later than those before. */
async function deliver(packId: string, memberId: string, count: number): Promise<void> {
  // units and what refers to them come together
  await sql.begin(async (db) => {
    await db`set local session_replication_role = replica`
    await db`
      with made as (
        insert into orders (id, member_id, pack_id, unit_id, price_yen, tender, state)
        select uuidv7(), ${memberId}, ${packId}, gen_random_uuid(), 1100, 'card', 'delivered'
          from generate_series(1, ${count}::int) returning id, unit_id
      )
      insert into pack_units (id, pack_id, number, state, order_id)
      select unit_id, ${packId}, (select coalesce(max(number), 0) from pack_units) + row_number() over (), 'sold', id from made`
  })
}

test('a page of unopened packs reads neither what others bought since nor the rest of the own', async () => {
  const packId = await seedPack(sql)
  const [own, other] = [await seedPurse(sql), await seedPurse(sql)]
  await deliver(packId, own, 2000)
  await deliver(packId, other, 4000)
  await sql`analyze orders, openings`
  for (const memberId of [own, other]) {
    const page = { limit: 24, offset: 0, after: undefined }
    let found: string[] = []
    const read = await rowsRead(sql, async (db) => {
      found = (await listUnopened(db, memberId, page)).map(({ view }) => view.orderId)
    })
    const newest = await sql<{ id: string }[]>`
      select id from orders where member_id = ${memberId} order by id desc limit 25`
    assert.deepEqual(
      found,
      newest.map(({ id }) => id),
    )
    assert.ok((read['orders'] ?? 0) >= 25 && (read['orders'] ?? 0) <= 60, `${read['orders']} orders for a page of 24`)
  }
})
