import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pauseSales } from '@kura/cadence/sale-agent'
import { chainNetwork, playFaults } from '../../chain/testing/chain-world.ts'
import { settleTransactions } from '../../chain/agent/submit-transaction.ts'
import { saleOrderUses } from '../sale-order-uses.ts'
import { withdrawGhosts } from '../sale-order/sale-order-jobs.ts'
import { deliverGiftsAgain } from './gift-jobs.ts'
import { giftOrders } from './gift-orders.ts'
import { giftWorld, stateOf, ownerOf } from './testing/gift-world.ts'

const { world } = chainNetwork()

test('while sales are paused nothing is claimed, and what was claimed waits and arrives', async (t) => {
  const gifts = await giftWorld(t, world())
  const { deps } = gifts
  const [giver, claimer, late] = [await gifts.trader(2), await gifts.trader(0), await gifts.trader(0)]
  const [one, two] = giver.tokens
  assert.ok(one && two)
  const first = await gifts.offer(giver, one, 'p1@example.jp')
  const second = await gifts.offer(giver, two, 'p2@example.jp')
  assert.equal(await gifts.claim(claimer, first.link), 'claimed')
  await world().act(world().agent, pauseSales(world().addresses, { paused: true }))
  try {
    await settleTransactions(deps)
    await gifts.index()
    assert.equal(await gifts.claim(late, second.link), 'SALES_PAUSED')
    assert.deepEqual(await stateOf(gifts, first.giftId), ['claimed', null])
  } finally {
    await world().act(world().agent, pauseSales(world().addresses, { paused: false }))
  }
  await gifts.moveClock('1 minute')
  await gifts.settle()
  assert.deepEqual(await stateOf(gifts, first.giftId), ['sealed', null])
  assert.equal(await gifts.claim(late, second.link), 'claimed')
  await gifts.settle()
  assert.deepEqual(await stateOf(gifts, second.giftId), ['sealed', null])
  await gifts.expectSound()
})

test('a delivery whose answers are lost, or that was never sent, happens once', async (t) => {
  const gifts = await giftWorld(t, world())
  const { deps } = gifts
  const [giver, claimer] = [await gifts.trader(2), await gifts.trader(0)]
  const [lost, dropped] = giver.tokens
  assert.ok(lost && dropped)
  const first = await gifts.offer(giver, lost, 'l1@example.jp')
  const second = await gifts.offer(giver, dropped, 'l2@example.jp')
  assert.equal(await gifts.claim(claimer, first.link), 'claimed')
  await playFaults(world(), { acceptThen5xx: 1 })
  await gifts.settle()
  await playFaults(world(), {})
  assert.deepEqual(await stateOf(gifts, first.giftId), ['sealed', null])
  assert.equal(await gifts.claim(claimer, second.link), 'claimed')
  // a row that failed for good though its order stands: the worker wishes again
  await deps.sql`update chain_transactions set state = 'failed' where cause = ${`gift:${second.giftId}`}`
  await deliverGiftsAgain(deps)
  assert.equal((await deps.sql`select 1 from chain_transactions where cause = ${`gift:${second.giftId}`}`).length, 1)
  await gifts.moveClock('11 minutes')
  await Promise.all([deliverGiftsAgain(deps), deliverGiftsAgain(deps)])
  await gifts.settle()
  assert.deepEqual(await stateOf(gifts, second.giftId), ['sealed', null])
  const sent = await deps.sql`select 1 from sale_events where kind = 'fulfilled'`
  assert.equal(sent.length, 2)
  await gifts.expectSound()
})

test('a claimed gift that never reached the chain ends with its order, and both members are notified', async (t) => {
  const gifts = await giftWorld(t, world())
  const { deps } = gifts
  const [giver, claimer] = [await gifts.trader(1), await gifts.trader(0)]
  const [token] = giver.tokens
  assert.ok(token)
  const { giftId, link } = await gifts.offer(giver, token, 'u@example.jp')
  assert.equal(await gifts.claim(claimer, link), 'claimed')
  await deps.sql`update chain_transactions set state = 'failed' where cause = ${`gift:${giftId}`}`
  await gifts.moveClock('15 days 1 hour')
  await deliverGiftsAgain(deps)
  assert.deepEqual(await stateOf(gifts, giftId), ['ended', 'undelivered'])
  await gifts.post()
  assert.equal((await gifts.subjects(giver.email)).at(-1), '【Kura 蔵】贈りものは受け取られませんでした')
  assert.equal((await gifts.subjects(claimer.email)).at(-1), '【Kura 蔵】贈りものは取り消されました')
  await gifts.expectSound()
})

const unlink = `transaction {
  prepare(giver: auth(GetStorageCapabilityController) &Account) {
    for controller in giver.capabilities.storage.getControllers(forPath: /storage/kuraSaleGrants) { controller.delete() }
  }
}`

test('a gift that the chain can never deliver is withdrawn, and ends at its expiry at the latest', async (t) => {
  const gifts = await giftWorld(t, world())
  const { deps } = gifts
  const [giver, second, claimer] = [await gifts.trader(1), await gifts.trader(1), await gifts.trader(0)]
  const open = await gifts.offer(giver, giver.tokens[0]!, 'g1@example.jp')
  const claimed = await gifts.offer(second, second.tokens[0]!, 'g2@example.jp')
  assert.equal(await gifts.claim(claimer, claimed.link), 'claimed')
  // no event tells of it
  for (const { account } of [giver, second]) await world().act(account, { cadence: unlink, args: [], limit: 9999 })
  const triesOf = async () => {
    await deliverGiftsAgain(deps)
    await gifts.settle()
    const rows = await deps.sql<{ state: string }[]>`
      select state from chain_transactions where kind = 'fulfil-order' and cause = ${`gift:${claimed.giftId}`}`
    return rows.map(({ state }) => state)
  }
  // nothing of it stays on its way, and it is tried more and more rarely
  await gifts.index()
  assert.deepEqual(await triesOf(), ['failed'])
  await gifts.moveClock('11 minutes')
  assert.deepEqual(await triesOf(), ['failed', 'failed'])
  await gifts.moveClock('11 minutes')
  assert.deepEqual(await triesOf(), ['failed', 'failed'])
  await gifts.moveClock('11 minutes')
  assert.deepEqual(await triesOf(), ['failed', 'failed', 'failed'])
  await withdrawGhosts(deps, saleOrderUses)
  assert.deepEqual(await stateOf(gifts, open.giftId), ['ending', 'withdrawn'])
  assert.equal(await gifts.claim(claimer, open.link), 'TOKEN_EXPIRED')
  assert.deepEqual(await stateOf(gifts, claimed.giftId), ['claimed', null])
  await gifts.moveClock('15 days 1 hour')
  await giftOrders.expire(deps)
  await deliverGiftsAgain(deps)
  assert.deepEqual(await stateOf(gifts, open.giftId), ['ended', 'withdrawn'])
  assert.deepEqual(await stateOf(gifts, claimed.giftId), ['ended', 'undelivered'])
  assert.equal(await ownerOf(gifts, giver.tokens[0]!.tokenId), giver.flowAddress)
})
