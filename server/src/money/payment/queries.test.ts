import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Sql } from '../../platform/db/connect.ts'
import { rowsRead } from '../../platform/db/testing/rows-read.ts'
import { seedPack } from '../../checkout/order/testing/shop.ts'
import { seedPurse } from '../point/testing/purse.ts'
import { claimNotice, insertNotice, insertStray, isCardPayment, isPaidyPayment } from './notice-queries.ts'
import * as payments from './queries.ts'
import { ownDatabase } from '../../platform/db/testing/own-database.ts'

const sql = await ownDatabase(2)

/** Orders that ended long ago with a refused payment each, and notices that were handled. */
async function addHistory(count: number): Promise<void> {
  const [member, pack] = [await seedPurse(sql), await seedPack(sql)]
  await sql`
    with made as (
      insert into orders (id, member_id, pack_id, price_yen, tender, state, created_at)
      select gen_random_uuid(), ${member}, ${pack}, 1100, 'card', 'expired', kura_now() - interval '30 days'
        from generate_series(1, ${count}::int) returning id
    )
    insert into payments (id, order_id, attempt, gateway_order_id, amount_yen, access_id, ret_url, state, error, created_at, worked_until)
    select gen_random_uuid(), id, 1, id::text, 1100, id::text, '/', 'declined', case when random() < 0.5 then '42G120000' end,
           kura_now() - interval '30 days', kura_now() - interval '30 days' from made`
  await sql`
    insert into gateway_notices (id, gateway, gateway_order_id, worked_until, handled_at, compared_at)
    select gen_random_uuid(), 'card', n::text, kura_now() - interval '2 days', kura_now() - interval '2 days', kura_now()
      from generate_series(1, ${count}::int) n`
  await sql`analyze orders, payments, gateway_notices`
}

test('what the worker and a returning buyer look for is found without reading what is long over', async () => {
  await addHistory(20_000)
  const [some] = await sql<[{ id: string; orderId: string; accessId: string }]>`
    select id, order_id as "orderId", access_id as "accessId" from payments limit 1`
  await insertNotice(sql, { id: some.id, gateway: 'card', ref: some.accessId, origin: 'notice' })
  const reads: Record<string, (db: Sql) => Promise<unknown>> = {
    'due payments': (db) => payments.listDue(db, 100),
    'payments in doubt': (db) => payments.listDoubtful(db, 100),
    'the payment of an order': (db) => payments.findByOrder(db, some.orderId),
    'the payment by its name at the gateway': (db) => payments.findByAccessId(db, some.accessId),
    'the payment of a notice': (db) => payments.findByGatewayOrderId(db, some.accessId),
    'a notice that waits already': (db) =>
      insertNotice(db, { id: some.orderId, gateway: 'card', ref: some.accessId, origin: 'notice' }),
    'whether a notice is about a payment of ours': (db) => isCardPayment(db, some.accessId),
    'whether a notice of the provider is': (db) => isPaidyPayment(db, 'pay_1'),
    'a notice about nothing of ours': (db) => insertStray(db, { id: randomUUID(), gateway: 'card', ref: 'NOTHING' }),
    'waiting notices': (db) => claimNotice(db, 'card'),
  }
  for (const [what, query] of Object.entries(reads)) {
    const read = await rowsRead(sql, (db) => query(db as Sql))
    for (const [table, rows] of Object.entries(read)) assert.ok(rows <= 5, `${what}: ${rows} rows of ${table}`)
  }
  assert.ok(await payments.findByAccessId(sql, some.accessId))
})
