import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registerAgentKey, revokeAgentKey } from '@kura/cadence/sale-agent'
import { generatePrivateKey, privateKeySigner } from '@kura/cadence/sign'
import { rebuildIndex } from '../../chain/index/index-once.ts'
import { reportSaleDrift } from '../../chain/index/sale-drift-report.ts'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { marketWorld } from './testing/market-world.ts'

const { world } = chainNetwork()

test('every order of a key that is revoked ends with it and no other, also after reading the chain again', async (t) => {
  const market = await marketWorld(t, world())
  const { deps, call } = market
  const { agent, addresses } = world()
  const seller = await market.trader(4)
  const [one, two, three, four] = seller.tokens
  assert.ok(one && two && three && four)
  const old = deps.saleKey
  const signer = privateKeySigner(generatePrivateKey())
  const keyIndex = old.keyIndex + 7
  await world().act(agent, registerAgentKey(addresses, { agent: agent.address, keyIndex, key: signer, validUntil: 0 }))
  const first = await market.list(seller, one)
  const second = await market.list(seller, two)
  const waiting = await market.draft(seller, three)
  const giver = await market.trader(1)
  const giftBody = { tokenId: giver.tokens[0]!.tokenId, email: 'hanako@example.jp' }
  const gift = await call('draftMailGift', { body: giftBody }, { session: giver.session })
  assert.ok(gift.ok, JSON.stringify(gift))
  deps.saleKey = { signer, keyIndex }
  const other = await market.list(seller, four)
  // its order ended before its key did: the first reason stays
  await call('endListing', { params: { tokenRefId: two.refId } }, { session: seller.session })
  await market.settle()
  await world().act(agent, revokeAgentKey(addresses, { agent: agent.address, keyIndex: old.keyIndex }))
  await market.index()
  const states = async () =>
    Promise.all([first, second, waiting, other].map(({ listingId }) => market.stateOf(listingId)))
  const expected = [
    { state: 'ended', reason: 'key-revoked' },
    { state: 'ended', reason: 'agent' },
    { state: 'given-up', reason: null },
    { state: 'open', reason: null },
  ]
  assert.deepEqual(await states(), expected)
  // a gift by mail is an order, too
  const [given] = await deps.sql<{ state: string }[]>`select state from gifts where id = ${gift.data.giftId}`
  assert.equal(given?.state, 'given-up')
  const open = await call('listListings', { params: { itemId: one.itemId }, query: {} })
  assert.deepEqual(open.ok && open.data.items.map(({ listingId }) => listingId), [other.listingId])
  assert.deepEqual(await reportSaleDrift(deps), [])
  for (const table of ['sale_events', 'sale_orders', 'listings'])
    await deps.sql.unsafe(`create table was_${table} as select * from ${table}`)
  await rebuildIndex(deps)
  for (const table of ['sale_events', 'sale_orders', 'listings'])
    for (const pair of [
      `select * from was_${table} except select * from ${table}`,
      `select * from ${table} except select * from was_${table}`,
    ])
      assert.deepEqual([...(await deps.sql.unsafe(pair))], [], pair)
  // nothing is signed that the chain would not take
  deps.saleKey = old
  const body = { tokenRefId: one.refId, price: 12_000, contentAccessFee: 0 }
  const refused = await call('draftListing', { body }, { session: seller.session })
  assert.equal(!refused.ok && refused.body.errorCode, 'SALES_PAUSED')
  await assert.rejects(market.sign(seller, waiting), /key \d+ of the agent is revoked/)
})
