import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AccessError } from '@kura/cadence/access-error'
import { transferToken } from '@kura/cadence/token'
import { limits } from '@kura/contract/limits'
import { addBlocks, chainNetwork, playFaults } from '../../chain/testing/chain-world.ts'
import { settleTransactions } from '../../chain/agent/submit-transaction.ts'
import { marketWorld } from '../listing/testing/market-world.ts'
import type { MarketWorld } from '../listing/testing/market-world.ts'
import { allWell, pointsOf } from '../../checkout/order/testing/tenders.ts'
import { deliverTrades } from '../../checkout/order/testing/trading.ts'
import { look, lookUntilOver, pause, transactionsOf } from './testing/look-at-trade.ts'
import { deliveriesOf, lettersOf, movementsOf, payForToken, standingOf } from './testing/paid-trade.ts'

const { world } = chainNetwork()

const alarmsOf = async ({ deps }: MarketWorld, tradeId: string) =>
  (await deps.sql<{ kind: string }[]>`select kind from alarms where subject = ${tradeId} order by kind`).map(
    ({ kind }) => kind,
  )

/** What a seller's wallet can do to an order that no event tells of. */
const quietActs = {
  'hides the grants':
    'for controller in seller.capabilities.storage.getControllers(forPath: from) { controller.delete() }',
  'moves the grants': `let grants <- seller.storage.load<@AnyResource>(from: from)!
                       seller.storage.save(<-grants, to: /storage/elsewhere)`,
}
for (const [what, act] of Object.entries(quietActs))
  test(`a seller who ${what} after the payment freezes nobody’s money: the price goes back, and the chain is asked no more`, async (t) => {
    const market = await marketWorld(t, world())
    const { tradeId, seller, buyer, drafted } = await payForToken(market)
    const cadence = `transaction {
      prepare(seller: auth(Storage, GetStorageCapabilityController) &Account) {
        let from = /storage/kuraSaleGrants
        ${act}
      }
    }`
    await world().act(seller.account, { cadence, args: [], limit: 9999 })
    await lookUntilOver(market, tradeId)
    const { order, trade, error } = await standingOf(market, tradeId)
    assert.deepEqual([order, trade, error], ['refunded', 'failed', 'the seller does not show the order'])
    assert.deepEqual(await transactionsOf(market, tradeId), [{ state: 'failed', builds: 1 }])
    assert.equal(await pointsOf(market, buyer), 1100)
    await market.settle()
    assert.equal((await standingOf(market, tradeId)).listing, 'ending')
    assert.deepEqual(await deliveriesOf(market, drafted.listingId), [])
    assert.deepEqual(await allWell(market), [])
  })

test('an account that the chain cannot read holds no payment back', async (t) => {
  const market = await marketWorld(t, world())
  const { tradeId, seller, token, buyer } = await payForToken(market)
  const friend = await world().newMember()
  await world().act(seller.account, transferToken(world().addresses, { id: BigInt(token.tokenId), to: friend.address }))
  await market.index()
  const { deps } = market
  const real = deps.accessNode
  const wrong = '[Error Code: 1101] cadence runtime error: Execution failed'
  const runScript: typeof real.runScript = async (call) => {
    if (call.args.some((arg) => JSON.stringify(arg).includes(seller.flowAddress)))
      throw new AccessError('NODE_REFUSED', wrong, 400)
    return real.runScript(call)
  }
  deps.accessNode = { ...real, runScript }
  await lookUntilOver(market, tradeId)
  deps.accessNode = real
  assert.equal((await standingOf(market, tradeId)).order, 'refunded')
  assert.equal(await pointsOf(market, buyer), 1100)
  await market.settle()
  assert.deepEqual(await allWell(market), [])
})

test('a pause between charge and delivery is waited for, and a delivery goes out after it', async (t) => {
  const market = await marketWorld(t, world())
  const { tradeId, buyer, drafted } = await payForToken(market)
  await pause(market, 'pause')
  try {
    for (let round = 0; round < 3; round += 1) await look(market, tradeId)
    assert.equal((await standingOf(market, tradeId)).trade, 'delivering')
    // nothing was signed, so it could be given up at any moment
    assert.deepEqual(await transactionsOf(market, tradeId), [{ state: 'intended', builds: 0 }])
    await market.moveClock('11 minutes')
    await look(market, tradeId)
    assert.deepEqual(await alarmsOf(market, tradeId), ['delivery-late'])
  } finally {
    await pause(market, 'resume')
  }
  await lookUntilOver(market, tradeId)
  assert.deepEqual(await deliveriesOf(market, drafted.listingId), [buyer.flowAddress])
  assert.equal((await market.deps.sql`select 1 from alarms where cleared_at is null`).length, 0)
  assert.deepEqual(await allWell(market), [])
})

test('a pause that lasts is not waited for longer than agreed: the price goes back, and nothing is delivered after it', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const { tradeId, seller, buyer, token, drafted } = await payForToken(market)
  await pause(market, 'pause')
  try {
    await look(market, tradeId)
    await market.moveClock('31 minutes')
    await lookUntilOver(market, tradeId)
    const { order, trade, listing, error } = await standingOf(market, tradeId)
    assert.deepEqual([order, trade, listing, error], ['refunded', 'failed', 'open', 'sales are paused'])
    assert.equal(await pointsOf(market, buyer), 1100)
    assert.deepEqual(await alarmsOf(market, tradeId), ['delivery-failed', 'delivery-late'])
  } finally {
    await pause(market, 'resume')
  }
  await settleTransactions(deps)
  await market.settle()
  assert.deepEqual(await deliveriesOf(market, drafted.listingId), [])
  // the listing is still valid: its seller need not sign again, and the next buyer gets it
  assert.deepEqual(await lettersOf(market, tradeId), ['paid', 'refunded'])
  const purchase = { refId: token.refId, priceYen: 1100, contentAccessFee: 0 }
  const next = await payForToken(market, { listed: { seller, token, drafted, purchase } })
  await deliverTrades(market)
  assert.deepEqual(await deliveriesOf(market, drafted.listingId), [next.buyer.flowAddress])
  assert.deepEqual((await standingOf(market, next.tradeId)).listing, 'sold')
  assert.equal((await standingOf(market, tradeId)).trade, 'failed')
  assert.deepEqual(await allWell(market), [])
})

test('a buyer who removes their vault after paying is refunded, and the listing stays open', async (t) => {
  const market = await marketWorld(t, world())
  const { tradeId, buyer, drafted } = await payForToken(market)
  const cadence = `transaction {
    prepare(buyer: auth(UnpublishCapability) &Account) { buyer.capabilities.unpublish(/public/kuraCollectibleCollection) }
  }`
  await world().act(buyer.account, { cadence, args: [], limit: 9999 })
  await look(market, tradeId)
  await market.moveClock('31 minutes')
  await lookUntilOver(market, tradeId)
  const { order, trade, listing, error } = await standingOf(market, tradeId)
  assert.deepEqual([order, trade, listing], ['refunded', 'failed', 'open'])
  assert.match(error ?? '', /has no collection/)
  await market.settle()
  assert.equal((await market.stateOf(drafted.listingId)).state, 'open')
  assert.deepEqual(await allWell(market), [])
})

const troubles = {
  'the answer is lost': { acceptThen5xx: 1 },
  'the node refuses': { rejectSubmit: 1 },
  'the network forgets it': { loseNext: 1 },
  'it expires': { expireNext: 1 },
  'it fails for no reason of the order': { failNext: { code: 1103, count: 1 } },
  'the seal is slow': { slowSealMs: 300 },
}
test('a delivery the network gives trouble is made once, and not given up by the clock while it may still run', async (t) => {
  const market = await marketWorld(t, world())
  const buyer = await market.trader(0)
  for (const [trouble, faults] of Object.entries(troubles)) {
    const { tradeId, drafted } = await payForToken(market, { buyer })
    await playFaults(world(), faults)
    await look(market, tradeId)
    await playFaults(world(), {})
    await market.moveClock('20 minutes')
    await look(market, tradeId)
    // older than any network accepts
    if ('loseNext' in faults) await addBlocks(world(), 700)
    await lookUntilOver(market, tradeId)
    assert.equal((await standingOf(market, tradeId)).order, 'delivered', trouble)
    assert.deepEqual(await deliveriesOf(market, drafted.listingId), [buyer.flowAddress], trouble)
    const booked = { capture: 1, 'trade-delivery': 1, 'proceeds-hold': 1 }
    assert.deepEqual(await movementsOf(market, tradeId), booked, trouble)
  }
  assert.deepEqual(await allWell(market), [])
})

test('a delivery that fails again and again though nothing speaks against it is refunded, and its listing is on sale again', async (t) => {
  const market = await marketWorld(t, world())
  const { tradeId, seller, buyer, token, drafted } = await payForToken(market)
  await playFaults(world(), { failNext: { code: 1103, count: limits.tradeTriesMost + 1 } })
  await lookUntilOver(market, tradeId)
  await playFaults(world(), {})
  const { order, trade, listing, error } = await standingOf(market, tradeId)
  assert.deepEqual([order, trade, listing], ['refunded', 'failed', 'open'])
  assert.match(error ?? '', /1103/)
  const tried = await transactionsOf(market, tradeId)
  assert.deepEqual(
    tried.map(({ state }) => state),
    Array(limits.tradeTriesMost).fill('failed'),
  )
  assert.equal(await pointsOf(market, buyer), 1100)
  assert.deepEqual(await alarmsOf(market, tradeId), ['delivery-failed'])
  assert.deepEqual(await lettersOf(market, tradeId), ['paid', 'refunded'])
  await market.settle()
  assert.deepEqual(await deliveriesOf(market, drafted.listingId), [])
  const purchase = { refId: token.refId, priceYen: 1100, contentAccessFee: 0 }
  const next = await payForToken(market, { listed: { seller, token, drafted, purchase } })
  await deliverTrades(market)
  assert.deepEqual(await deliveriesOf(market, drafted.listingId), [next.buyer.flowAddress])
  assert.deepEqual(await allWell(market), [])
})
