import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkInvariants } from '../../audit/check/check.ts'
import { gatewayOrderId } from '../../money/payment/gateway.ts'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { buy, enter, enterAndPass, listTrades, noChallengeCard, okCard, passChallenge } from './testing/shop.ts'
import { seedBuyer, seedPack, setCard, stockOf } from './testing/shop.ts'

const nothingWrong = async (world: TestWorld) => {
  await world.deps.background.settled()
  assert.deepEqual(await checkInvariants(world.deps), [])
}

test('a member buys a pack through 3-D Secure and finds it unopened', async (t) => {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql)
  const buyer = await seedBuyer(world)
  const entered = await enter(world, buyer, packId)
  assert.ok(entered.ok)
  assert.ok(entered.data.redirectUrl)
  assert.deepEqual(await stockOf(world.deps.sql, packId), { issued: 3, remaining: 2, reserved: 1, sold: 0 })
  const back = await passChallenge(entered.data.redirectUrl)
  assert.equal(back.href, `http://localhost:3000/back?AccessID=${entered.data.accessID}`)

  const bought = await buy(world, buyer, packId, entered.data.accessID)
  assert.ok(bought.ok)
  assert.equal(bought.data.state, 'delivered')
  assert.equal(bought.data.steps[0]?.step, 'paid')
  assert.ok(bought.data.steps[0].at)
  assert.deepEqual(await stockOf(world.deps.sql, packId), { issued: 3, remaining: 2, reserved: 0, sold: 1 })

  const unopened = await world.call('listUnopenedPacks', { query: {} }, { session: buyer.session })
  assert.ok(unopened.ok)
  assert.equal(unopened.data.items[0]?.unopenedPackId, bought.data.unopenedPackId)
  const [trade] = await listTrades(world)
  assert.equal(trade?.orderId, gatewayOrderId(bought.data.orderId, 1))
  assert.equal(trade.status, 'CAPTURE')
  const balances = await world.deps.sql`select id, balance::int from ledger_accounts where balance <> 0 order by id`
  assert.deepEqual(
    [...balances],
    [
      { id: 'psp:card', balance: 1100 },
      { id: 'sales:packs', balance: -1000 },
      { id: 'tax:consumption', balance: -100 },
    ],
  )
  await nothingWrong(world)
})

test('the way back after paying never leaves this site', async (t) => {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql, { units: 30 })
  const buyer = await seedBuyer(world)
  const leaving = [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    '/.//evil.example',
    '',
  ]
  for (const retUrl of leaving) {
    const entered = await enter(world, buyer, packId, okCard, retUrl)
    assert.ok(entered.ok && entered.data.redirectUrl)
    const back = await passChallenge(entered.data.redirectUrl)
    assert.equal(back.origin + back.pathname, 'http://localhost:3000/', retUrl)
  }
})

test('a declined card releases the unit and returns the code of the gateway', async (t) => {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql, { units: 1 })
  const buyer = await seedBuyer(world)
  const { accessID } = await enterAndPass(world, buyer, packId, '4999000000000179')
  const refused = await buy(world, buyer, packId, accessID)
  assert.ok(!refused.ok)
  assert.deepEqual([refused.status, refused.body.errorCode, refused.body.error], [400, 'PAYMENT_DECLINED', '42G020000'])
  assert.deepEqual(await stockOf(world.deps.sql, packId), { issued: 1, remaining: 1, reserved: 0, sold: 0 })
  assert.deepEqual(await buy(world, buyer, packId, accessID), refused)

  const unsupported = await enter(world, buyer, packId, '4999000000000070')
  assert.ok(!unsupported.ok)
  assert.deepEqual([unsupported.status, unsupported.body.error], [400, 'E41170002'])
  const again = await enterAndPass(world, buyer, packId)
  const bought = await buy(world, buyer, packId, again.accessID)
  assert.ok(bought.ok)
  await nothingWrong(world)
})

for (const [decision, code] of [
  ['failed', 'E21020001'],
  ['cancelled', 'E21020002'],
] as const) {
  test(`a 3-D Secure step that is ${decision} charges nothing`, async (t) => {
    const world = await testWorld(t)
    const packId = await seedPack(world.deps.sql, { units: 1 })
    const buyer = await seedBuyer(world)
    const entered = await enter(world, buyer, packId)
    assert.ok(entered.ok && entered.data.redirectUrl)
    await passChallenge(entered.data.redirectUrl, decision)
    const refused = await buy(world, buyer, packId, entered.data.accessID)
    assert.ok(!refused.ok)
    assert.equal(refused.body.error, code)
    assert.equal((await stockOf(world.deps.sql, packId)).remaining, 1)
    await nothingWrong(world)
  })
}

test('a card without a challenge page is paid all the same', async (t) => {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql)
  const buyer = await seedBuyer(world)
  const { accessID } = await enterAndPass(world, buyer, packId, noChallengeCard)
  const bought = await buy(world, buyer, packId, accessID)
  assert.ok(bought.ok && bought.data.state === 'delivered')
})

test('fifty returns at once charge once and all get the same response', async (t) => {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql)
  const buyer = await seedBuyer(world)
  const { accessID } = await enterAndPass(world, buyer, packId)
  const answers = await Promise.all(Array.from({ length: 50 }, () => buy(world, buyer, packId, accessID)))
  const distinct = new Set(answers.map((answer) => JSON.stringify(answer)))
  assert.equal(distinct.size, 1)
  assert.ok(answers[0]?.ok && answers[0].data.state === 'delivered')
  const [trade] = await listTrades(world)
  assert.deepEqual(trade?.history.filter(({ status }) => status === 'CAPTURE').length, 1)
  await nothingWrong(world)
})

test('a forged return, or one of another member or pack, changes nothing', async (t) => {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql)
  const otherPack = await seedPack(world.deps.sql)
  const [buyer, thief] = [await seedBuyer(world), await seedBuyer(world)]
  const { accessID } = await enterAndPass(world, buyer, packId)
  const before = await world.deps.sql`select * from payments`
  const forged = [
    await buy(world, thief, packId, accessID),
    await buy(world, buyer, otherPack, accessID),
    await buy(world, buyer, packId, 'f'.repeat(32)),
    await buy(world, buyer, packId, accessID.toUpperCase()),
  ]
  for (const answer of forged) assert.ok(!answer.ok && answer.status === 404)
  assert.deepEqual([...(await world.deps.sql`select * from payments`)], [...before])
  assert.ok((await buy(world, buyer, packId, accessID)).ok)
})

for (const [name, switches] of [
  ['the connection is cut', { loseResponses: [{ call: 'SecureTran2', count: 1 }] }],
  ['the answer is an error of the server', { http500After: [{ call: 'SecureTran2', count: 1 }] }],
  [
    'two answers are lost',
    {
      loseResponses: [
        { call: 'SecureTran2', count: 1 },
        { call: 'SearchTrade', count: 1 },
      ],
    },
  ],
] as const) {
  test(`money taken while ${name} is found at the gateway and charged once`, async (t) => {
    const world = await testWorld(t)
    const packId = await seedPack(world.deps.sql)
    const buyer = await seedBuyer(world)
    const { accessID } = await enterAndPass(world, buyer, packId)
    await setCard(world, switches)
    const first = await buy(world, buyer, packId, accessID)
    if (!first.ok) {
      assert.equal(first.status, 503)
      await world.moveClock('1 minute')
    }
    const bought = await buy(world, buyer, packId, accessID)
    assert.ok(bought.ok && bought.data.state === 'delivered')
    const [trade] = await listTrades(world)
    assert.equal(trade?.history.filter(({ status }) => status === 'CAPTURE').length, 1)
    await nothingWrong(world)
  })
}

for (const call of ['EntryTran', 'ExecTran']) {
  test(`a lost answer to ${call} leaves nothing half done`, async (t) => {
    const world = await testWorld(t)
    const packId = await seedPack(world.deps.sql)
    const buyer = await seedBuyer(world)
    await setCard(world, { loseResponses: [{ call, count: 1 }] })
    const entered = await enter(world, buyer, packId)
    assert.equal(entered.ok, call === 'EntryTran')
    if (!entered.ok) assert.deepEqual([entered.status, entered.body.error], [400, 'E91019999'])
    const reserved = (await stockOf(world.deps.sql, packId)).reserved
    assert.equal(reserved, entered.ok ? 1 : 0)
    assert.equal((await listTrades(world)).length, 1)
    await nothingWrong(world)
  })
}

test('a result the gateway does not know is settled: charged or not, it ends right', async (t) => {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql)
  const buyer = await seedBuyer(world)
  const charged = await enterAndPass(world, buyer, packId, '4999000000000138')
  const bought = await buy(world, buyer, packId, charged.accessID)
  assert.ok(bought.ok && bought.data.state === 'delivered')
  const uncharged = await enterAndPass(world, buyer, packId, '4999000000000146')
  const unknown = await buy(world, buyer, packId, uncharged.accessID)
  assert.ok(!unknown.ok && unknown.status === 503)
  await world.moveClock('31 minutes')
  const over = await buy(world, buyer, packId, uncharged.accessID)
  assert.ok(!over.ok && over.body.errorCode === 'PAYMENT_EXPIRED')
  assert.deepEqual(await stockOf(world.deps.sql, packId), { issued: 3, remaining: 2, reserved: 0, sold: 1 })
  await nothingWrong(world)
})
