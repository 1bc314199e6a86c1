import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testDatabase } from '@kura/db/test-database'
import { connect } from '../../platform/db/connect.ts'
import type { Sql } from '../../platform/db/connect.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { reservePack, seedPack, stockOf } from '../../checkout/order/testing/shop.ts'

const database = await testDatabase()
const sql = connect(database.url)
after(async () => {
  await sql.end()
  await database.close()
})

/**
 * The same database, where something happens once between the check of the terms and the
 * transaction.
 */
function whereMeanwhile(happens: () => Promise<unknown>): Sql {
  let isDone = false
  return new Proxy(sql, {
    get: (target, name, receiver) =>
      name !== 'begin'
        ? Reflect.get(target, name, receiver)
        : async (body: Parameters<Sql['begin']>[1]) => {
            if (!isDone) await happens()
            isDone = true
            return target.begin(body as never)
          },
  })
}

const byCard = { by: 'card', usedPoint: 0 } as const

async function seed() {
  const packId = await seedPack(sql, { units: 2, priceYen: 1100, saleEndsAt: '1 hour' })
  const { memberId } = await seedMember({ sql } as never, {})
  return { packId, memberId, isAdult: true }
}

test('the price of the order is the one in its transaction, not the one read before', async () => {
  const buyer = await seed()
  const changing = whereMeanwhile(() => sql`update packs set price_yen = 1500 where id = ${buyer.packId}`)
  const charged: number[] = []
  const { orderId, priceYen } = await reservePack({ sql: changing }, buyer, byCard, {
    alongside: async (_, reservation) => charged.push(reservation.priceYen),
  })
  const [order] = await sql`select price_yen as price from orders where id = ${orderId}`
  assert.deepEqual([priceYen, order?.['price'], ...charged], [1500, 1500, 1500])
})

test('a term that ends between the look and the transaction refuses, and nothing is taken', async () => {
  const buyer = await seed()
  const ending = whereMeanwhile(() => sql`update packs set sale_ends_at = kura_now() where id = ${buyer.packId}`)
  await assert.rejects(
    reservePack({ sql: ending }, buyer, byCard, { alongside: async () => assert.fail('nothing is charged') }),
    { code: 'PACK_SELLING_TERM_AFTER' },
  )
  const starting = await seed()
  const putOff = whereMeanwhile(
    () => sql`update packs set sale_starts_at = kura_now() + interval '1 minute' where id = ${starting.packId}`,
  )
  await assert.rejects(
    reservePack({ sql: putOff }, starting, byCard, { alongside: async () => assert.fail('nothing is charged') }),
    { code: 'PACK_SELLING_TERM_BEFORE' },
  )
  for (const { packId } of [buyer, starting])
    assert.deepEqual(await stockOf(sql, packId), { issued: 2, remaining: 2, reserved: 0, sold: 0 })
  assert.equal((await sql`select 1 from orders where pack_id in (${buyer.packId}, ${starting.packId})`).length, 0)
})
