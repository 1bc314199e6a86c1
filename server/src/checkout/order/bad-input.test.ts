import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { buy, cardToken, enter, enterAndPass, seedBuyer, seedPack } from './testing/shop.ts'

type Bad = [name: string, url: string, body: unknown, status: number, code: string, headers?: Record<string, string>]

/** Everything in which money or goods could show up. */
async function pictureOf({ deps }: TestWorld): Promise<unknown> {
  const tables = ['orders', 'order_moves', 'payments', 'pack_stocks', 'pack_holdings', 'openings', 'ledger_entries']
  const rows = []
  for (const table of tables) rows.push([...(await deps.sql`select * from ${deps.sql(table)} order by 1, 2`)])
  return rows
}

async function post(world: TestWorld, url: string, body: unknown, headers: Record<string, string>) {
  const answer = await world.http.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return [answer.statusCode, answer.json().errorCode]
}

const undeclared = async ({ deps }: TestWorld) => {
  const { values } = await deps.metrics.undeclaredErrors.get()
  return values.reduce((sum, { value }) => sum + value, 0)
}

test('bad input to new-card is refused by name and changes nothing', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const packId = await seedPack(sql, { units: 2 })
  const [soldOut, coming, over, limited] = [
    await seedPack(sql, { units: 1 }),
    await seedPack(sql, { saleStartsAt: '1 hour' }),
    await seedPack(sql, { saleStartsAt: '-2 hours', saleEndsAt: '-1 hour' }),
    await seedPack(sql, { perMemberLimit: 1 }),
  ]
  const buyer = await seedBuyer(world)
  const guest = await seedMember(world.deps)
  await enterAndPass(world, buyer, soldOut)
  await enterAndPass(world, buyer, limited)
  const ok = { retUrl: '/', paymentToken: 'f'.repeat(64) }
  const url = (id: string) => `/api/packs/${id}/entry-order/new-card`
  const key = (value: string) => ({ 'idempotency-key': value })
  const cases: Bad[] = [
    ['no body', url(packId), '', 400, 'INVALID_REQUEST_FORMAT'],
    ['not JSON', url(packId), '{', 400, 'INVALID_REQUEST_FORMAT'],
    ['an array', url(packId), [], 400, 'INVALID_REQUEST_FORMAT'],
    ['missing token', url(packId), { retUrl: '/' }, 400, 'INVALID_REQUEST_FORMAT'],
    ['missing return', url(packId), { paymentToken: 'x' }, 400, 'INVALID_REQUEST_FORMAT'],
    ['wrong type', url(packId), { ...ok, paymentToken: 1 }, 400, 'INVALID_REQUEST_FORMAT'],
    ['empty token', url(packId), { ...ok, paymentToken: '' }, 400, 'INVALID_REQUEST_FORMAT'],
    ['long token', url(packId), { ...ok, paymentToken: 'f'.repeat(129) }, 400, 'INVALID_REQUEST_FORMAT'],
    ['long return', url(packId), { ...ok, retUrl: `/${'a'.repeat(2048)}` }, 400, 'INVALID_REQUEST_FORMAT'],
    ["a price of one's own", url(packId), { ...ok, priceYen: 1 }, 409, 'TRADE_PRICE_CHANGED'],
    ['a price below zero', url(packId), { ...ok, priceYen: -1 }, 400, 'INVALID_REQUEST_FORMAT'],
    ['parts of a yen', url(packId), { ...ok, priceYen: 1.5 }, 400, 'INVALID_REQUEST_FORMAT'],
    ['a quantity', url(packId), { ...ok, count: -1 }, 400, 'INVALID_REQUEST_FORMAT'],
    ['prototype', url(packId), '{"__proto__":{"a":1},"retUrl":"/","paymentToken":"x"}', 400, 'INVALID_REQUEST_FORMAT'],
    ['oversized', url(packId), { ...ok, retUrl: 'a'.repeat(70_000) }, 413, 'UPLOAD_TOO_LARGE'],
    ['another type', url(packId), 'retUrl=/', 415, 'UNSUPPORTED_MEDIA', { 'content-type': 'text/plain' }],
    [
      'a form',
      url(packId),
      'retUrl=%2F',
      415,
      'UNSUPPORTED_MEDIA',
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
    ['short key', url(packId), ok, 400, 'INVALID_REQUEST_FORMAT', key('short')],
    ['bad key', url(packId), ok, 400, 'INVALID_REQUEST_FORMAT', key('no spaces here')],
    ['unknown pack', url('nowhere'), ok, 404, 'NOT_FOUND'],
    ['bad pack id', url('No%20Pack'), ok, 404, 'NOT_FOUND'],
    ['sold out', url(soldOut), ok, 500, 'PACK_OUT_OF_STOCK'],
    ['before its term', url(coming), ok, 403, 'PACK_SELLING_TERM_BEFORE'],
    ['after its term', url(over), ok, 403, 'PACK_SELLING_TERM_AFTER'],
    ['over the limit', url(limited), ok, 409, 'PACK_LIMIT_REACHED'],
    ['no wallet', url(packId), ok, 403, 'WALLET_REQUIRED', { 'x-auth-session': `Bearer ${guest.session}` }],
    ['no session', url(packId), ok, 401, 'UNAUTHORIZED', { 'x-auth-session': '' }],
    ['a wrong session', url(packId), ok, 401, 'INVALID_SESSION', { 'x-auth-session': `Bearer ${'a'.repeat(43)}` }],
  ]
  const before = await pictureOf(world)
  for (const [name, path, body, status, code, headers] of cases) {
    const response = await post(world, path, body, { 'x-auth-session': `Bearer ${buyer.session}`, ...headers })
    assert.deepEqual(response, [status, code], name)
  }
  assert.deepEqual(await pictureOf(world), before)

  // an unknown card token is the gateway's to refuse; the order ends and the stock is as before
  const response = await post(world, url(packId), ok, { 'x-auth-session': `Bearer ${buyer.session}` })
  assert.deepEqual(response, [400, 'PAYMENT_DECLINED'])
  const [stock] = await sql`select remaining, reserved from pack_stocks where pack_id = ${packId}`
  assert.deepEqual(stock, { remaining: 2, reserved: 0 })
  assert.equal(await undeclared(world), 0)
})

test('bad input to buy is refused by name and changes nothing', async (t) => {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql, { units: 4 })
  const other = await seedPack(world.deps.sql)
  const [buyer, thief] = [await seedBuyer(world), await seedBuyer(world)]
  const { accessID } = await enterAndPass(world, buyer, packId)
  const url = `/api/packs/${packId}/entry-order/buy`
  const cases: Bad[] = [
    ['empty', url, {}, 400, 'INVALID_REQUEST_FORMAT'],
    ['wrong type', url, { accessID: { $ne: '' } }, 400, 'INVALID_REQUEST_FORMAT'],
    ['a list', url, { accessID: [accessID] }, 400, 'INVALID_REQUEST_FORMAT'],
    ['oversized', url, { accessID: 'a'.repeat(65) }, 400, 'INVALID_REQUEST_FORMAT'],
    ['extra', url, { accessID, state: 'captured' }, 400, 'INVALID_REQUEST_FORMAT'],
    ['long name', url, { accessID, holderName: 'a'.repeat(51) }, 400, 'INVALID_REQUEST_FORMAT'],
    // of the member's own payment that is ready to be charged: no other rule refuses it
    ['NUL in a name', url, { accessID, cardName: 'a\0' }, 400, 'INVALID_REQUEST_FORMAT'],
    ['NUL in the holder', url, { accessID, cardName: 'a', holderName: '\0A' }, 400, 'INVALID_REQUEST_FORMAT'],
    ['unknown', url, { accessID: 'a'.repeat(32) }, 404, 'NOT_FOUND'],
    ['NUL', url, { accessID: 'a\0b' }, 400, 'INVALID_REQUEST_FORMAT'],
    ['foreign pack', `/api/packs/${other}/entry-order/buy`, { accessID }, 404, 'NOT_FOUND'],
    ['foreign member', url, { accessID }, 404, 'NOT_FOUND', { 'x-auth-session': `Bearer ${thief.session}` }],
  ]
  const before = await pictureOf(world)
  for (const [name, path, body, status, code, headers] of cases) {
    const response = await post(world, path, body, { 'x-auth-session': `Bearer ${buyer.session}`, ...headers })
    assert.deepEqual(response, [status, code], name)
  }
  assert.deepEqual(await pictureOf(world), before)
  assert.equal(await undeclared(world), 0)
})

test('paying before 3-D Secure is passed charges nothing', async (t) => {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql)
  const buyer = await seedBuyer(world)
  const entered = await enter(world, buyer, packId)
  assert.ok(entered.ok)
  const early = await buy(world, buyer, packId, entered.data.accessID)
  assert.ok(!early.ok)
  assert.deepEqual([early.status, early.body.errorCode, early.body.error], [400, 'PAYMENT_DECLINED', 'E21010007'])
  assert.deepEqual(await buy(world, buyer, packId, entered.data.accessID), early)
})

test('bad input to opening is refused by name and changes nothing', async (t) => {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql, { units: 4 })
  const [buyer, thief] = [await seedBuyer(world), await seedBuyer(world)]
  const guest = await seedMember(world.deps)
  const unpaid = await enterAndPass(world, buyer, packId)
  const paid = await enterAndPass(world, buyer, packId)
  const bought = await buy(world, buyer, packId, paid.accessID)
  assert.ok(bought.ok && bought.data.unopenedPackId)
  const [reserved] = await world.deps.sql<
    [{ id: string }]
  >`select unit_id as id from orders where id = ${unpaid.orderId}`
  const own = { unopenedPackId: bought.data.unopenedPackId }
  const url = '/api/users/self/tokens/mint'
  const cases: Bad[] = [
    ['empty', url, {}, 400, 'INVALID_REQUEST_FORMAT'],
    ['wrong type', url, { unopenedPackId: 7 }, 400, 'INVALID_REQUEST_FORMAT'],
    ['not an id', url, { unopenedPackId: 'x' }, 400, 'INVALID_REQUEST_FORMAT'],
    ['extra', url, { ...own, to: '0x0000000000000001' }, 400, 'INVALID_REQUEST_FORMAT'],
    ['unknown', url, { unopenedPackId: randomUUID() }, 404, 'NOT_FOUND'],
    ['an order for a pack', url, { unopenedPackId: paid.orderId }, 404, 'NOT_FOUND'],
    ['unpaid', url, { unopenedPackId: reserved.id }, 409, 'ORDER_STATE'],
    ['foreign', url, own, 404, 'NOT_FOUND', { 'x-auth-session': `Bearer ${thief.session}` }],
    ['no wallet', url, own, 403, 'WALLET_REQUIRED', { 'x-auth-session': `Bearer ${guest.session}` }],
    ['no session', url, own, 401, 'UNAUTHORIZED', { 'x-auth-session': '' }],
  ]
  const before = await pictureOf(world)
  for (const [name, path, body, status, code, headers] of cases) {
    const response = await post(world, path, body, { 'x-auth-session': `Bearer ${buyer.session}`, ...headers })
    assert.deepEqual(response, [status, code], name)
  }
  assert.deepEqual(await pictureOf(world), before)
  const first = await world.call('mintTokens', { body: own }, { session: buyer.session })
  assert.ok(first.ok)
  const again = await world.call('mintTokens', { body: own }, { session: buyer.session })
  assert.ok(!again.ok && again.body.errorCode === 'PACK_ALREADY_OPENED')
  assert.equal(await undeclared(world), 0)
})

test("lists and purchases show only what is one's own", async (t) => {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql, { units: 9 })
  const [buyer, thief] = [await seedBuyer(world), await seedBuyer(world)]
  const ids: string[] = []
  for (let at = 0; at < 5; at += 1) ids.unshift((await enterAndPass(world, buyer, packId)).orderId)
  const session = { session: buyer.session }
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await world.call('listOrders', { query: { limit: 2, ...(cursor ? { cursor } : {}) } }, session)
    assert.ok(page.ok)
    seen.push(...page.data.items.map(({ orderId }) => orderId))
    cursor = page.data.cursor
  } while (cursor)
  assert.deepEqual(seen, ids)
  const second = await world.call('listOrders', { query: { limit: 2, offset: 1 } }, session)
  assert.deepEqual(second.ok && second.data.items.map(({ orderId }) => orderId), ids.slice(1, 3))
  assert.deepEqual(await world.call('listOrders', { query: {} }, { session: thief.session }), {
    ok: true,
    data: { items: [] },
  })

  const bad = Buffer.from(JSON.stringify(["2026-01-01'; drop table orders; --", ids[0]])).toString('base64url')
  const never = Buffer.from(JSON.stringify(['2026-99-99T00:00:00Z', ids[0]])).toString('base64url')
  for (const query of [
    { cursor: 'x' },
    { cursor: bad },
    { cursor: never },
    { limit: 0 },
    { limit: 101 },
    { offset: -1 },
    { cursor: 'e30' },
  ]) {
    for (const name of ['listOrders', 'listUnopenedPacks'] as const) {
      const refused = await world.call(name, { query }, session)
      assert.ok(!refused.ok && refused.body.errorCode === 'INVALID_REQUEST_FORMAT', JSON.stringify(query))
    }
  }
  for (const [type, transactionId, who] of [
    ['token', ids[0], buyer],
    ['nothing', ids[0], buyer],
    ['pack', ids[0], thief],
    ['pack', randomUUID(), buyer],
    ['pack', 'x', buyer],
    ['x'.repeat(40), ids[0], buyer],
  ] as const) {
    const shown = await world.call(
      'showTransaction',
      { params: { type, transactionId: transactionId! } },
      { session: who.session },
    )
    assert.ok(!shown.ok && shown.body.errorCode === 'NOT_FOUND', type)
  }
  assert.equal(await undeclared(world), 0)
})

test('notices of any shape are answered and change nothing by themselves', async (t) => {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql)
  const buyer = await seedBuyer(world)
  await cardToken(world)
  await enterAndPass(world, buyer, packId)
  const before = await pictureOf(world)
  const send = (payload: string, type: string) =>
    world.http.inject({ method: 'POST', url: '/api/notices/card', headers: { 'content-type': type }, payload })
  const form = 'application/x-www-form-urlencoded'
  assert.equal((await send('OrderID=x&Status=CAPTURE', form)).body, '0')
  assert.equal((await send('', form)).body, '0')
  assert.equal((await send('{"OrderID":{"a":1}}', 'application/json')).statusCode, 400)
  // what no database can keep is left out of it
  for (const text of ['{"OrderID":"a\\u0000"}', '{"OrderID":"\\ud800","\\udc00\\u0000":"a"}'])
    assert.equal((await send(text, 'application/json')).body, '0')
  assert.equal((await send(`OrderID=${'x'.repeat(1001)}`, form)).statusCode, 400)
  assert.equal((await send('x'.repeat(70_000), form)).statusCode, 413)
  assert.equal((await send('OrderID=x', 'text/plain')).statusCode, 415)
  assert.deepEqual(await pictureOf(world), before)
  assert.equal(await undeclared(world), 0)
})
