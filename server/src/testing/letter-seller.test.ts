// Selling, buying between members and giving by a client written to the letter of the
// specification.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transferToken } from '@kura/cadence/token'
import { chainNetwork } from '../chain/testing/chain-world.ts'
import { marketWorld, sellCall } from '../market/listing/testing/market-world.ts'
import { givePoints } from '../checkout/order/testing/tenders.ts'
import { deliverTrades } from '../checkout/order/testing/trading.ts'
import { letterClient } from './letter-client.ts'

const { world } = chainNetwork()

test('a token is listed, bought with points and given away with the fields of the specification', async (t) => {
  const market = await marketWorld(t, world())
  const { send, refusal } = letterClient(market)
  const seller = await market.trader(2)
  const buyer = await market.trader(0)
  const [one, two] = seller.tokens
  assert.ok(one && two)
  const { session } = seller
  const terms = (tokenRefId: string, price: number) => ({
    session,
    json: { tokenRefId, price, contentAccessFee: 0 },
  })
  const drafted = await send('POST', '/api/selling-orders', terms(one.refId, 10_000))
  assert.equal(drafted.statusCode, 201, drafted.body)
  await market.chain.act(seller.account, sellCall(market.chain, drafted.json().arguments))
  await market.index()
  const shown = await send('GET', `/api/selling-orders/${one.refId}`)
  assert.deepEqual([shown.statusCode, shown.json().price], [200, 10_000])
  const query = 'limit=10&offset=0&orderColumn=price&orderSort=asc&before=2999-01-01T00:00:00Z&getLimited=true'
  const listings = await send('GET', `/api/selling-orders/items/${one.itemId}?${query}`)
  assert.equal(listings.json().items.length, 1, listings.body)
  const range = await send('GET', `/api/selling-orders/items/${one.itemId}/max-min`)
  assert.deepEqual(range.json(), { min: 10_000, max: 10_000, minPrice: 10_000, maxPrice: 10_000 })

  const cheap = await refusal('POST', '/api/selling-orders', terms(two.refId, 100))
  assert.deepEqual([cheap.status, cheap.errorCode], [409, 'PRICE_FAR_BELOW_FLOOR'])
  assert.match(cheap.message, /confirm/)
  assert.deepEqual(cheap.details?.at(-1), { field: 'floor', fault: '10000' })

  await givePoints(market, buyer, 10_000)
  const payment = { session: buyer.session, json: { contentAccessFee: 0 } }
  const bought = await send('POST', `/api/tokens/${one.refId}/buy-point`, payment)
  assert.equal(bought.statusCode, 200, bought.body)
  await deliverTrades(market)
  const trade = await send('GET', `/api/trade/${bought.json().tradeId}`, { session: buyer.session })
  assert.equal(trade.json().state, 'delivered')
  assert.equal((await refusal('GET', `/api/selling-orders/${one.refId}`)).status, 404)

  const form = [
    ['tokenId', two.tokenId],
    ['address', buyer.flowAddress],
  ] as const
  const given = await send('POST', '/api/gifts', { session, form })
  assert.equal(given.statusCode, 201, given.body)
  const { giftId } = given.json()
  const { addresses } = market.chain
  const moved = await market.chain.act(
    seller.account,
    transferToken(addresses, { id: BigInt(two.tokenId), to: buyer.flowAddress }),
  )
  const txId = `0x${moved.events[0]?.txId}`
  const reported = await send('PUT', `/api/gifts/${giftId}/tx`, { session, form: [['txId', txId]] })
  assert.equal(reported.statusCode, 200, reported.body)
  await market.index()
  const arrived = await send('GET', `/api/gifts/${giftId}`, { session })
  assert.equal(arrived.json().state, 'sealed')
})
