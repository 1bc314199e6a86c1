// F11: every call that moves money takes an Idempotency-Key. One key, one effect and one answer
// byte for byte; keys are a member's own.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@kura/contract/api'
import type { CallName } from '@kura/contract/paths'
import { cardToken, enterAndPass, seedBuyer, seedPack } from '../../checkout/order/testing/shop.ts'
import { allWell, enterAndAuthorise, givePoints } from '../../checkout/order/testing/tenders.ts'
import type { SeededMember } from '../seed-member.ts'
import { testWorld } from '../test-world.ts'
import type { TestWorld } from '../test-world.ts'

type Request = { url: string; body: object; isForm?: boolean }
type Call = {
  name: CallName
  /** A request of this member that works once, and the same with another body. */
  prepare: (world: TestWorld, who: SeededMember, packId: string) => Promise<{ good: Request; changed: Request }>
}
const calls: Call[] = [
  {
    name: 'entryOrderNewCard',
    prepare: async (world, _, packId) => {
      const url = `/api/packs/${packId}/entry-order/new-card`
      const body = { retUrl: '/a', paymentToken: await cardToken(world) }
      return { good: { url, body }, changed: { url, body: { ...body, retUrl: '/b' } } }
    },
  },
  {
    name: 'entryOrderPaidy',
    prepare: async (_world, _who, packId) => {
      const url = `/api/packs/${packId}/entry-order/paidy`
      return { good: { url, body: {} }, changed: { url, body: { usedPoint: 5 } } }
    },
  },
  {
    name: 'buyPoint',
    prepare: async (world, who, packId) => {
      await givePoints(world, who, 2200)
      const url = `/api/packs/${packId}/buy-point`
      return { good: { url, body: { usedPoint: 1100 } }, changed: { url, body: { usedPoint: 1099 } } }
    },
  },
  {
    name: 'entryOrderBuy',
    prepare: async (world, who, packId) => {
      const { accessID } = await enterAndPass(world, who, packId)
      const url = `/api/packs/${packId}/entry-order/buy`
      return { good: { url, body: { accessID } }, changed: { url, body: { accessID, cardName: 'x' } } }
    },
  },
  {
    name: 'buyPaidy',
    prepare: async (world, who, packId) => {
      const { payId } = await enterAndAuthorise(world, who, packId)
      const url = `/api/packs/${packId}/buy-paidy`
      return {
        good: { url, body: { orderID: payId }, isForm: true },
        changed: { url, body: { orderID: `${payId}x` }, isForm: true },
      }
    },
  },
]

const send = (world: TestWorld, { session }: SeededMember, key: string, { url, body, isForm = false }: Request) =>
  world.http.inject({
    method: 'POST',
    url,
    headers: {
      'x-auth-session': `Bearer ${session}`,
      'idempotency-key': key,
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
    },
    payload: isForm ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body),
  })
const effectsOf = async ({ deps }: TestWorld) => {
  const [row] = await deps.sql<[{ orders: number; captures: number }]>`
    select (select count(*)::int from orders) as orders,
           (select count(*)::int from ledger_movements where kind = 'capture') as captures`
  return row
}

for (const { name, prepare } of calls)
  test(`F11: ${name}: a hundred requests under one key are one, another body is refused, another member's key is another`, async (t) => {
    const world = await testWorld(t)
    const packId = await seedPack(world.deps.sql, { units: 8 })
    const [buyer, other] = [await seedBuyer(world), await seedBuyer(world)]
    const { good, changed } = await prepare(world, buyer, packId)
    const key = world.key()
    const before = await effectsOf(world)
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(world, buyer, key, good)))
    const done = answers.filter(({ statusCode }) => statusCode === 200)
    assert.ok(done.length > 0)
    for (const answer of answers)
      if (answer.statusCode !== 200)
        assert.deepEqual([answer.statusCode, answer.json().errorCode], [409, 'IDEMPOTENCY_IN_PROGRESS'])
    assert.equal(new Set(done.map(({ body }) => body)).size, 1)
    const after = await effectsOf(world)
    assert.ok(after.orders - before.orders + (after.captures - before.captures) >= 1)
    assert.ok(after.orders - before.orders <= 1 && after.captures - before.captures <= 1)

    const again = await send(world, buyer, key, good)
    assert.deepEqual([again.statusCode, again.body], [200, done[0]?.body])
    const reused = await send(world, buyer, key, changed)
    assert.deepEqual([reused.statusCode, reused.json().errorCode], [422, 'IDEMPOTENCY_KEY_REUSED'])
    const elsewhere = await send(world, buyer, key, { ...good, url: good.url.replace(packId, 'another-pack') })
    assert.deepEqual([elsewhere.statusCode, elsewhere.json().errorCode], [422, 'IDEMPOTENCY_KEY_REUSED'])
    assert.deepEqual(await effectsOf(world), after)

    const theirs = await prepare(world, other, packId)
    const own = await send(world, other, key, theirs.good)
    assert.equal(own.statusCode, 200, own.body)
    assert.notEqual(own.body, done[0]?.body)
    assert.deepEqual(await allWell(world), [])
  })

test('F11: every POST of a member that moves money or gives something takes a key, and a key of a wrong form is refused', async (t) => {
  const world = await testWorld(t)
  const moving: CallName[] = [
    ...calls.map(({ name }) => name),
    'entryOrderSelectedCard',
    'deleteCard',
    'mintTokens',
    'getPasscode',
    'claimAirdrop',
  ]
  for (const name of moving) assert.ok('idempotent' in api[name] && api[name].idempotent, name)
  const buyer = await seedBuyer(world)
  for (const key of ['short', 'has spaces in it', 'x'.repeat(129), 'quote"-inside'])
    assert.equal(
      (await send(world, buyer, key, { url: '/api/packs/p/entry-order/paidy', body: {} })).statusCode,
      400,
      key,
    )
})

test('F11: a request that was refused may be sent again under its key once what was wrong is mended', async (t) => {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql)
  const buyer = await seedBuyer(world)
  const key = world.key()
  const buyIt = { url: `/api/packs/${packId}/buy-point`, body: { usedPoint: 1100 } }
  assert.equal((await send(world, buyer, key, buyIt)).json().errorCode, 'POINTS_SHORT')
  await givePoints(world, buyer, 1100)
  const bought = await send(world, buyer, key, buyIt)
  assert.equal(bought.statusCode, 200, bought.body)
  assert.equal((await send(world, buyer, key, buyIt)).body, bought.body)
  assert.deepEqual(await effectsOf(world), { orders: 1, captures: 1 })
})
