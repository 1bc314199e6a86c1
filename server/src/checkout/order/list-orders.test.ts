import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiInput, ApiOutput } from '@kura/contract/api'
import { OrderView } from '@kura/contract/checkout/order'
import { testWorld } from '../../testing/test-world.ts'
import { grantPack } from '../../shop/pack/grant-packs.ts'
import { refundByHand } from './refund-by-hand.ts'
import { seedBuyer, seedPack } from './testing/shop.ts'
import { buyBy, enterByCard, enterPaidy, givePoints, mixes, work } from './testing/tenders.ts'

type Query = ApiInput<'listOrders'>['query']

test('the own orders of every tender are listed newest first, of some states or tenders, page by page', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const packId = await seedPack(sql, { units: 12 })
  const buyer = await seedBuyer(world)
  await givePoints(world, buyer, 5000)
  const list = async (query: Query): Promise<ApiOutput<'listOrders'>> => {
    const listed = await world.call('listOrders', { query }, { session: buyer.session })
    assert.ok(listed.ok, JSON.stringify(listed))
    for (const item of listed.data.items) OrderView.parse(item)
    return listed.data
  }
  const ids = async (query: Query) => (await list(query)).items.map(({ orderId }) => orderId)
  const made: string[] = []
  for (const mix of mixes) made.unshift((await buyBy(world, buyer, packId, mix)).orderId)
  const giftPackId = await seedPack(sql)
  await sql`update packs set channel = 'passcode' where id = ${giftPackId}`
  made.unshift(
    await sql.begin((db) => grantPack(db, { memberId: buyer.memberId, packId: giftPackId, cause: 'passcode:t' })),
  )
  const waiting = await enterPaidy(world, buyer, packId)
  const left = await enterByCard(world, buyer, packId)
  assert.ok(waiting.ok && left.ok)
  await world.call('cancelOrder', { params: { orderId: left.data.orderId } }, { session: buyer.session })
  made.unshift(left.data.orderId, waiting.data.orderId)
  const refunded = made.at(-1) ?? ''
  await refundByHand(world.deps, { orderId: refunded, by: 't', reason: 'r', isDryRun: false }, () => {})
  await work(world)

  const all = await list({})
  const byTime = all.items.map(({ createdAt }) => createdAt)
  assert.deepEqual(byTime, byTime.toSorted().toReversed())
  assert.deepEqual(all.items.map(({ orderId }) => orderId).toSorted(), made.toSorted())
  const states = { refunded: 1, delivered: 5, reserved: 1, expired: 1 } as const
  for (const [state, count] of Object.entries(states))
    assert.equal((await ids({ state: state as keyof typeof states })).length, count, state)
  assert.deepEqual((await ids({ state: ['reserved', 'expired'] })).toSorted(), made.slice(0, 2).toSorted())
  assert.deepEqual(await ids({ state: 'quarantined' }), [])
  for (const [tender, count] of Object.entries({
    card: 2,
    paidy: 2,
    point: 1,
    'card-point': 1,
    'paidy-point': 1,
    grant: 1,
  }))
    assert.equal((await ids({ tender: tender as 'card' })).length, count, tender)
  assert.deepEqual(await ids({ tender: 'card', state: 'refunded' }), [refunded])

  for (const filter of [{}, { state: 'delivered' as const }, { tender: ['card' as const, 'paidy' as const] }]) {
    const seen: string[] = []
    for (let cursor: string | undefined = '', pages = 0; cursor !== undefined && pages < 20; pages += 1) {
      const page = await list({ ...filter, limit: 2, ...(cursor === '' ? {} : { cursor }) })
      assert.ok(page.items.length <= 2)
      seen.push(...page.items.map(({ orderId }) => orderId))
      cursor = page.cursor
    }
    assert.deepEqual(seen, await ids(filter))
    assert.ok(seen.length >= 4)
  }
  const stranger = await seedBuyer(world)
  const foreign = await world.call('listOrders', { query: {} }, { session: stranger.session })
  assert.deepEqual(foreign, { ok: true, data: { items: [] } })
})
