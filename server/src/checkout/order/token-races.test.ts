import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cancelOrders } from '@kura/cadence/sale'
import { limits } from '@kura/contract/limits'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { listingOrders } from '../../market/listing/listing-orders.ts'
import { marketWorld } from '../../market/listing/testing/market-world.ts'
import { banMember } from '../../identity/account/ban-member.ts'
import { recordCapture, recordExpiry } from '../../money/payment/record-outcome.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { failTrade } from '../../market/trade/settle-trade.ts'
import { endLost, releaseOrder } from './release.ts'
import { listTrades, passChallenge } from './testing/shop.ts'
import { allWell, books, givePoints, pointsOf, work } from './testing/tenders.ts'
import { buyToken, enterToken, enterTokenAndPass, holdTrades, listToken, tradeNft } from './testing/trading.ts'
import { moreServers } from './testing/more-servers.ts'

const { world } = chainNetwork()

type Answer = { ok: boolean; body?: { errorCode: string } }
const codeOf = (answer: Answer) => (answer.ok ? 'ok' : (answer.body?.errorCode ?? ''))
const countBy = (codes: string[]) =>
  Object.fromEntries(Object.entries(Object.groupBy(codes, (code) => code)).map(([code, all]) => [code, all?.length]))
const stateOf = async ({ deps }: TestWorld, orderId: string) => {
  const [row] = await deps.sql<{ state: string }[]>`select state from orders where id = ${orderId}`
  return row?.state
}
const capturedTrades = async (market: TestWorld) =>
  (await listTrades(market)).filter(({ status }) => status === 'CAPTURE').length

test('of twenty buyers on several servers one gets the listing, by points and by card, and the others lose nothing', async (t) => {
  const ends: (() => Promise<void>)[] = []
  const market = await marketWorld({ after: (end) => void ends.push(end as () => Promise<void>) }, world())
  holdTrades(market)
  const servers = await moreServers(market, 2, ends)
  // cleanup in reverse order
  t.after(async () => {
    for (const end of ends.toReversed()) await end()
  })
  const buyers = []
  for (let at = 0; at < 20; at += 1) buyers.push(await market.trader(0))
  for (const buyer of buyers) await givePoints(market, buyer, 2000)
  const [byPoints, byCard] = [await listToken(market), await listToken(market)]
  const answers = await Promise.all(
    buyers.map(({ session }, at) => {
      const { refId, ...body } = byPoints.purchase
      return servers[at % 3]!.call('buyTokenPoint', { params: { refId }, body }, { session })
    }),
  )
  assert.deepEqual(countBy(answers.map(codeOf)), { ok: 1, LISTING_STATE: 19 })
  const balances = await Promise.all(buyers.map((buyer) => pointsOf(market, buyer)))
  assert.deepEqual(
    balances.toSorted((a, b) => a - b),
    [900, ...Array<number>(19).fill(2000)],
  )

  const entered = await Promise.all(buyers.map((buyer, at) => enterToken(servers[at % 3]!, buyer, byCard.purchase)))
  assert.deepEqual(countBy(entered.map(codeOf)), { ok: 1, LISTING_STATE: 19 })
  // nobody else got as far as the gateway
  assert.equal((await listTrades(market)).length, 1)
  const at = entered.findIndex(({ ok }) => ok)
  const [winner, won] = [buyers[at], entered[at]]
  assert.ok(winner && won?.ok && won.data.redirectUrl)
  await passChallenge(won.data.redirectUrl)
  const { accessID } = won.data
  const paid = await Promise.all(servers.map((server) => tradeNft(server, winner, byCard.purchase, accessID)))
  assert.deepEqual(countBy(paid.map(codeOf)), { ok: 3 })
  assert.equal(await capturedTrades(market), 1)
  assert.equal((await market.deps.sql`select 1 from trades`).length, 2)
  for (const { drafted } of [byPoints, byCard]) assert.equal((await market.stateOf(drafted.listingId)).state, 'held')
  assert.deepEqual(await allWell(market), [])
})

test('one press makes one order, however often it is sent', async (t) => {
  const market = await marketWorld(t, world())
  holdTrades(market)
  const buyer = await market.trader(0)
  await givePoints(market, buyer, 5000)
  const { purchase } = await listToken(market)
  const { refId, ...body } = purchase
  const { session } = buyer
  const press = (idempotencyKey: string) =>
    market.call('buyTokenPoint', { params: { refId }, body }, { session, idempotencyKey })
  const key = market.key()
  const answers = await Promise.all(Array.from({ length: 8 }, () => press(key)))
  for (const answer of answers)
    assert.ok(answer.ok || answer.body.errorCode === 'IDEMPOTENCY_IN_PROGRESS', codeOf(answer))
  // also when the first response is no longer stored
  await market.deps.sql`delete from idempotency_keys`
  const late = await press(key)
  assert.ok(late.ok)
  for (const answer of answers) if (answer.ok) assert.equal(answer.data.tradeId, late.data.tradeId)
  const other = await press(market.key())
  assert.equal(codeOf(other), 'LISTING_STATE')
  assert.equal(await pointsOf(market, buyer), 3900)
  // the page of the gateway likewise, while it waits
  const next = await listToken(market)
  const page = { lang: 'ja', returnUrl: '/', priceYen: 1100 } as const
  const open = (idempotencyKey: string) =>
    market.call('paymentUrlCredit', { params: { refId: next.token.refId }, body: page }, { session, idempotencyKey })
  const hosted = market.key()
  const first = await open(hosted)
  await market.deps.sql`delete from idempotency_keys`
  assert.deepEqual(await open(hosted), first)
  assert.deepEqual(await allWell(market), [])
})

test('a reservation that is given up, declined or runs out frees the listing, and the next one buys it', async (t) => {
  const market = await marketWorld(t, world())
  const { deps, call } = market
  holdTrades(market)
  const [buyer, other] = [await market.trader(0), await market.trader(0)]
  await givePoints(market, buyer, 300)
  const { purchase, drafted } = await listToken(market)
  const listing = () => market.stateOf(drafted.listingId)
  const given = await enterTokenAndPass(market, buyer, purchase, 300)
  assert.equal(codeOf(await enterToken(market, other, purchase)), 'LISTING_STATE')
  const cancelled = await call('cancelOrder', { params: { orderId: given.orderId } }, { session: buyer.session })
  assert.equal(cancelled.ok && cancelled.data.state, 'expired')
  assert.equal((await listing()).state, 'open')
  assert.equal(await pointsOf(market, buyer), 300)

  const declined = await enterToken(market, buyer, purchase, { number: '4999000000000070' })
  assert.equal(codeOf(declined), 'PAYMENT_DECLINED')
  assert.equal((await listing()).state, 'open')

  const late = await enterTokenAndPass(market, buyer, purchase)
  await market.moveClock('11 minutes')
  await work(market)
  assert.equal(await stateOf(market, late.orderId), 'expired')
  assert.equal(codeOf(await tradeNft(market, buyer, purchase, late.accessID)), 'PAYMENT_EXPIRED')
  assert.equal((await listing()).state, 'open')

  const last = await enterTokenAndPass(market, other, purchase)
  const paid = await tradeNft(market, other, purchase, last.accessID)
  assert.ok(paid.ok, JSON.stringify(paid))
  assert.equal(await capturedTrades(market), 1)
  const [moves] = await deps.sql<{ states: string[] }[]>`
    select array_agg(state order by number) as states from listing_moves where listing_id = ${drafted.listingId}`
  const rounds = Array.from({ length: 3 }, () => ['held', 'open']).flat()
  assert.deepEqual(moves?.states, ['drafted', 'open', ...rounds, 'held'])
  assert.deepEqual(await allWell(market), [])
})

test('no member can block a listing by reserving it again and again, paid or not', async (t) => {
  const market = await marketWorld(t, world())
  holdTrades(market)
  const [buyer, other] = [await market.trader(0), await market.trader(0)]
  const { purchase, drafted } = await listToken(market)
  for (let round = 0; round < 2; round += 1) {
    const { order } = await buyToken(market, buyer, purchase, 'point')
    await market.deps.sql`update chain_transactions set state = 'failed' where cause = ${order.orderId}`
    const trade = { id: order.orderId, listingId: drafted.listingId }
    assert.equal(await failTrade(market.deps, trade, { error: 'the buyer has no vault', order: 'alive' }), true)
  }
  for (let round = 2; round < limits.listingUnpaidMost; round += 1) {
    const taken = await enterToken(market, buyer, purchase)
    assert.ok(taken.ok, JSON.stringify(taken))
    const params = { orderId: taken.data.orderId }
    assert.ok((await market.call('cancelOrder', { params }, { session: buyer.session })).ok)
  }
  const refused = await enterToken(market, buyer, purchase)
  assert.ok(!refused.ok)
  assert.deepEqual(
    [refused.body.errorCode, refused.body.details?.map(({ fault }) => fault)],
    ['TOO_MANY_REQUESTS', ['played']],
  )
  assert.equal(codeOf(await enterToken(market, other, purchase)), 'ok')
  assert.deepEqual(await allWell(market), [])
})

test('a member who begins to pay for many listings at once on several servers gets five of them, and the next when one has ended', async (t) => {
  const ends: (() => Promise<void>)[] = []
  const market = await marketWorld({ after: (end) => void ends.push(end as () => Promise<void>) }, world())
  // a delivery would use the agent's key while the test makes traders with it
  holdTrades(market)
  const servers = await moreServers(market, 2, ends)
  t.after(async () => {
    for (const end of ends.toReversed()) await end()
  })
  const buyer = await market.trader(0)
  const listed = []
  for (let at = 0; at < limits.listingsReservedMost + 4; at += 1) listed.push(await listToken(market))
  const answers = await Promise.all(listed.map(({ purchase }, at) => enterToken(servers[at % 3]!, buyer, purchase)))
  assert.deepEqual(countBy(answers.map(codeOf)), { ok: limits.listingsReservedMost, TOO_MANY_REQUESTS: 4 })
  for (const answer of answers)
    if (!answer.ok) assert.deepEqual(answer.body.details, [{ field: 'refId', fault: 'reserved_most' }])
  const free = listed.filter((_, at) => !answers[at]!.ok)
  for (const { drafted } of free) assert.equal((await market.stateOf(drafted.listingId)).state, 'open')
  const [first, second, third] = free
  assert.ok(first && second && third)
  // an order paid at once holds nothing back from others
  await givePoints(market, buyer, first.purchase.priceYen)
  const { refId, ...seen } = first.purchase
  const byPoints = { params: { refId }, body: seen }
  assert.equal(codeOf(await market.call('buyTokenPoint', byPoints, { session: buyer.session })), 'ok')
  assert.equal(codeOf(await enterToken(market, await market.trader(0), third.purchase)), 'ok')
  assert.equal(codeOf(await enterToken(market, buyer, second.purchase)), 'TOO_MANY_REQUESTS')
  const taken = answers.find((answer) => answer.ok)
  assert.ok(taken?.ok)
  const params = { orderId: taken.data.orderId }
  assert.ok((await market.call('cancelOrder', { params }, { session: buyer.session })).ok)
  assert.equal(codeOf(await enterToken(market, buyer, second.purchase)), 'ok')
  assert.deepEqual(await allWell(market), [])
})

test('the end of the lease against the capture: either it is paid and held, or unpaid and open', async (t) => {
  const market = await marketWorld(t, world())
  holdTrades(market)
  const buyer = await market.trader(0)
  const ends = []
  for (let round = 0; round < 6; round += 1) {
    const { purchase, drafted } = await listToken(market)
    const { orderId, accessID } = await enterTokenAndPass(market, buyer, purchase)
    const before = await capturedTrades(market)
    await market.deps.sql`update orders set lease_until = kura_now() + interval '15 ms' where id = ${orderId}`
    const [answer] = await Promise.all([tradeNft(market, buyer, purchase, accessID), work(market, 6)])
    // an interrupted process leaves it to the worker after half a minute
    await market.moveClock('1 minute')
    await work(market)
    const [state, listing] = [await stateOf(market, orderId), (await market.stateOf(drafted.listingId)).state]
    const taken = (await capturedTrades(market)) - before
    if (answer.ok) assert.deepEqual([state, listing, taken], ['captured', 'held', 1])
    else assert.deepEqual([codeOf(answer), state, listing, taken], ['PAYMENT_EXPIRED', 'expired', 'open', 0])
    ends.push(state)
  }
  assert.equal(ends.length, 6)
  assert.deepEqual(await allWell(market), [])
})

test('money for an ended order is refunded, regardless of who has the listing by then', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  holdTrades(market)
  const [buyer, other] = [await market.trader(0), await market.trader(0)]
  const { purchase, drafted } = await listToken(market)
  const { orderId } = await enterTokenAndPass(market, buyer, purchase)
  const [payment] = await deps.sql<{ id: string }[]>`select id from payments where order_id = ${orderId}`
  assert.ok(payment)
  assert.ok(await recordExpiry(deps, { id: payment.id, orderId, state: 'challenged' }))
  const next = await enterTokenAndPass(market, other, purchase)
  const captures = await Promise.all([1, 2, 3].map(() => recordCapture(deps, { id: payment.id, orderId }, {})))
  assert.deepEqual(captures.filter(Boolean), [{ outcome: 'too-late' }])
  assert.equal(await stateOf(market, orderId), 'refunding')
  assert.deepEqual(await books(deps.sql), { 'psp:card': 1100, 'trades:open': -1100 })
  assert.equal((await market.stateOf(drafted.listingId)).state, 'held')
  const paid = await tradeNft(market, other, purchase, next.accessID)
  assert.equal(paid.ok && paid.data.order.state, 'captured')
  assert.equal((await deps.sql`select 1 from trades`).length, 1)
})

test('what the chain or a ban ends while somebody is about to pay is not charged any more', async (t) => {
  const market = await marketWorld(t, world())
  const { deps, chain } = market
  holdTrades(market)
  const buyer = await market.trader(0)
  const cancelled = await listToken(market)
  const first = await enterTokenAndPass(market, buyer, cancelled.purchase)
  await chain.act(cancelled.seller.account, cancelOrders(chain.addresses, { orderIds: [cancelled.drafted.listingId] }))
  await market.index()
  assert.deepEqual(await market.stateOf(cancelled.drafted.listingId), { state: 'ended', reason: 'cancelled' })
  // before the worker's run, and after it
  assert.equal(codeOf(await tradeNft(market, buyer, cancelled.purchase, first.accessID)), 'PAYMENT_EXPIRED')
  assert.equal(await endLost(deps), 1)
  assert.equal(await endLost(deps), 0)
  await market.moveClock('1 minute')
  await work(market)
  assert.equal(await stateOf(market, first.orderId), 'expired')
  assert.deepEqual(await market.stateOf(cancelled.drafted.listingId), { state: 'ended', reason: 'cancelled' })

  const banned = await listToken(market)
  const second = await enterTokenAndPass(market, buyer, banned.purchase)
  await banMember(deps, { memberId: banned.seller.memberId, by: 't', reason: 'r' })
  assert.equal((await market.stateOf(banned.drafted.listingId)).state, 'held')
  assert.equal(codeOf(await tradeNft(market, buyer, banned.purchase, second.accessID)), 'PAYMENT_EXPIRED')
  await endLost(deps)
  await market.moveClock('1 minute')
  await work(market)
  assert.equal(await stateOf(market, second.orderId), 'expired')
  assert.equal((await market.stateOf(banned.drafted.listingId)).state, 'ending')
  await market.settle()
  assert.deepEqual(await market.stateOf(banned.drafted.listingId), { state: 'ended', reason: 'agent' })
  assert.equal(await capturedTrades(market), 0)
  assert.deepEqual(await allWell(market), [])
})

test('a listing can be paid only before its own expiry, and ends with it', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  holdTrades(market)
  const buyer = await market.trader(0)
  const { purchase, drafted } = await listToken(market)
  const endsIn = (interval: string) =>
    deps.sql`update listings set expires_at = kura_now() + ${interval}::interval where id = ${drafted.listingId}`
  await endsIn('5 minutes')
  const { orderId, accessID } = await enterTokenAndPass(market, buyer, purchase)
  const [lease] = await deps.sql<{ fits: boolean }[]>`
    select o.lease_until <= l.expires_at - interval '2 minutes' as fits
      from orders o join listings l on l.id = o.listing_id where o.id = ${orderId}`
  assert.equal(lease?.fits, true)
  await market.moveClock('4 minutes')
  assert.equal(codeOf(await tradeNft(market, buyer, purchase, accessID)), 'PAYMENT_EXPIRED')
  await work(market)
  assert.equal(await stateOf(market, orderId), 'expired')
  assert.equal((await market.stateOf(drafted.listingId)).state, 'open')

  await endsIn('5 minutes')
  const held = await enterTokenAndPass(market, buyer, purchase)
  await market.moveClock('6 minutes')
  // the sweeper leaves a held listing to its order
  await listingOrders.expire(deps)
  assert.equal((await market.stateOf(drafted.listingId)).state, 'held')
  await work(market)
  assert.equal(await stateOf(market, held.orderId), 'expired')
  assert.deepEqual(await market.stateOf(drafted.listingId), { state: 'ended', reason: 'expired' })
  assert.equal(await capturedTrades(market), 0)
})

test('a ban at the moment in which a reservation ends leaves no open listing', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  holdTrades(market)
  const buyer = await market.trader(0)
  for (let round = 0; round < 6; round += 1) {
    const { seller, purchase, drafted } = await listToken(market)
    const { orderId } = await enterTokenAndPass(market, buyer, purchase)
    await Promise.all([
      banMember(deps, { memberId: seller.memberId, by: 't', reason: 'r' }),
      transaction(deps.sql, (db) => releaseOrder(db, orderId, 'PAYMENT_EXPIRED')),
    ])
    assert.equal((await market.stateOf(drafted.listingId)).state, 'ending')
  }
})
