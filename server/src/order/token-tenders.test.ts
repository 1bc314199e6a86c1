import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OrderView } from '@kura/contract/order'
import { TransactionView } from '@kura/contract/transaction'
import { chainNetwork } from '../chain/testing/chain-world.ts'
import { findOwed } from '../member/standing-queries.ts'
import { failTrade } from '../trade/fail-trade.ts'
import { marketWorld } from '../listing/testing/market-world.ts'
import { enterByCard, allWell, books, listPaidy, pointsOf, work } from './testing/tenders.ts'
import { buy, listTrades, seedPack } from './testing/shop.ts'
import {
  buyToken,
  deliverTrades,
  enterTokenAndPass,
  holdTrades,
  offerToken,
  storedCardOf,
  tokenWays,
  tradeNft,
} from './testing/trading.ts'

const { world } = chainNetwork()

test('a listed token is bought by every tender, charged once, delivered, and its order tells of it', async (t) => {
  const market = await marketWorld(t, world())
  const { deps, call } = market
  holdTrades(market)
  const buyer = await market.trader(0)
  // a card that is kept pays for a pack first
  const packId = await seedPack(deps.sql)
  const entered = await enterByCard(market, buyer, packId)
  assert.ok(entered.ok)
  const body = { accessID: entered.data.accessID, cardName: 'mine' }
  await call('entryOrderBuy', { params: { packId }, body }, { session: buyer.session })
  await deps.background.settled()
  const cardSeq = await storedCardOf(market, buyer)
  assert.ok(cardSeq)

  const bought = []
  for (const way of tokenWays) {
    const offer = await offerToken(market)
    const { order, again } = await buyToken(market, buyer, offer.wanted, way, cardSeq)
    OrderView.parse(order)
    const tender = way.replace(/^(new-card|selected-card|hosted)/, 'card')
    assert.deepEqual(
      [order.tender, order.state, order.priceYen, order.usedPoint, order.packId],
      [tender, 'captured', 1100, way === 'point' ? 1100 : way.endsWith('-point') ? 300 : 0, null],
      way,
    )
    assert.deepEqual(
      [order.token?.tokenRefId, order.token?.tokenId, order.token?.sellerUserId, order.name.en, order.token?.serial],
      [offer.token.refId, offer.token.tokenId, offer.seller.memberId, 'Moon', 1],
    )
    assert.deepEqual((await market.stateOf(offer.drafted.listingId)).state, 'held')
    // however often it is said again
    const repeats = await Promise.all([again(), again(), again()])
    for (const repeat of repeats) assert.equal(repeat.orderId, order.orderId)
    bought.push({ way, offer, order })
  }
  const rows = await deps.sql`select 1 from orders where listing_id is not null`
  assert.equal(rows.length, tokenWays.length)
  const open = (await books(deps.sql))['trades:open']
  assert.equal(open, -1100 * tokenWays.length)
  assert.deepEqual(await allWell(market), [])

  await deliverTrades(market)
  for (const { way, offer, order } of bought) {
    const { session } = buyer
    const shown = await call('showTrade', { params: { tradeId: order.orderId } }, { session })
    assert.ok(shown.ok)
    const { state, steps } = OrderView.parse(shown.data)
    assert.deepEqual(
      [state, steps.map(({ step }) => step), steps.every(({ at }) => at !== null), steps[3]?.txId?.length],
      ['delivered', ['paid', 'sending', 'sealed', 'delivered'], true, 64],
      way,
    )
    assert.equal((await market.stateOf(offer.drafted.listingId)).state, 'sold')
    const params = { type: 'token', transactionId: order.orderId }
    const told = await call('showTransaction', { params }, { session })
    assert.ok(told.ok)
    const { type, opening, timeline } = TransactionView.parse(told.data)
    const events = timeline.map(({ source, event }) => `${source} ${event}`)
    assert.deepEqual([type, opening], ['token', null])
    for (const event of ['order reserved', 'order captured', 'chain sent', 'chain delivered', 'order delivered'])
      assert.ok(events.includes(event), `${way}: ${event} is not in ${events.join(', ')}`)
    const asPack = await call('showTransaction', { params: { ...params, type: 'pack' } }, { session })
    assert.equal(!asPack.ok && asPack.body.errorCode, 'NOT_FOUND')
    const [owner] = await deps.sql`select owner_address from tokens where ref_id = ${offer.token.refId}`
    assert.equal(owner?.['owner_address'], buyer.flowAddress)
  }
  const listed = await call('listOrders', { query: {} }, { session: buyer.session })
  assert.ok(listed.ok)
  // the pack of the beginning beside them
  assert.equal(listed.data.items.filter(({ token }) => token !== null).length, tokenWays.length)
  assert.equal(listed.data.items.filter(({ packId: id }) => id === packId).length, 1)
  // what was bought lies in the vault: nobody owes this member anything for it
  assert.equal((await findOwed(deps.sql, buyer.memberId)).unopenedPacks, 1)
  assert.equal((await books(deps.sql))['trades:open'] ?? 0, 0)
  assert.deepEqual(await allWell(market), [])
  // one charge for each that was charged
  const charged = (await listTrades(market)).filter(({ status }) => status === 'CAPTURE')
  assert.equal(charged.length, 1 + tokenWays.filter((way) => !way.startsWith('paidy') && way !== 'point').length)
  assert.equal((await listPaidy(market)).length, 2)
})

test('what can never be delivered goes back the way it came, by every tender', async (t) => {
  const market = await marketWorld(t, world())
  const { deps, call } = market
  holdTrades(market)
  const buyer = await market.trader(0)
  const ways = ['new-card-point', 'hosted', 'paidy-point', 'point'] as const
  const ended = []
  for (const way of ways) {
    const { wanted, drafted } = await offerToken(market)
    const { order } = await buyToken(market, buyer, wanted, way)
    await deps.sql`update chain_transactions set state = 'failed' where cause = ${order.orderId}`
    const trade = { id: order.orderId, listingId: drafted.listingId }
    const failed = await Promise.all(Array.from({ length: 4 }, () => failTrade(deps, trade, 'the token is gone')))
    assert.equal(failed.filter(Boolean).length, 1, way)
    ended.push({ order, listingId: drafted.listingId })
  }
  await work(market)
  for (const { order, listingId } of ended) {
    const shown = await call('showTrade', { params: { tradeId: order.orderId } }, { session: buyer.session })
    assert.deepEqual(shown.ok && [shown.data.state, shown.data.reason], ['refunded', 'TRADE_FAILED'], order.tender)
    assert.equal((await market.stateOf(listingId)).state, 'ending')
  }
  assert.equal(await pointsOf(market, buyer), 300 + 300 + 1100)
  assert.equal((await books(deps.sql))['trades:open'] ?? 0, 0)
  assert.deepEqual(await allWell(market), [])
})

test('what is paid is delivered right after the answer, without worker and index', async (t) => {
  const market = await marketWorld(t, world())
  const buyer = await market.trader(0)
  const { wanted, drafted } = await offerToken(market)
  const { order } = await buyToken(market, buyer, wanted, 'new-card')
  await market.deps.background.settled()
  const { session } = buyer
  const shown = await market.call('showTrade', { params: { tradeId: order.orderId } }, { session })
  assert.equal(shown.ok && shown.data.state, 'delivered')
  assert.equal((await market.stateOf(drafted.listingId)).state, 'sold')
  await market.index()
  assert.deepEqual(await allWell(market), [])
})

test('another member’s payment, or one of another token, completes nothing', async (t) => {
  const market = await marketWorld(t, world())
  holdTrades(market)
  const [buyer, stranger] = [await market.trader(0), await market.trader(0)]
  const [one, other] = [await offerToken(market), await offerToken(market)]
  const { accessID } = await enterTokenAndPass(market, buyer, one.wanted)
  for (const [who, wanted] of [
    [stranger, one.wanted],
    [buyer, other.wanted],
  ] as const) {
    const refused = await tradeNft(market, who, wanted, accessID)
    assert.equal(!refused.ok && refused.body.errorCode, 'NOT_FOUND')
  }
  // nor by the call of packs
  const asPack = await buy(market, buyer, one.wanted.refId, accessID)
  assert.equal(!asPack.ok && asPack.body.errorCode, 'NOT_FOUND')
  const wrong = await tradeNft(market, buyer, one.wanted, accessID, { usedPoint: 5 })
  assert.equal(!wrong.ok && wrong.body.errorCode, 'INVALID_INPUT')
  const paid = await tradeNft(market, buyer, one.wanted, accessID)
  assert.equal(paid.ok && paid.data.order.state, 'captured')
  const { session } = buyer
  const page = { lang: 'ja', returnUrl: '/trade', priceYen: 1100 } as const
  const opened = await market.call(
    'paymentUrlCredit',
    { params: { refId: other.token.refId }, body: page },
    { session },
  )
  assert.ok(opened.ok, JSON.stringify(opened))
  const { paymentOrderId } = opened.data
  const back = (refId: string, who = buyer) =>
    market.call('buyTokenCredit', { params: { refId }, body: { paymentOrderId } }, { session: who.session })
  for (const answer of [await back(other.token.refId, stranger), await back(one.token.refId)])
    assert.equal(!answer.ok && answer.body.errorCode, 'NOT_FOUND')
  const unpaid = await back(other.token.refId)
  assert.equal(!unpaid.ok && unpaid.body.errorCode, 'ORDER_STATE')
  assert.deepEqual(await allWell(market), [])
})
