// What a seller sees of a sale, from payment to payout, and of the open uses of a token.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@kura/contract/api'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { rowsRead } from '../../platform/db/testing/rows-read.ts'
import { giftWorld } from '../gift/testing/gift-world.ts'
import { refundByHand } from '../../checkout/order/refund-by-hand.ts'
import { work } from '../../checkout/order/testing/tenders.ts'
import { deliverTrades, listToken } from '../../checkout/order/testing/trading.ts'
import { seedPurse } from '../../money/point/testing/purse.ts'
import { settleCleared } from '../trade/trade-proceeds.ts'
import { payForToken } from '../trade/testing/paid-trade.ts'
import { marketWorld, seedItem } from './testing/market-world.ts'
import type { MarketWorld, Trader } from './testing/market-world.ts'
import { seedListings } from './testing/seed-listings.ts'
import { listBought, listOwn } from './view-queries.ts'

const { world } = chainNetwork()

/** The only own listing of a seller, as the list and the piece's page have it. */
async function ownOf({ call }: MarketWorld, { session, tokens }: Trader) {
  const list = await call('listOwnListings', { query: {} }, { session })
  assert.ok(list.ok, JSON.stringify(list))
  assert.deepEqual(api.listOwnListings.output.parse(list.data), list.data)
  const [listing] = list.data.items
  assert.ok(listing)
  const position = await call('showSellToken', { params: { id: tokens[0]!.tokenId } }, { session })
  if (position.ok) assert.deepEqual(position.data.listing?.sale, listing.sale)
  return listing
}

test('a seller sees what is paid, delivered, resting and cleared, and what was refunded', async (t) => {
  const market = await marketWorld(t, world())
  const listed = await listToken(market)
  const { seller } = listed
  const before = await ownOf(market, seller)
  assert.deepEqual([before.state, before.sale, before.buyableFrom], ['open', null, before.openedAt])

  const { tradeId } = await payForToken(market, { listed })
  const paid = await ownOf(market, seller)
  assert.equal(paid.state, 'held')
  assert.deepEqual([paid.sale?.state, paid.sale?.deliveredAt, paid.sale?.clearsAt], ['delivering', null, null])

  await deliverTrades(market)
  const delivered = await ownOf(market, seller)
  assert.equal(delivered.state, 'sold')
  assert.equal(delivered.sale?.state, 'delivered')
  assert.match(delivered.sale.txId ?? '', /^[0-9a-f]{64}$/)
  const rest = Date.parse(delivered.sale.clearsAt ?? '') - Date.parse(delivered.sale.deliveredAt ?? '')
  assert.equal(rest, 7 * 86_400_000)

  const bought = await market.call('listOwnListings', { query: { sort: 'sold' } }, { session: seller.session })
  assert.ok(bought.ok, JSON.stringify(bought))
  assert.deepEqual(bought.data.items, [delivered])

  // the clearing time has passed
  await market.deps.sql`update trades set clears_at = kura_now() where id = ${tradeId}`
  assert.equal(await settleCleared(market.deps), 1)
  const settled = await ownOf(market, seller)
  assert.equal(settled.sale?.state, 'settled')
  assert.notEqual(settled.sale.settledAt, null)

  await refundByHand(market.deps, { orderId: tradeId, by: 't', reason: 'r', isDryRun: false }, () => {})
  await work(market)
  const undone = await ownOf(market, seller)
  assert.deepEqual([undone.state, undone.sale?.state], ['sold', 'undone'])
  assert.notEqual(undone.sale?.endedAt, null)
})

test('the gift and the transfer of a token that are under way are named, its own and no other’s', async (t) => {
  const gifts = await giftWorld(t, world())
  const giver = await gifts.trader(2)
  const stranger = await gifts.trader(0)
  const [token, other] = giver.tokens
  assert.ok(token && other)
  const underWay = async (id: string) => {
    const answer = await gifts.call('showSellToken', { params: { id } }, { session: giver.session })
    assert.ok(answer.ok, JSON.stringify(answer))
    assert.deepEqual(api.showSellToken.output.parse(answer.data), answer.data)
    return answer.data.underWay
  }
  assert.equal(await underWay(token.tokenId), null)
  const { giftId } = await gifts.offer(giver, token, 'hanako@example.jp')
  assert.deepEqual(await underWay(token.tokenId), { kind: 'gift', id: giftId, state: 'open' })
  assert.equal(await underWay(other.tokenId), null)
  await gifts.call('endGift', { params: { giftId } }, { session: giver.session })
  assert.deepEqual(await underWay(token.tokenId), { kind: 'gift', id: giftId, state: 'ending' })
  await gifts.settle()
  assert.equal(await underWay(token.tokenId), null)

  const body = { tokenId: other.tokenId, address: stranger.flowAddress }
  const drafted = await gifts.call('draftTransfer', { body }, { session: giver.session })
  assert.ok(drafted.ok, JSON.stringify(drafted))
  const { transferId } = drafted.data
  // no use is open until the wallet sent it
  assert.equal(await underWay(other.tokenId), null)
  const report = { params: { transferId }, body: { txId: 'ab'.repeat(32) } }
  await gifts.call('reportTransfer', report, { session: giver.session })
  assert.deepEqual(await underWay(other.tokenId), { kind: 'transfer', id: transferId, state: 'pending' })
})

test('a page of own listings reads as many sales as it shows, however many there are, and what was bought last comes first, however old its listing', async (t) => {
  const { deps } = await marketWorld(t, world())
  const { sql } = deps
  const [seller, buyer] = [await seedPurse(sql), await seedPurse(sql)]
  const itemId = 'many'
  await seedItem(sql, { itemId, editionSize: 5000 })
  await seedListings(sql, { count: 5000, itemIds: [itemId], sellerId: seller, soldPercent: 100 })
  const [oldest] = await sql<{ id: string }[]>`select id from listings where seller_id = ${seller} order by id limit 1`
  assert.ok(oldest)
  // bought in the order they were listed, except the oldest, which sold last
  const lastOrder = 'ffffffff-ffff-7fff-bfff-ffffffffffff'
  await sql`
    with made as (
      insert into orders (id, member_id, listing_id, price_yen, tender, state)
      select case when l.id = ${oldest.id} then ${lastOrder}::uuid else l.id end, ${buyer}, l.id, l.price_yen, 'card', 'delivered'
        from listings l where l.seller_id = ${seller} returning id, listing_id)
    insert into trades (id, listing_id, seller_id, buyer_id, seller_address, token_id, order_hash, price_yen, fee_yen, royalty_yen,
                        content_access_yen, proceeds_yen, state, deliver_until, delivered_at, clears_at)
    select made.id, l.id, ${seller}, ${buyer}, l.seller_address, l.token_id, l.order_hash, l.price_yen, 10, 5, 0, l.price_yen - 15,
           'delivered', kura_now(), kura_now(), kura_now()
      from made join listings l on l.id = made.listing_id`
  await sql`analyze orders, trades, listings`
  for (const list of [listOwn, listBought]) {
    const read = await rowsRead(sql, (db) => list(db, seller, ['sold'], { limit: 24, offset: 0, after: undefined }))
    assert.ok((read['trades'] ?? 0) >= 24, list.name)
    for (const [table, rows] of Object.entries(read))
      assert.ok(rows <= 60, `${list.name}, ${table}: ${rows} rows for a page of 24`)
  }
  const pageOf = async (list: typeof listOwn, after?: [string]) => {
    const [page] = await list(sql, seller, ['sold'], { limit: 24, offset: 0, after })
    const items = JSON.parse(page?.items ?? '[]') as { listingId: string }[]
    return { ids: items.map(({ listingId }) => listingId), last: page?.last as [string] | undefined }
  }
  const { ids, last } = await pageOf(listBought)
  assert.deepEqual([ids.length, ids[0]], [24, oldest.id])
  assert.ok(last)
  const next = await pageOf(listBought, last)
  assert.equal(new Set([...ids, ...next.ids]).size, 48)
  assert.ok(!(await pageOf(listOwn)).ids.includes(oldest.id))
})
