import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listOwnedIds } from '@kura/cadence/token'
import { chainNetwork, playFaults } from '../../chain/testing/chain-world.ts'
import { checkInvariants } from '../../audit/check/check.ts'
import {
  buy,
  enterAndPass,
  givenBack,
  listTrades,
  seedBuyer,
  seedPack,
  stockOf,
} from '../../checkout/order/testing/shop.ts'
import type { SeededMember } from '../../testing/seed-member.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { until } from '../../testing/until.ts'
import { fullWorld } from './testing/full-world.ts'

const network = chainNetwork()

async function buyPack(world: TestWorld, buyer: SeededMember, packId: string) {
  const { accessID } = await enterAndPass(world, buyer, packId)
  const bought = await buy(world, buyer, packId, accessID)
  assert.ok(bought.ok)
  return bought.data
}

const show = async (world: TestWorld, buyer: SeededMember, transactionId: string) => {
  const shown = await world.call(
    'showTransaction',
    { params: { type: 'pack', transactionId } },
    { session: buyer.session },
  )
  assert.ok(shown.ok)
  return shown.data
}

/** The outcomes of reported transactions: only the one that minted this pack is confirmed. */
async function reportOf(world: TestWorld, buyer: SeededMember, orderId: string, mintTxId: string): Promise<void> {
  const { sql } = world.deps
  const report = (txId: string, type = 'pack') =>
    world.call(
      'reportTransaction',
      { params: { type, transactionId: orderId }, body: { txId } },
      { session: buyer.session },
    )
  const [foreign] = await sql<{ txId: string }[]>`
    select tx_id as "txId" from chain_transactions where kind <> 'mint' and state = 'sealed' limit 1`
  assert.ok(foreign)
  const unheard = 'ab'.repeat(32)
  for (const txId of [mintTxId, foreign.txId, unheard, mintTxId])
    assert.deepEqual(await report(txId), { ok: true, data: { txId } })
  const states = async () => {
    const rows = await sql`select tx_id, state from transaction_reports where subject_id = ${orderId}`
    return Object.fromEntries(rows.map((row) => [row['tx_id'], row['state']]))
  }
  await until(
    'the chain was asked',
    async () => Object.values(await states()).filter((s) => s !== 'reported').length === 2,
  )
  assert.deepEqual(await states(), { [mintTxId]: 'confirmed', [foreign.txId]: 'foreign', [unheard]: 'reported' })
}

const owned = (address: string) => network.world().ask(listOwnedIds(network.world().addresses, { address }))

test('a pack is opened into the vault of its member, once', async (t) => {
  const world = await fullWorld(t, network.world())
  const member = await network.world().newMember()
  const packId = await seedPack(world.deps.sql, { isRegistered: false })
  const buyer = await seedBuyer(world, member.address)
  const order = await buyPack(world, buyer, packId)
  assert.ok(order.unopenedPackId)
  const body = { unopenedPackId: order.unopenedPackId }
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => world.call('mintTokens', { body }, { session: buyer.session })),
  )
  const opened = answers.filter((answer) => answer.ok)
  assert.equal(opened.length, 1)
  assert.deepEqual(opened[0]?.ok && opened[0].data.cards, [], 'nothing is shown before it is minted')
  for (const answer of answers) assert.ok(answer.ok || answer.body.errorCode === 'PACK_ALREADY_OPENED')

  await until('the tokens are seen', async () => {
    const { order: now, opening } = await show(world, buyer, order.orderId)
    return now.steps.every(({ at }) => at !== null) && opening?.state === 'sealed'
  })
  const { order: done, opening } = await show(world, buyer, order.orderId)
  assert.equal(opening?.cards.length, 2)
  assert.ok(opening.cards.every(({ tokenId }) => tokenId !== null))
  assert.deepEqual(
    done.steps.map(({ step }) => step),
    ['paid', 'minting', 'sealed', 'delivered'],
  )
  assert.equal(done.steps[2]?.txId, opening.txId)
  const { timeline } = await show(world, buyer, order.orderId)
  const chain = timeline.filter(({ source }) => source === 'chain')
  assert.deepEqual(chain.map(({ event }) => event).toSorted(), ['delivered', 'minting', 'opened', 'sealed', 'sent'])
  assert.equal(chain.at(-1)?.event, 'delivered')
  for (const { event, txId } of chain)
    assert.equal(txId, ['sent', 'sealed', 'delivered'].includes(event) ? opening.txId : null, event)
  await reportOf(world, buyer, order.orderId, opening.txId ?? '')
  const ids = (await owned(member.address)) as bigint[]
  assert.deepEqual(ids.map(String).toSorted(), opening.cards.map(({ tokenId }) => tokenId).toSorted())
  const unopened = await world.call('listUnopenedPacks', { query: {} }, { session: buyer.session })
  assert.deepEqual(unopened, { ok: true, data: { items: [] } })
  assert.deepEqual(await checkInvariants(world.deps, { withGateway: true, withChain: true }), [])
})

test('a pack with one known item opens by itself at capture', async (t) => {
  const world = await fullWorld(t, network.world())
  const member = await network.world().newMember()
  const packId = await seedPack(world.deps.sql, { kind: 'single', isRegistered: false })
  const buyer = await seedBuyer(world, member.address)
  const order = await buyPack(world, buyer, packId)
  assert.equal(order.unopenedPackId, null)
  await until(
    'the token is seen',
    async () => (await show(world, buyer, order.orderId)).opening?.cards[0]?.tokenId != null,
  )
  assert.equal(((await owned(member.address)) as bigint[]).length, 1)
  assert.deepEqual(await checkInvariants(world.deps, { withGateway: true, withChain: true }), [])
})

test('while the node is away an opening waits, and is minted once when it is back', async (t) => {
  const world = await fullWorld(t, network.world(), { workers: 2 })
  t.after(() => playFaults(network.world(), {}))
  const member = await network.world().newMember()
  const packId = await seedPack(world.deps.sql, { isRegistered: false })
  const buyer = await seedBuyer(world, member.address)
  await until('the items are registered', async () => {
    const [item] = await world.deps.sql`select registered_at from items where id = ${packId}`
    return item?.['registered_at'] !== null
  })
  const order = await buyPack(world, buyer, packId)
  await playFaults(network.world(), { down: true })
  const opened = await world.call(
    'mintTokens',
    { body: { unopenedPackId: order.unopenedPackId ?? '' } },
    { session: buyer.session },
  )
  assert.ok(opened.ok && opened.data.state === 'opened')
  await playFaults(network.world(), { acceptThen5xx: 1 })
  await until('the tokens are seen', async () => (await show(world, buyer, order.orderId)).order.steps[3]?.at !== null)
  assert.equal(((await owned(member.address)) as bigint[]).length, 2)
})

test('a mint that can never seal gives the price back once, and the unit is sold again', async (t) => {
  const world = await fullWorld(t, network.world(), { workers: 2 })
  const { sql } = world.deps
  // an account without a vault: the member removed it between paying and minting
  const stranger = await network.world().newAccount()
  // one unit remains: a sale sold out for ten minutes may end for good before the refund
  const packId = await seedPack(sql, { kind: 'single', units: 2, isRegistered: false })
  const buyer = await seedBuyer(world, stranger.address)
  const order = await buyPack(world, buyer, packId)
  await until('the mint fails', async () => (await show(world, buyer, order.orderId)).opening?.state === 'stuck')
  const [alarm] = await sql`select kind from alarms where subject = ${order.orderId} and cleared_at is null`
  assert.equal(alarm?.['kind'], 'mint-failed')
  assert.equal((await listTrades(world))[0]?.status, 'CAPTURE')
  await world.moveClock('16 minutes')
  await until('the price is back', async () => (await show(world, buyer, order.orderId)).order.state === 'refunded')
  const [trade, ...others] = await listTrades(world)
  assert.deepEqual(others, [])
  const steps = trade?.history.map(({ status }) => status)
  assert.deepEqual(steps?.slice(0, -1), ['UNPROCESSED', 'AUTHENTICATED', 'CAPTURE'])
  assert.match(steps?.at(-1) ?? '', givenBack)
  assert.deepEqual(await stockOf(sql, packId), { issued: 2, remaining: 2, reserved: 0, sold: 0 })

  for (const member of [await network.world().newMember(), await network.world().newMember()]) {
    const next = await seedBuyer(world, member.address)
    const sold = await buyPack(world, next, packId)
    await until(
      'the token is seen',
      async () => (await show(world, next, sold.orderId)).opening?.cards[0]?.tokenId != null,
    )
  }
  assert.deepEqual(await stockOf(sql, packId), { issued: 2, remaining: 0, reserved: 0, sold: 2 })
  assert.deepEqual(await checkInvariants(world.deps, { withGateway: true, withChain: true }), [])
})

test('a member without a vault is asked for one before anything is opened', async (t) => {
  const world = await fullWorld(t, network.world(), { workers: 0 })
  const stranger = await network.world().newAccount()
  const packId = await seedPack(world.deps.sql)
  const buyer = await seedBuyer(world, stranger.address)
  const order = await buyPack(world, buyer, packId)
  const refused = await world.call(
    'mintTokens',
    { body: { unopenedPackId: order.unopenedPackId ?? '' } },
    { session: buyer.session },
  )
  assert.ok(!refused.ok && refused.body.errorCode === 'WALLET_REQUIRED')
  assert.equal((await show(world, buyer, order.orderId)).opening, null)
})
