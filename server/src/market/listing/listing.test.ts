import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rebuildIndex } from '../../chain/index/index-once.ts'
import { settleTransactions } from '../../chain/agent/submit-transaction.ts'
import { chainNetwork, playFaults } from '../../chain/testing/chain-world.ts'
import { startWorker } from '../../start-worker.ts'
import { saleOrderUses } from '../sale-order-uses.ts'
import { giveUpOldDrafts, withdrawGhosts } from '../sale-order/sale-order-jobs.ts'
import { listingOrders } from './listing-orders.ts'
import { marketWorld, sellCall } from './testing/market-world.ts'
import { until } from '../../testing/until.ts'

const { world } = chainNetwork()

test('a listing is open when the chain has it and not before, at the price that was shown', async (t) => {
  const market = await marketWorld(t, world())
  const { call, chain } = market
  const seller = await market.trader(1, { royaltyBps: 500, contentAccessYen: 120 })
  const [token] = seller.tokens
  assert.ok(token)
  const { session } = seller
  const shown = await call(
    'showTradePrice',
    { params: { id: token.tokenId }, query: { listPrice: 12_345 } },
    { session },
  )
  // what is stored for contents that are not there counts as nothing
  const parts = { listPrice: 12_345, fee: 1234, royalty: 617, contentAccessFee: 0, proceeds: 10_494 }
  assert.deepEqual(shown.ok && shown.data, { ...parts, floor: null, isFarBelowFloor: false })
  const drafted = await market.draft(seller, token, { price: 12_345, contentAccessFee: 0 })
  assert.deepEqual(drafted.parts, parts)
  const show = () => call('showListing', { params: { tokenRefId: token.refId } })
  assert.equal((await show()).ok, false)
  assert.equal((await market.stateOf(drafted.listingId)).state, 'drafted')

  const txId = await market.sign(seller, drafted)
  const report = { body: { listingId: drafted.listingId, txId } }
  const reported = await call('reportListing', report, { session })
  assert.equal(reported.ok && reported.data.state, 'pending')
  assert.equal((await show()).ok, false, 'a hint opens nothing')
  await market.index()
  const open = await show()
  assert.ok(open.ok, JSON.stringify(open))
  assert.deepEqual(
    [open.data.state, open.data.price, open.data.sellerUserId, open.data.sellerAddress, open.data.serial],
    ['open', 12_345, seller.memberId, chain.agent && seller.flowAddress, 1],
  )
  const again = await call('reportListing', report, { session })
  assert.equal(again.ok && again.data.state, 'open')
  const news = await market.deps.sql`
    select f.audience, f.facts->>'price' as price, c.member_id as "knownTo"
      from notification_fan_outs f join notification_causes c using (cause)`
  const watchers = { audience: 'price-watchers', price: '¥12,345', knownTo: seller.memberId }
  assert.deepEqual([...news], [watchers], 'the seller is not notified of the own listing')
  const own = await call('showSellToken', { params: { id: token.refId } }, { session })
  assert.ok(own.ok, JSON.stringify(own))
  assert.equal(own.data.listing?.proceeds, 10_494)
  const rolled = await call('rollBackListing', { params: { id: drafted.listingId } }, { session })
  assert.equal(!rolled.ok && rolled.body.errorCode, 'LISTING_STATE')
  const moves = await market.deps.sql`select state from listing_moves order by number`
  assert.deepEqual(
    moves.map(({ state }) => state),
    ['drafted', 'pending', 'open'],
  )
})

test('a member who may not sell gets the reason, and nothing is signed', async (t) => {
  const market = await marketWorld(t, world())
  const { call, deps } = market
  const seller = await market.trader(1)
  const stranger = await market.trader(0)
  const [token] = seller.tokens
  assert.ok(token)
  const attempt = async (session: string, body: object) => {
    const good = { tokenRefId: token.refId, price: 5000, contentAccessFee: 0 }
    const answer = await call('draftListing', { body: { ...good, ...body } }, { session })
    return answer.ok
      ? 'listed'
      : [answer.body.errorCode, ...(answer.body.details ?? []).map(({ fault }) => fault)].join()
  }
  assert.equal(await attempt(stranger.session, {}), 'FORBIDDEN,not_owner')
  assert.equal(await attempt(seller.session, { price: 99 }), 'INVALID_INPUT,too_low')
  assert.equal(await attempt(seller.session, { price: 1_000_001 }), 'INVALID_INPUT,too_high')
  assert.equal(await attempt(seller.session, { price: 100.5 }), 'INVALID_REQUEST_FORMAT,invalid_type')
  assert.equal(await attempt(seller.session, { contentAccessFee: 1 }), 'TRADE_PRICE_CHANGED')
  assert.equal(await attempt(seller.session, { targetUserId: seller.memberId }), 'INVALID_INPUT,yourself')
  assert.equal(await attempt(seller.session, { tokenRefId: seller.memberId }), 'NOT_FOUND')
  await deps.sql`update members set flow_address = null where id = ${stranger.memberId}`
  assert.equal(await attempt(stranger.session, {}), 'WALLET_REQUIRED')
  assert.equal(await attempt(seller.session, { targetUserId: stranger.memberId }), 'INVALID_INPUT,no_wallet')
  assert.equal((await deps.sql`select 1 from listings`).length, 0)
  await deps.sql`update tokens set owner_address = ${stranger.flowAddress}`
  await deps.sql`update members set flow_address = ${stranger.flowAddress} where id = ${stranger.memberId}`
  // the rows say so, the chain does not
  assert.equal(await attempt(stranger.session, {}), 'FORBIDDEN,not_owner')
  assert.equal((await deps.sql`select 1 from listings`).length, 0)
})

test('a new price is a new version; the older listing ends with it, and its draft can never be run', async (t) => {
  const market = await marketWorld(t, world())
  const seller = await market.trader(1)
  const [token] = seller.tokens
  assert.ok(token)
  const first = await market.list(seller, token, { price: 9000 })
  const forgotten = await market.draft(seller, token, { price: 7000 })
  const second = await market.list(seller, token, { price: 8000 })
  assert.deepEqual(await market.stateOf(first.listingId), { state: 'ended', reason: 'replaced' })
  assert.deepEqual(await market.stateOf(forgotten.listingId), { state: 'given-up', reason: null })
  assert.equal((await market.stateOf(second.listingId)).state, 'open')
  await world().refused(seller.account, sellCall(world(), forgotten.arguments), /cannot change without a version above/)
})

test('a cancelled listing is hidden at once, and the agent ends it on chain', async (t) => {
  const market = await marketWorld(t, world())
  const { call } = market
  const seller = await market.trader(3)
  const { session } = seller
  const drafted = []
  for (const token of seller.tokens) drafted.push(await market.list(seller, token))
  const [token] = seller.tokens
  assert.ok(token)
  const end = () => call('endListing', { params: { tokenRefId: token.refId } }, { session })
  const ended = await end()
  assert.equal(ended.ok && ended.data.state, 'ending')
  assert.equal((await call('showListing', { params: { tokenRefId: token.refId } })).ok, false)
  const twice = await end()
  assert.equal(twice.ok && twice.data.state, 'ending')
  await market.settle()
  assert.deepEqual(await market.stateOf(drafted[0]!.listingId), { state: 'ended', reason: 'agent' })
  const late = await end()
  assert.equal(late.ok && late.data.state, 'ended')
  await market.draft(seller, token)
  const all = await call('endAllListings', {}, { session })
  assert.deepEqual(all.ok && all.data, { ending: 2, held: 0 })
  await market.settle()
  for (const { listingId } of drafted)
    assert.deepEqual(await market.stateOf(listingId), { state: 'ended', reason: 'agent' })
  const left = await market.deps.sql`select state from listings where state not in ('ended', 'given-up')`
  assert.equal(left.length, 0)
  const sent = await market.deps.sql`select 1 from chain_transactions where kind = 'cancel-orders'`
  assert.equal(sent.length, 2, 'several in one transaction')
  const nobody = await market.trader(0)
  const foreign = await call('endListing', { params: { tokenRefId: token.refId } }, { session: nobody.session })
  assert.equal(!foreign.ok && foreign.body.errorCode, 'NOT_FOUND')
})

test('drafts are given up by the wallet that failed and after half an hour; what the chain has counts all the same', async (t) => {
  const market = await marketWorld(t, world())
  const { call, deps } = market
  const seller = await market.trader(2)
  const { session } = seller
  const [one, two] = seller.tokens
  assert.ok(one && two)
  const failed = await market.draft(seller, one)
  const roll = () => call('rollBackListing', { params: { id: failed.listingId } }, { session })
  for (const answer of [await roll(), await roll()]) assert.equal(answer.ok && answer.data.state, 'given-up')
  const slow = await market.draft(seller, two)
  await giveUpOldDrafts(deps, listingOrders)
  assert.equal((await market.stateOf(slow.listingId)).state, 'drafted')
  await market.moveClock('31 minutes')
  await giveUpOldDrafts(deps, listingOrders)
  assert.equal((await market.stateOf(slow.listingId)).state, 'given-up')
  await market.sign(seller, slow)
  await market.index()
  assert.equal((await market.stateOf(slow.listingId)).state, 'open')
  const stranger = await market.trader(0)
  const other = await call('rollBackListing', { params: { id: failed.listingId } }, { session: stranger.session })
  assert.equal(!other.ok && other.body.errorCode, 'NOT_FOUND')
})

test('an expired listing is hidden, and ends at the signed time', async (t) => {
  const market = await marketWorld(t, world())
  const seller = await market.trader(1)
  const [token] = seller.tokens
  assert.ok(token)
  const drafted = await market.list(seller, token)
  await market.moveClock('31 days')
  assert.equal((await market.call('showListing', { params: { tokenRefId: token.refId } })).ok, false)
  await listingOrders.expire(market.deps)
  assert.deepEqual(await market.stateOf(drafted.listingId), { state: 'ended', reason: 'expired' })
  const [row] = await market.deps.sql<{ endedAt: Date }[]>`select ended_at as "endedAt" from listings`
  assert.equal(row?.endedAt.toISOString(), new Date(drafted.expiresAt).toISOString())
})

test('a listing that the chain cannot deliver, though no event said so, is withdrawn by the worker', async (t) => {
  const market = await marketWorld(t, world())
  const seller = await market.trader(1)
  const [token] = seller.tokens
  assert.ok(token)
  const { listingId } = await market.list(seller, token)
  await withdrawGhosts(market.deps, saleOrderUses)
  const unlink = `transaction {
    prepare(seller: auth(GetStorageCapabilityController) &Account) {
      for controller in seller.capabilities.storage.getControllers(forPath: /storage/kuraSaleGrants) { controller.delete() }
    }
  }`
  await world().act(seller.account, { cadence: unlink, args: [], limit: 9999 })
  await market.index()
  await withdrawGhosts(market.deps, saleOrderUses)
  assert.equal((await market.stateOf(listingId)).state, 'open', 'too young to be judged')
  await market.moveClock('11 minutes')
  await withdrawGhosts(market.deps, saleOrderUses)
  assert.equal((await market.stateOf(listingId)).state, 'ending')
  assert.equal((await market.call('showListing', { params: { tokenRefId: token.refId } })).ok, false)
  await market.settle()
  await market.moveClock('31 days')
  await listingOrders.expire(market.deps)
  assert.deepEqual(await market.stateOf(listingId), { state: 'ended', reason: 'expired' })
})

test('cancelling everything includes listings on their way to the chain; later ones are on sale', async (t) => {
  const market = await marketWorld(t, world())
  const seller = await market.trader(5)
  const [one, two, three, four, five] = seller.tokens
  assert.ok(one && two && three && four && five)
  const { listingId: open } = await market.list(seller, one)
  const pending = await market.draft(seller, two)
  const drafted = await market.draft(seller, three)
  const sealed = await market.draft(seller, four)
  for (const { listingId } of [pending, sealed]) {
    const report = { body: { listingId, txId: 'ab'.repeat(32) } }
    assert.ok((await market.call('reportListing', report, { session: seller.session })).ok)
  }
  await market.sign(seller, sealed)
  const ended = await market.call('endAllListings', {}, { session: seller.session })
  assert.deepEqual(ended.ok && ended.data, { ending: 1, held: 0 })
  for (const each of [drafted, pending]) await market.sign(seller, each)
  const { listingId: next } = await market.list(seller, five)
  for (const { listingId } of [pending, drafted, sealed])
    assert.equal((await market.stateOf(listingId)).state, 'ending')
  await market.settle()
  const expected = async () => {
    for (const id of [open, pending.listingId, drafted.listingId, sealed.listingId])
      assert.deepEqual(await market.stateOf(id), { state: 'ended', reason: 'agent' })
    assert.equal((await market.stateOf(next)).state, 'open')
  }
  await expected()
  const opened = await market.deps.sql`select 1 from listing_moves where state = 'open'`
  assert.equal(opened.length, 2)
  await rebuildIndex(market.deps)
  await expected()
})

test('cancelling everything in parallel with the index leaves nothing open, whichever comes first', async (t) => {
  const market = await marketWorld(t, world())
  for (let round = 0; round < 3; round += 1) {
    const seller = await market.trader(2)
    for (const token of seller.tokens) await market.sign(seller, await market.draft(seller, token))
    await Promise.all([market.index(), market.call('endAllListings', {}, { session: seller.session })])
    const states = await market.deps.sql`select state from listings where seller_id = ${seller.memberId}`
    assert.deepEqual(
      states.map(({ state }) => state),
      ['ending', 'ending'],
    )
  }
})

test('cancelled many times at once, a listing ends once; of many drafts only the newest can be run', async (t) => {
  const market = await marketWorld(t, world())
  const seller = await market.trader(1)
  const [token] = seller.tokens
  assert.ok(token)
  const prices = Array.from({ length: 6 }, (_, n) => 1000 + n)
  const drafts = await Promise.all(prices.map((price) => market.draft(seller, token, { price })))
  for (const drafted of drafts) await world().send(seller.account, sellCall(world(), drafted.arguments))
  await market.index()
  const open = await market.deps.sql`select id from listings where state = 'open'`
  assert.equal(open.length, 1)
  const standing = await market.deps.sql`select order_id as id from sale_orders where end_reason is null`
  assert.deepEqual([...standing], [...open])
  const end = () => market.call('endListing', { params: { tokenRefId: token.refId } }, { session: seller.session })
  const answers = await Promise.all(Array.from({ length: 20 }, end))
  for (const answer of answers) assert.equal(answer.ok && answer.data.state, 'ending', JSON.stringify(answer))
  const wishes = await market.deps.sql`select 1 from chain_transactions where kind = 'cancel-orders'`
  assert.equal(wishes.length, 1)
  await market.settle()
  const moves = await market.deps.sql`
    select state, reason from listing_moves where listing_id = ${open[0]!['id']} order by number`
  // another draft may have taken its place before the wallet was asked
  assert.deepEqual(moves.map(({ state }) => state).slice(-3), ['open', 'ending', 'ended'])
  assert.equal(moves.at(-1)?.['reason'], 'agent')
})

test('the worker opens what a wallet accepted and ends what its seller took back, by itself', async (t) => {
  const market = await marketWorld(t, world())
  const seller = await market.trader(1)
  const [token] = seller.tokens
  assert.ok(token)
  const drafted = await market.draft(seller, token)
  const worker = await startWorker(market.deps)
  t.after(() => worker.stop())
  await market.sign(seller, drafted)
  await until('it is open', async () => (await market.stateOf(drafted.listingId)).state === 'open')
  await market.call('endListing', { params: { tokenRefId: token.refId } }, { session: seller.session })
  await until('it is ended', async () => (await market.stateOf(drafted.listingId)).reason === 'agent')
  await worker.stop()
})

test('while the chain is down nothing is signed, and a listing can still be cancelled', async (t) => {
  const market = await marketWorld(t, world())
  const seller = await market.trader(2)
  const [one, two] = seller.tokens
  assert.ok(one && two)
  const { session } = seller
  const { listingId } = await market.list(seller, one)
  t.after(() => playFaults(world(), {}))
  await playFaults(world(), { down: true })
  const body = { tokenRefId: two.refId, price: 9000, contentAccessFee: 0 }
  const refused = await market.call('draftListing', { body }, { session })
  assert.equal(!refused.ok && refused.body.errorCode, 'SERVICE_UNAVAILABLE')
  assert.equal((await market.deps.sql`select 1 from listings`).length, 1)
  const ended = await market.call('endListing', { params: { tokenRefId: one.refId } }, { session })
  assert.equal(ended.ok && ended.data.state, 'ending')
  await settleTransactions(market.deps)
  await playFaults(world(), { acceptThen5xx: 1 })
  await settleTransactions(market.deps)
  await playFaults(world(), {})
  await market.settle()
  assert.deepEqual(await market.stateOf(listingId), { state: 'ended', reason: 'agent' })
})
