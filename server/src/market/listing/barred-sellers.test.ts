import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { rebuildIndex } from '../../chain/index/index-once.ts'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { banMember } from '../../identity/account/ban-member.ts'
import { deleteMember } from '../../identity/account/delete-member.ts'
import { moveLink } from '../../identity/wallet/move-link.ts'
import { marketWorld } from './testing/market-world.ts'
import type { MarketWorld, Trader } from './testing/market-world.ts'

const { world } = chainNetwork()

test('a ban withdraws a member’s listings, and open ones prevent deleting the account', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const seller = await market.trader(2)
  const [one, two] = seller.tokens
  assert.ok(one && two)
  const { listingId } = await market.list(seller, one)
  const drafted = await market.draft(seller, two)
  const order = { memberId: seller.memberId, by: 'ops', reason: 'stolen cards' }
  const refused = await deleteMember(deps, { ...order, actor: 'ops' })
  assert.deepEqual(!refused.isDeleted && refused.obstacles, [{ kind: 'listings_open', amount: 1n }])
  await banMember(deps, order)
  assert.equal((await market.stateOf(listingId)).state, 'ending')
  assert.equal((await market.stateOf(drafted.listingId)).state, 'given-up')
  await market.settle()
  assert.deepEqual(await market.stateOf(listingId), { state: 'ended', reason: 'agent' })
  assert.equal((await deleteMember(deps, { ...order, actor: 'ops' })).isDeleted, true)
})

/** What makes a member one who may not sell from the wallet any more. */
const barred: Record<string, (market: MarketWorld, seller: Trader) => Promise<unknown>> = {
  'a ban': ({ deps }, { memberId }) => banMember(deps, { memberId, by: 'ops', reason: 'stolen cards' }),
  'a deletion': ({ deps }, { memberId }) => deleteMember(deps, { memberId, actor: memberId, reason: 'bye' }),
  'another wallet': async ({ deps }, { memberId, flowAddress: oldAddress }) => {
    const newAddress = (await world().newMember()).address
    const move = { id: randomUUID(), memberId, kind: 'proven', oldAddress, newAddress } as const
    await transaction(deps.sql, (db) => moveLink(db, move, { actor: memberId }))
  },
}

for (const [what, bar] of Object.entries(barred))
  test(`listings that were signed before ${what} and sealed after it are never open, and the agent ends them`, async (t) => {
    const market = await marketWorld(t, world())
    const seller = await market.trader(3)
    const [one, two, three] = seller.tokens
    assert.ok(one && two && three)
    const drafted = await market.draft(seller, one)
    const pending = await market.draft(seller, two)
    const sealed = await market.draft(seller, three)
    for (const { listingId } of [pending, sealed]) {
      const report = { body: { listingId, txId: 'ab'.repeat(32) } }
      assert.ok((await market.call('reportListing', report, { session: seller.session })).ok)
    }
    // sealed before, and not read yet
    await market.sign(seller, sealed)
    await bar(market, seller)
    for (const each of [drafted, pending]) await market.sign(seller, each)
    await market.index()
    for (const { listingId } of [drafted, pending, sealed])
      assert.equal((await market.stateOf(listingId)).state, 'ending')
    assert.equal((await market.call('showListing', { params: { tokenRefId: one.refId } })).ok, false)
    await market.settle()
    for (const { listingId } of [drafted, pending, sealed])
      assert.deepEqual(await market.stateOf(listingId), { state: 'ended', reason: 'agent' })
    const opened = await market.deps.sql`select 1 from listing_moves where state = 'open'`
    assert.equal(opened.length, 0)
    const shown = await market.deps
      .sql`select 1 from item_listings where item_id = ${one.itemId} and listed_at is not null`
    assert.equal(shown.length, 0, 'the item was listed in no list')
    await rebuildIndex(market.deps)
    assert.equal((await market.stateOf(pending.listingId)).state, 'ended')
  })

test('reading the chain again opens nothing of a member who was banned', async (t) => {
  const market = await marketWorld(t, world())
  const seller = await market.trader(1)
  const [token] = seller.tokens
  assert.ok(token)
  const drafted = await market.draft(seller, token)
  await banMember(market.deps, { memberId: seller.memberId, by: 'ops', reason: 'stolen cards' })
  await market.sign(seller, drafted)
  await rebuildIndex(market.deps)
  assert.equal((await market.stateOf(drafted.listingId)).state, 'ending')
  await market.settle()
  assert.deepEqual(await market.stateOf(drafted.listingId), { state: 'ended', reason: 'agent' })
})

test('a ban in parallel with the index leaves nothing open, whichever comes first', async (t) => {
  const market = await marketWorld(t, world())
  for (let round = 0; round < 5; round += 1) {
    const seller = await market.trader(2)
    for (const token of seller.tokens) await market.sign(seller, await market.draft(seller, token))
    const order = { memberId: seller.memberId, by: 'ops', reason: 'stolen cards' }
    await Promise.all([market.index(), banMember(market.deps, order)])
    const states = await market.deps.sql`select state from listings where seller_id = ${seller.memberId}`
    assert.deepEqual(
      states.map(({ state }) => state),
      ['ending', 'ending'],
    )
  }
})
