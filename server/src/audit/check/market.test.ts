import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startWorld } from '../../../../cadence/tests/world.ts'
import type { World } from '../../../../cadence/tests/world.ts'
import { deliverTrades } from '../../checkout/order/testing/trading.ts'
import { marketWorld } from '../../market/listing/testing/market-world.ts'
import type { MarketWorld } from '../../market/listing/testing/market-world.ts'
import { payForToken } from '../../market/trade/testing/paid-trade.ts'
import type { Sql } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { checkInvariants } from './check.ts'
import { checkAndCount } from './run-checks.ts'
import { plantIn } from './testing/plant.ts'

let chain: World
let market: MarketWorld
const ends: (() => unknown)[] = []
const at = { sold: '', trade: '', paid: '', paidListing: '', open: '', over: '', item: '', seller: '', buyer: '' }
const stray = newId()

// a token that was sold and delivered, one that is paid for and on its way, one that is offered,
// one whose price changed
before(async () => {
  chain = await startWorld()
  market = await marketWorld({ after: (end: () => unknown) => void ends.push(end) } as never, chain)
  const done = await payForToken(market)
  await deliverTrades(market)
  await market.index()
  const waiting = await payForToken(market)
  const seller = await market.trader(1)
  const [token] = seller.tokens
  assert.ok(token)
  const over = await market.list(seller, token, { price: 12_000 })
  const open = await market.list(seller, token, { price: 12_100 })
  Object.assign(at, {
    sold: done.drafted.listingId,
    trade: done.tradeId,
    paid: waiting.tradeId,
    paidListing: waiting.drafted.listingId,
    open: open.listingId,
    over: over.listingId,
    item: done.token.itemId,
    seller: done.seller.memberId,
    buyer: done.buyer.memberId,
  })
})
after(async () => {
  for (const end of ends) await end()
  await chain.close()
})

const plant = (change: (db: Sql) => Promise<unknown>, since: Date | null) =>
  plantIn({ sql: market.deps.sql }, change, { since })

test('listings and sales that went right break nothing, and the metrics say so', async () => {
  const states = await market.deps.sql<{ state: string }[]>`select state from listings order by id`
  assert.deepEqual(states.map(({ state }) => state).toSorted(), ['ended', 'held', 'open', 'sold'])
  assert.deepEqual(await checkInvariants(market.deps, { withGateway: true, withChain: true }), [])
  assert.deepEqual(await checkInvariants(market.deps, { since: new Date(0) }), [])
  assert.deepEqual(await checkAndCount(market.deps), [])
  const text = await market.deps.metrics.registry.metrics()
  for (const name of ['I6', 'I7', 'I8', 'I11', 'I13', 'I14'])
    assert.match(text, new RegExp(`kura_invariant_violations\\{invariant="${name}"\\} 0`))
})

type Plant = [name: string, change: (db: Sql) => Promise<unknown>, expected: () => string]
const plants: Plant[] = [
  [
    'a held listing that nobody pays for',
    (db) => db`update orders set state = 'expired' where id = ${at.paid}`,
    () => `I6 ${at.paidListing}: the listing is held by 0 orders`,
  ],
  [
    'a listing that others can buy while it is paid for',
    (db) => db`update listings set state = 'open' where id = ${at.paidListing}`,
    () => `I6 ${at.paid}: the order is captured for listing ${at.paidListing}, which is open`,
  ],
  [
    'a delivery of which no token came',
    (db) => db`delete from chain_events where kind = 'deposited'`,
    () => `I7 ${at.sold}: delivered to`,
  ],
  [
    'a paid order that nobody delivers',
    (db) => db`update trades set state = 'failed', ended_at = kura_now() where id = ${at.paid}`,
    () => `I8 ${at.paid}: paid, but nobody delivers`,
  ],
  [
    'a delivery that rests in silence',
    (db) => db`update trades set deliver_until = kura_now() - interval '1 hour' where id = ${at.paid}`,
    () => `I8 ${at.paid}: on its way for too long`,
  ],
  [
    'an order that says something else than its trade',
    (db) => db`update orders set state = 'refunding' where id = ${at.trade}`,
    () => `I11 ${at.trade}: the trade is delivered, its order refunding`,
  ],
  [
    'a delivered order without a trade',
    (db) => db`delete from trades where id = ${at.trade}`,
    () => `I11 ${at.trade}: the order is delivered for a listing, without a trade`,
  ],
  [
    'a delivery that nobody paid for',
    (db) => db`update sale_orders set payment_ref = 'x' where order_id = ${at.sold}`,
    () => `I11 ${at.sold}: the chain delivered it`,
  ],
  [
    'a trade that is delivered here and not on the chain',
    (db) => db`update sale_orders set end_reason = 'moved', buyer_address = null where order_id = ${at.sold}`,
    () => `I11 ${at.trade}: the trade is delivered, the chain says of its order: moved`,
  ],
  [
    'a token delivered to somebody else',
    (db) => db`update trades set buyer_address = '0x0000000000000009' where id = ${at.trade}`,
    () => `I11 ${at.trade}: delivered to 0x0000000000000009`,
  ],
  [
    'money refunded for what was delivered',
    (db) =>
      db`update trades set state = 'failed', ended_at = kura_now(), delivered_at = null, clears_at = null where id = ${at.trade}`,
    () => `I11 ${at.trade}: refunded, but the chain delivered it`,
  ],
  [
    'a listing sold to two',
    async (db) => {
      await db`drop index trades_listing`
      await db`update trades set listing_id = ${at.sold} where id = ${at.paid}`
    },
    () => `I13 `,
  ],
  [
    'parts that are not the price',
    async (db) => {
      await db`alter table trades drop constraint trades_check`
      await db`update trades set fee_yen = fee_yen - 1 where id = ${at.trade}`
    },
    () => `I13 ${at.trade}: of`,
  ],
  [
    'another price than was signed',
    (db) => db`update listings set price_yen = price_yen - 1 where id = ${at.sold}`,
    () => `I13 ${at.trade}: of`,
  ],
  [
    'a seller who was not credited',
    (db) => db`delete from ledger_movements where kind = 'proceeds-hold'`,
    () => `I13 ${at.trade}: the trade is delivered, booked are 1/0/0/0`,
  ],
  [
    'a seller credited too early',
    (db) =>
      db`insert into ledger_movements (id, kind, cause, reason) values (${stray}, 'proceeds-credit', ${at.paid}, '')`,
    () => `I13 ${at.paid}: the trade is delivering, booked are 0/0/0/1`,
  ],
  [
    'a seller credited for nothing',
    (db) => db`insert into ledger_movements (id, kind, cause, reason) values (${stray}, 'proceeds-hold', ${stray}, '')`,
    () => `I13 ${stray}: a seller was credited`,
  ],
  [
    'a price of which a part is neither delivered nor refunded',
    (db) => db`
      update ledger_entries set amount = amount - 1 where account_id = 'trades:open'
         and movement_id in (select id from ledger_movements where kind = 'trade-delivery')`,
    () => `I13 ${at.trade}: the order is delivered, of its price 1 yen`,
  ],
  [
    'a listing that stands on an order the chain has ended',
    (db) => db`update sale_orders set end_reason = 'moved', ended_at = kura_now() where order_id = ${at.open}`,
    () => `I14 ${at.open}: the listing is open, the chain has ended its order: moved`,
  ],
  [
    'a replaced listing that is sold',
    (db) => db`update listings set state = 'sold', end_reason = null where id = ${at.over}`,
    () => `I14 ${at.over}: the listing is sold, the chain says of its order: replaced`,
  ],
  [
    'a listing sold after its time',
    (db) => db`update sale_orders set expires_at = ended_at where order_id = ${at.sold}`,
    () => `I14 ${at.sold}: delivered at`,
  ],
  [
    'an order that was cancelled and then delivered',
    (db) =>
      db`update sale_orders set end_reason = 'cancelled', buyer_address = null, ended_tx_id = 'x' where order_id = ${at.sold}`,
    () => `I14 ${at.sold}: delivered in transaction`,
  ],
  [
    'a listing of a banned member',
    (db) =>
      db`update members set banned_at = kura_now() where id = (select seller_id from listings where id = ${at.open})`,
    () => `I14 ${at.open}: the listing is open, its seller is banned`,
  ],
  [
    'a trade leased for ever',
    (db) => db`update trades set worked_until = kura_now() + interval '6 days' where id = ${at.paid}`,
    () => `I17 ${at.paid}: the trade is delivering and nobody takes it`,
  ],
  [
    'a listing whose history goes back in time',
    (db) => db`update listing_moves set at = at - interval '1 day' where state = 'sold'`,
    () => `I20 ${at.sold}: a move is earlier`,
  ],
  [
    'a listing in a state that no move led to',
    (db) => db`update listings set state = 'ending' where id = ${at.open}`,
    () => `I20 ${at.open}: the listing is ending, its last move says open`,
  ],
  [
    'a trade whose history goes back in time',
    (db) => db`update trade_moves set at = at - interval '1 day' where state = 'delivered'`,
    () => `I20 ${at.trade}: a move is earlier`,
  ],
  [
    'a trade in a state that no move led to',
    (db) => db`update trades set state = 'settled', settled_at = kura_now() where id = ${at.trade}`,
    () => `I20 ${at.trade}: the trade is settled, its last move says delivered`,
  ],
]
for (const [name, change, expected] of plants)
  for (const since of [null, new Date(0)])
    test(`${name} is named by a check of ${since ? 'what changed' : 'everything'}`, async () => {
      const named = await plant(change, since)
      assert.ok(
        named.some((one) => one.startsWith(expected())),
        `${expected()} is not in ${named.join(', ')}`,
      )
    })

// what only all rows together tell
const nightly: Plant[] = [
  [
    'a delivery of what nobody listed or gave',
    (db) => db`update sale_orders set order_hash = 'x' where order_id = ${at.sold}`,
    () => `I11 ${at.sold}: the chain delivered it`,
  ],
  [
    'an order that the chain delivered twice',
    (db) => db`
      insert into sale_events (tx_id, event_index, tx_index, height, block_at, type, kind, order_hash, seller, payload)
      select 'again', event_index, tx_index, height, block_at, type, kind, order_hash, seller, payload from sale_events where kind = 'fulfilled'`,
    () => `I7 ${at.sold}: delivered 2 times`,
  ],
  [
    'a wrong number of listings in a list',
    (db) => db`update item_listings set listed = listed + 1 where item_id = ${at.item}`,
    () => `I19 ${at.item}: 1 are said to be listed, there are 0`,
  ],
  ['a wrong month of a seller', (db) => db`update seller_months set proceeds_yen = proceeds_yen + 1`, () => 'I19 '],
  [
    'a work that no token of its collection shows',
    (db) =>
      db`insert into item_holdings (owner_address, item_id, series_id, tokens) values ('0xstray', ${at.item}, 'x', 2)`,
    () => `I19 0xstray ${at.item}: 2 tokens are said to be held, there are 0`,
  ],
  [
    'a series that no work of a collection shows',
    (db) => db`insert into series_holdings (owner_address, series_id, items, tokens) values ('0xstray', 'x', 1, 2)`,
    () => 'I19 0xstray x: works/tokens are said to be 1/2, the works say 0/0',
  ],
  [
    'a wrong number of collectors of a series',
    (db) => db`insert into series_collectors (series_id, collectors, tokens) values ('x', 3, 4)`,
    () => 'I19 x: collectors/tokens are said to be 3/4, the collections say 0/0',
  ],
  ['a wrong number of sales in a trend', (db) => db`delete from item_sales`, () => `I19 ${at.item} `],
]
for (const [name, change, expected] of nightly)
  test(`${name} is found by the check of everything`, async () => {
    const named = await plant(change, null)
    assert.ok(
      named.some((one) => one.startsWith(expected())),
      `${expected()} is not in ${named.join(', ')}`,
    )
  })

test('a history goes forward though the transaction that moved last began first', async () => {
  const { sql } = market.deps
  await sql.begin(async (older) => {
    await older`select kura_now()`
    await sql`update listings set state = 'ending' where id = ${at.open}`
    await sql`update trades set state = 'settled', settled_at = kura_now() where id = ${at.trade}`
    await older`update listings set state = 'open' where id = ${at.open}`
    await older`update trades set state = 'delivered', settled_at = null where id = ${at.trade}`
  })
  const moves = await sql<{ state: string }[]>`
    select state from listing_moves where listing_id = ${at.open} order by number desc limit 2`
  assert.deepEqual(
    moves.map(({ state }) => state),
    ['open', 'ending'],
  )
  const found = await checkInvariants(market.deps)
  assert.deepEqual(found, [])
})
