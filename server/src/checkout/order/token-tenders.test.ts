import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OrderView } from '@kura/contract/checkout/order'
import { TransactionView } from '@kura/contract/chain/transaction'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { findLeaveObstacles } from '../../identity/account/delete-member.ts'
import { settlePayment } from '../../money/payment/settle-payment.ts'
import { failTrade } from '../../market/trade/settle-trade.ts'
import { marketWorld } from '../../market/listing/testing/market-world.ts'
import { refundByHand } from './refund-by-hand.ts'
import { settleReports } from './reports.ts'
import { enterByCard, allWell, books, listPaidy, pointsOf, work } from './testing/tenders.ts'
import { buy, listTrades, seedPack } from './testing/shop.ts'
import {
  buyToken,
  deliverTrades,
  enterToken,
  enterTokenAndPass,
  holdBackground,
  holdTrades,
  listToken,
  storedCardOf,
  tokenWays,
  tradeNft,
} from './testing/trading.ts'

const { world } = chainNetwork()

test('a listed token is bought by every tender, charged once, delivered, and its order shows it', async (t) => {
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
    const listed = await listToken(market)
    const { order, again } = await buyToken(market, buyer, listed.purchase, way, cardSeq)
    OrderView.parse(order)
    const tender = way.replace(/^(new-card|selected-card|hosted)/, 'card')
    assert.deepEqual(
      [order.tender, order.state, order.priceYen, order.usedPoint, order.packId],
      [tender, 'captured', 1100, way === 'point' ? 1100 : way.endsWith('-point') ? 300 : 0, null],
      way,
    )
    assert.deepEqual(
      [order.token?.tokenRefId, order.token?.tokenId, order.token?.sellerUserId, order.name.en, order.token?.serial],
      [listed.token.refId, listed.token.tokenId, listed.seller.memberId, 'Moon', 1],
    )
    assert.deepEqual((await market.stateOf(listed.drafted.listingId)).state, 'held')
    // however often it is said again
    const repeats = await Promise.all([again(), again(), again()])
    for (const repeat of repeats) assert.equal(repeat.orderId, order.orderId)
    bought.push({ way, listed, order })
  }
  const rows = await deps.sql`select 1 from orders where listing_id is not null`
  assert.equal(rows.length, tokenWays.length)
  const open = (await books(deps.sql))['trades:open']
  assert.equal(open, -1100 * tokenWays.length)
  assert.deepEqual(await allWell(market), [])

  await deliverTrades(market)
  for (const { way, listed, order } of bought) {
    const { session } = buyer
    const shown = await call('showTrade', { params: { tradeId: order.orderId } }, { session })
    assert.ok(shown.ok)
    const { state, steps } = OrderView.parse(shown.data)
    assert.deepEqual(
      [state, steps.map(({ step }) => step), steps.every(({ at }) => at !== null), steps[3]?.txId?.length],
      ['delivered', ['paid', 'sending', 'sealed', 'delivered'], true, 64],
      way,
    )
    assert.equal((await market.stateOf(listed.drafted.listingId)).state, 'sold')
    const params = { type: 'token', transactionId: order.orderId }
    const transaction = await call('showTransaction', { params }, { session })
    assert.ok(transaction.ok)
    const { type, opening, timeline } = TransactionView.parse(transaction.data)
    const events = timeline.map(({ source, event }) => `${source} ${event}`)
    assert.deepEqual([type, opening], ['token', null])
    for (const event of ['order reserved', 'order captured', 'chain sent', 'chain delivered', 'order delivered'])
      assert.ok(events.includes(event), `${way}: ${event} is not in ${events.join(', ')}`)
    const asPack = await call('showTransaction', { params: { ...params, type: 'pack' } }, { session })
    assert.equal(!asPack.ok && asPack.body.errorCode, 'NOT_FOUND')
    const [owner] = await deps.sql`select owner_address from tokens where ref_id = ${listed.token.refId}`
    assert.equal(owner?.['owner_address'], buyer.flowAddress)
  }
  const listed = await call('listOrders', { query: {} }, { session: buyer.session })
  assert.ok(listed.ok)
  // and the pack bought first
  assert.equal(listed.data.items.filter(({ token }) => token !== null).length, tokenWays.length)
  assert.equal(listed.data.items.filter(({ packId: id }) => id === packId).length, 1)
  // the purchases are in the vault: the house owes this member nothing for them
  assert.deepEqual(await findLeaveObstacles(deps.sql, buyer.memberId), [{ kind: 'packs_unopened', amount: 1n }])
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
    const { purchase, drafted } = await listToken(market)
    const { order } = await buyToken(market, buyer, purchase, way)
    await deps.sql`update chain_transactions set state = 'failed' where cause = ${order.orderId}`
    const trade = { id: order.orderId, listingId: drafted.listingId }
    const failed = await Promise.all(
      Array.from({ length: 4 }, () => failTrade(deps, trade, { error: 'the token is gone', order: 'dead' })),
    )
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
  const { sql } = market.deps
  await sql`
    insert into point_campaigns (id, name_ja, name_en, occasion, percent, valid_days) values ('five', '5%', '5%', 'purchase', 5, 90)`
  const { purchase, drafted } = await listToken(market)
  const goOn = holdBackground(market)
  const { order } = await buyToken(market, buyer, purchase, 'new-card')
  assert.deepEqual([order.state, await pointsOf(market, buyer)], ['captured', 0])
  goOn()
  await market.deps.background.settled()
  // campaigns give points for deliveries
  assert.equal(await pointsOf(market, buyer), 55)
  const { session } = buyer
  const shown = await market.call('showTrade', { params: { tradeId: order.orderId } }, { session })
  assert.equal(shown.ok && shown.data.state, 'delivered')
  assert.equal((await market.stateOf(drafted.listingId)).state, 'sold')
  await market.index()
  // a reported transaction counts as far as the chain confirms it
  const [trade] = await sql<{ txId: string }[]>`select tx_id as "txId" from trades where id = ${order.orderId}`
  const [mint] = await sql<
    { txId: string }[]
  >`select minted_tx_id as "txId" from tokens where ref_id = ${purchase.refId}`
  const params = { type: 'token', transactionId: order.orderId }
  for (const txId of [trade?.txId ?? '', mint?.txId ?? ''])
    assert.ok((await market.call('reportTransaction', { params, body: { txId } }, { session })).ok)
  const asPack = { params: { ...params, type: 'pack' }, body: { txId: trade?.txId ?? '' } }
  const refused = await market.call('reportTransaction', asPack, { session })
  assert.equal(!refused.ok && refused.body.errorCode, 'NOT_FOUND')
  await settleReports(market.deps)
  const reports = await sql<{ txId: string; state: string }[]>`select tx_id as "txId", state from transaction_reports`
  assert.deepEqual(
    new Map(reports.map(({ txId, state }) => [txId, state])),
    new Map([
      [trade?.txId, 'confirmed'],
      [mint?.txId, 'foreign'],
    ]),
  )
  assert.deepEqual(await allWell(market), [])

  // refunded by hand, and the seller's proceeds are reversed as far as there are any
  const said: string[] = []
  await refundByHand(market.deps, { orderId: order.orderId, by: 't', reason: 'r', isDryRun: false }, (line) =>
    said.push(line),
  )
  assert.match(said.join('\n'), /gives back 1100 yen/)
  await work(market)
  const back = await market.call('showTrade', { params: { tradeId: order.orderId } }, { session })
  assert.equal(back.ok && back.data.state, 'refunded')
  assert.equal(await pointsOf(market, buyer), 0)
  assert.equal((await market.stateOf(drafted.listingId)).state, 'sold')
  assert.deepEqual(await allWell(market), [])
})

test('an order that the gateway contradicts keeps its listing until a person decides', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  holdTrades(market)
  const buyer = await market.trader(0)
  const { purchase, drafted } = await listToken(market)
  const { orderId, accessID } = await enterTokenAndPass(market, buyer, purchase)
  // as if somebody had changed the row directly
  await deps.sql`update payments set amount_yen = 1099 where order_id = ${orderId}`
  const [payment] = await deps.sql<{ id: string }[]>`select id from payments where order_id = ${orderId}`
  await settlePayment(deps, payment?.id ?? '')
  const state = async () => (await deps.sql`select state from orders where id = ${orderId}`)[0]?.['state']
  assert.equal(await state(), 'quarantined')
  assert.equal((await market.stateOf(drafted.listingId)).state, 'held')
  const other = await enterToken(market, await market.trader(0), purchase)
  assert.equal(!other.ok && other.body.errorCode, 'LISTING_STATE')
  const refused = await tradeNft(market, buyer, purchase, accessID)
  assert.equal(refused.ok, false)
  await market.moveClock('1 minute')
  await refundByHand(deps, { orderId, by: 't', reason: 'r', isDryRun: false }, () => {})
  assert.equal(await state(), 'expired')
  assert.equal((await market.stateOf(drafted.listingId)).state, 'open')
})

test('another member’s payment, or one of another token, completes nothing', async (t) => {
  const market = await marketWorld(t, world())
  holdTrades(market)
  const [buyer, stranger] = [await market.trader(0), await market.trader(0)]
  const [one, other] = [await listToken(market), await listToken(market)]
  const { accessID } = await enterTokenAndPass(market, buyer, one.purchase)
  for (const [who, purchase] of [
    [stranger, one.purchase],
    [buyer, other.purchase],
  ] as const) {
    const refused = await tradeNft(market, who, purchase, accessID)
    assert.equal(!refused.ok && refused.body.errorCode, 'NOT_FOUND')
  }
  // nor by the call of packs
  const asPack = await buy(market, buyer, one.purchase.refId, accessID)
  assert.equal(!asPack.ok && asPack.body.errorCode, 'NOT_FOUND')
  const wrong = await tradeNft(market, buyer, one.purchase, accessID, { usedPoint: 5 })
  assert.equal(!wrong.ok && wrong.body.errorCode, 'INVALID_INPUT')
  const paid = await tradeNft(market, buyer, one.purchase, accessID)
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
