import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventBlock } from '@kura/cadence/access-node'
import { memberLimit } from '@kura/cadence/door'
import { cancelAllOrders, cancelOrders } from '@kura/cadence/sale'
import { burnToken, transferToken } from '@kura/cadence/token'
import { indexAll, indexOnce, rebuildIndex } from '../../chain/index/index-once.ts'
import { addBlocks, chainNetwork } from '../../chain/testing/chain-world.ts'
import type { Sql } from '../../platform/db/connect.ts'
import { keptPages } from '../../platform/pages/kept-pages.ts'
import { watchDrops } from '../../platform/pages/drop-watcher.ts'
import { listingOrders } from './listing-orders.ts'
import { marketWorld, type MarketToken, type MarketWorld, type Trader } from './testing/market-world.ts'

const { world } = chainNetwork()

type Act = (market: MarketWorld, seller: Trader, token: MarketToken, orderId: string) => Promise<unknown>

const hand = (cadence: string) => ({ cadence, args: [], limit: memberLimit })
const hide = hand(`transaction {
  prepare(seller: auth(UnpublishCapability) &Account) { seller.capabilities.unpublish(/public/kuraSaleGrants) }
}`)

const send: Act = async (_market, seller, token) => {
  const friend = await world().newMember()
  return world().act(
    seller.account,
    transferToken(world().addresses, { id: BigInt(token.tokenId), to: friend.address }),
  )
}

/** Everything that ends a listing, done on chain by its seller or the agent, outside Kura. */
const acts: Record<string, { reason: string | null; state?: string; run: Act }> = {
  'cancelled by its seller’s wallet': {
    reason: 'cancelled',
    run: (_market, seller, _token, orderId) =>
      world().act(seller.account, cancelOrders(world().addresses, { orderIds: [orderId] })),
  },
  'with everything of its seller': {
    reason: 'all-cancelled',
    run: (_market, seller) => world().act(seller.account, cancelAllOrders(world().addresses, {})),
  },
  'sent to somebody': { reason: 'moved', run: send },
  burned: {
    reason: 'burned',
    run: (_market, seller, { tokenId }) =>
      world().act(seller.account, burnToken(world().addresses, { id: BigInt(tokenId) })),
  },
  'with its right revoked': {
    reason: 'revoked',
    run: (_market, seller) => world().act(seller.account, world().attack('attacks/delete-controllers')),
  },
  'with its grants destroyed': {
    reason: 'revoked',
    run: (_market, seller) => world().act(seller.account, world().attack('attacks/destroy-grants')),
  },
  'with its grants hidden': { reason: 'hidden', run: (_market, seller) => world().act(seller.account, hide) },
  delivered: {
    reason: null,
    state: 'sold',
    run: async (market, _seller, _token, orderId) => market.deliver(orderId, (await world().newMember()).address),
  },
}

for (const [what, { reason, state = 'ended', run }] of Object.entries(acts))
  test(`a listing that is ${what} is a ghost to nobody once the block was read`, async (t) => {
    const market = await marketWorld(t, world())
    const seller = await market.trader(2)
    const [token, other] = seller.tokens
    assert.ok(token && other)
    const { listingId } = await market.list(seller, token)
    const shown = async () => {
      const { call } = market
      const { itemId } = token
      const [list, one, bounds, found, sell, chart] = [
        await call('listListings', { params: { itemId }, query: {} }),
        await call('showListing', { params: { tokenRefId: token.refId } }),
        await call('showMaxMin', { params: { itemId } }),
        await call('listListedItems', { query: {} }),
        await call('showSellToken', { params: { id: other.tokenId } }, { session: seller.session }),
        await call('showItemChart', { params: { itemId }, query: {} }),
      ]
      assert.ok(list.ok && found.ok && sell.ok && chart.ok)
      const floors = [sell.data.floor, chart.data.days.at(-1)?.floor]
      return [list.data.items.length, one.ok, bounds.ok, found.data.items.length, ...floors]
    }
    assert.deepEqual(await shown(), [1, true, true, 1, 12_000, 12_000])
    await run(market, seller, token, listingId)
    await market.index()
    assert.deepEqual(await shown(), [0, false, false, 0, null, null])
    assert.deepEqual(await market.stateOf(listingId), { state, reason })
    await expectSameAfterRebuild(market)
  })

/** What the rows say of the chain, for EXCEPT both ways. */
const tables = [
  'tokens',
  'chain_events',
  'sale_events',
  'sale_orders',
  'listings',
  'item_listings',
  'item_sales',
  'item_days',
] as const

const expectSameAfterRebuild = ({ deps }: MarketWorld) => expectSame(deps.sql, () => rebuildIndex(deps))

async function expectSame(sql: Sql, after: () => Promise<unknown>) {
  for (const table of tables) await sql.unsafe(`create table was_${table} as select * from ${table}`)
  await after()
  for (const table of tables) {
    // how often a row was counted up and down is no matter of the chain
    const columns = table === 'item_listings' ? 'item_id, listed, floor_yen, sold' : '*'
    const [was, is] = [`select ${columns} from was_${table}`, `select ${columns} from ${table}`]
    for (const pair of [`${was} except ${is}`, `${is} except ${was}`])
      assert.deepEqual([...(await sql.unsafe(pair))], [], `${table}: ${pair}`)
    if (table !== 'item_sales') assert.ok((await sql.unsafe(`select 1 from ${table}`)).length > 0, `${table} is empty`)
    await sql.unsafe(`drop table was_${table}`)
  }
}

test('a token that went and came back is a new deposit: its old price never comes back', async (t) => {
  const market = await marketWorld(t, world())
  const [seller, friend] = [await market.trader(1), await market.trader(0)]
  const [token] = seller.tokens
  assert.ok(token)
  const { listingId } = await market.list(seller, token, { price: 300 })
  const id = BigInt(token.tokenId)
  await world().act(seller.account, transferToken(world().addresses, { id, to: friend.flowAddress }))
  await world().act(friend.account, transferToken(world().addresses, { id, to: seller.flowAddress }))
  await market.index()
  assert.deepEqual(await market.stateOf(listingId), { state: 'ended', reason: 'moved' })
  assert.equal((await market.call('showListing', { params: { tokenRefId: token.refId } })).ok, false)
  await assert.rejects(market.deliver(listingId, friend.flowAddress), /has left the collection since it was offered/)
  const next = await market.list(seller, token, { price: 700 })
  const open = await market.call('showListing', { params: { tokenRefId: token.refId } })
  assert.deepEqual(open.ok && [open.data.listingId, open.data.price], [next.listingId, 700])
  await expectSameAfterRebuild(market)
})

test('many listings in every state are the same rows after reading the chain again', async (t) => {
  const market = await marketWorld(t, world())
  const seller = await market.trader(6)
  const drafts = []
  for (const token of seller.tokens) drafts.push(await market.draft(seller, token, { price: 1000 + drafts.length }))
  for (const drafted of drafts.slice(0, 5)) await market.sign(seller, drafted)
  await market.index()
  const [first, second, third] = seller.tokens
  assert.ok(first && second && third)
  await market.list(seller, first, { price: 5000 })
  await send(market, seller, second, '')
  await market.index()
  await market.call('endListing', { params: { tokenRefId: third.refId } }, { session: seller.session })
  await market.deliver(drafts[3]!.listingId, (await world().newMember()).address)
  const states = await market.deps.sql`select state, count(*)::int as n from listings group by 1 order by 1`
  assert.deepEqual(
    states.map(({ state, n }) => `${state} ${n}`),
    ['drafted 1', 'ended 2', 'ending 1', 'open 2', 'sold 1'],
  )
  await expectSameAfterRebuild(market)
  const { deps } = market
  // an indexer that starts far back reads everything twice
  await expectSame(deps.sql, async () => {
    await deps.sql`update chain_cursors set height = ${deps.chain.startHeight ?? 0}`
    await Promise.all([indexAll(deps), indexAll(deps)])
  })
  await market.moveClock('40 days')
  await listingOrders.expire(market.deps)
  await expectSameAfterRebuild(market)
})

test('rows that somebody changed are put right from the chain', async (t) => {
  const market = await marketWorld(t, world())
  const { sql } = market.deps
  const seller = await market.trader(3)
  const made = []
  for (const token of seller.tokens) made.push((await market.list(seller, token)).listingId)
  const rows = () => sql`select * from listings order by id`
  const before = await rows()
  await sql`update listings set price_yen = price_yen / 2 where id = ${made[0]!}`
  await sql`update listings set state = 'ended', ended_at = kura_now(), end_reason = 'moved' where id = ${made[1]!}`
  await sql`update listings set order_hash = 'other', seller_address = '0x01', expires_at = kura_now() + interval '99 years' where id = ${made[2]!}`
  assert.notDeepEqual(await rows(), before)
  await rebuildIndex(market.deps)
  assert.deepEqual(await rows(), before)
})

test('events that are listed late, and twice, come to the same', async (t) => {
  const market = await marketWorld(t, world())
  const seller = await market.trader(1)
  const [token] = seller.tokens
  assert.ok(token)
  const drafted = await market.draft(seller, token)
  await market.sign(seller, drafted)
  const without = (ending: string) => ({
    ...market.deps,
    accessNode: {
      ...market.deps.accessNode,
      listEvents: async (type: string, from: number, to: number): Promise<EventBlock[]> => {
        const blocks = await market.deps.accessNode.listEvents(type, from, to)
        return type.endsWith(ending) ? blocks.map((block) => ({ ...block, events: [] })) : blocks
      },
    },
  })
  await indexAll(without('OrderAdded'))
  assert.equal((await market.stateOf(drafted.listingId)).state, 'drafted')
  await addBlocks(world(), 1)
  await market.index()
  assert.equal((await market.stateOf(drafted.listingId)).state, 'open')
  const buyer = await world().newMember()
  await market.deliver(drafted.listingId, buyer.address)
  assert.equal((await market.stateOf(drafted.listingId)).state, 'sold')
  await market.deps.sql`delete from sale_events where kind = 'fulfilled'`
  await market.deps.sql`update chain_cursors set height = height - 10`
  await addBlocks(world(), 1)
  await Promise.all([market.index(), market.index(), market.index()])
  assert.equal((await market.stateOf(drafted.listingId)).state, 'sold')
  assert.equal(await indexOnce(market.deps), undefined)
})

test('a delivery whose word comes late is a sale, not a token that went away', async (t) => {
  const market = await marketWorld(t, world())
  const seller = await market.trader(1)
  const [token] = seller.tokens
  assert.ok(token)
  const { listingId } = await market.list(seller, token)
  const { deps } = market
  const { accessNode } = deps
  const late = { ...accessNode }
  late.listEvents = async (type, from, to) => {
    const blocks = await accessNode.listEvents(type, from, to)
    const isLate = type.endsWith('.OrderFulfilled') || type.endsWith('.Grant.ResourceDestroyed')
    return isLate ? blocks.map((block) => ({ ...block, events: [] })) : blocks
  }
  const buyer = await world().newMember()
  deps.accessNode = late
  await market.deliver(listingId, buyer.address)
  assert.deepEqual(await market.stateOf(listingId), { state: 'ended', reason: 'moved' })
  deps.accessNode = accessNode
  await addBlocks(world(), 1)
  await market.index()
  assert.deepEqual(await market.stateOf(listingId), { state: 'sold', reason: null })
  await expectSameAfterRebuild(market)
})

test('kept pages of the item and the token go in the transaction that ends the listing', async (t) => {
  const market = await marketWorld(t, world())
  const seller = await market.trader(1)
  const [token] = seller.tokens
  assert.ok(token)
  await market.list(seller, token)
  const pages = keptPages()
  const watcher = watchDrops(market.deps, pages)
  t.after(() => watcher.stop())
  const tags = [`item:${token.itemId}`, `token:${token.tokenId}`, 'listings', 'banners']
  const keep = () => {
    for (const tag of tags)
      pages.keep(
        tag,
        {
          status: 200,
          body: Buffer.from(tag),
          brotli: async () => Buffer.from(''),
          contentType: 'text/html',
          csp: '',
          isHidden: false,
          etag: tag,
          tags: [tag],
          keptAt: performance.now(),
        },
        pages.begin(),
      )
  }
  const kept = () => tags.filter((tag) => pages.find(tag))
  // the watcher's first check drops everything
  await watcher.catchUp()
  keep()
  await watcher.catchUp()
  assert.deepEqual(kept(), tags)
  await send(market, seller, token, '')
  await market.index()
  // what the next visitor's request does
  await watcher.catchUp()
  assert.deepEqual(kept(), ['banners'])
})
