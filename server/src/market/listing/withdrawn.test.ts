import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { banMember, unbanMember } from '../../identity/account/ban-member.ts'
import { withdrawUndelivered } from './cancel-listing.ts'
import { holdListing, releaseListing } from './buy-listing.ts'
import { saleOrderUses } from '../sale-order-uses.ts'
import { withdrawGhosts } from '../sale-order/sale-order-jobs.ts'
import { endMisdirected } from './listing-orders.ts'
import { markProfessional } from './mark-professional.ts'
import { changeWallet } from './testing/change-wallet.ts'
import { marketWorld, type MarketWorld, type Trader } from './testing/market-world.ts'

const { world } = chainNetwork()

const causeOf = async ({ deps }: MarketWorld, listingId: string) => {
  const [row] = await deps.sql<{ cause: string | null }[]>`
    select withdrawal_cause as cause from listings where id = ${listingId}`
  return row?.cause
}

test('a listing for one member is one notification to that member, once it is on chain, and to nobody else', async (t) => {
  const market = await marketWorld(t, world())
  const seller = await market.trader(2)
  const friend = await market.trader(0)
  const [one, two] = seller.tokens
  assert.ok(one && two)
  const told = () => market.deps.sql<{ who: string; facts: { tokenId: string; price: string } }[]>`
    select member_id as who, facts from notifications where event = 'listing-for-you' order by id`
  const draft = await market.draft(seller, one, { targetUserId: friend.memberId })
  assert.deepEqual([...(await told())], [])
  await market.sign(seller, draft)
  await market.index()
  await market.list(seller, two)
  await market.index()
  const rows = await told()
  assert.deepEqual(
    rows.map(({ who, facts }) => [who, facts.tokenId]),
    [[friend.memberId, one.tokenId]],
  )
  const list = await market.call('listNotifications', { query: {} }, { session: friend.session })
  assert.ok(list.ok, JSON.stringify(list))
  assert.equal(list.data.items.find(({ kind }) => kind === 'offer')?.path, `/tokens/${one.tokenId}`)
})

test('what is offered to one member ends when that member has another wallet, whatever state it is in', async (t) => {
  const market = await marketWorld(t, world())
  const { sql } = market.deps
  const seller = await market.trader(6)
  const friend = await market.trader(0)
  const [one, two, three, four, five, six] = seller.tokens
  assert.ok(one && two && three && four && five && six)
  const aimed = { targetUserId: friend.memberId }
  const { listingId: open } = await market.list(seller, one, aimed)
  const { listingId: held } = await market.list(seller, two, aimed)
  assert.ok(await transaction(sql, (db) => holdListing(db, held, friend.memberId)))
  const late = await market.draft(seller, three, aimed)
  const given = await market.draft(seller, four, aimed)
  const roll = { params: { id: given.listingId } }
  assert.ok((await market.call('rollBackListing', roll, { session: seller.session })).ok)
  const { listingId: forAll } = await market.list(seller, five)

  const address = await changeWallet(market, friend.memberId)
  assert.equal((await market.stateOf(open)).state, 'ending')
  assert.equal((await market.stateOf(held)).state, 'held', 'its order ends it')
  assert.equal(await transaction(sql, (db) => releaseListing(db, held)), false)
  assert.equal((await market.stateOf(held)).state, 'ending')
  for (const drafted of [late, given]) {
    await market.sign(seller, drafted)
    await market.index()
    assert.equal((await market.stateOf(drafted.listingId)).state, 'ending')
  }
  assert.equal((await market.stateOf(forAll)).state, 'open')
  await market.settle()
  const all = [open, held, late.listingId, given.listingId]
  for (const listingId of all) assert.deepEqual(await market.stateOf(listingId), { state: 'ended', reason: 'agent' })
  const own = await market.call('listOwnListings', { query: {} }, { session: seller.session })
  assert.ok(own.ok, JSON.stringify(own))
  const shown = new Map(own.data.items.map(({ listingId, withdrawalCause }) => [listingId, withdrawalCause]))
  assert.deepEqual(
    [...all, forAll].map((id) => shown.get(id)),
    ['target', 'target', 'target', 'target', null],
  )
  const [audit] = await sql`select details->>'listingsFor' as count from audit_rows where act = 'wallet.changed'`
  assert.equal(audit?.['count'], '1')
  const again = await market.list(seller, six, aimed)
  const [row] = await sql`select target_address as address from listings where id = ${again.listingId}`
  assert.deepEqual([(await market.stateOf(again.listingId)).state, row?.['address']], ['open', address])
})

test('terms for a wallet that the member has no more are never open, also where they were written down after the change', async (t) => {
  const market = await marketWorld(t, world())
  const seller = await market.trader(1)
  const friend = await market.trader(0)
  const drafted = await market.draft(seller, seller.tokens[0]!, { targetUserId: friend.memberId })
  await changeWallet(market, friend.memberId)
  // as if it was not on chain yet when the wallet changed
  await market.deps.sql`update listings set withdrawal_cause = null`
  await market.sign(seller, drafted)
  await market.index()
  assert.equal((await market.stateOf(drafted.listingId)).state, 'ending')
  assert.equal(await causeOf(market, drafted.listingId), 'target')
})

test('the seller sees why the agent ended a listing', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const listNext = async () => {
    const seller = await market.trader(2)
    const [token, next] = seller.tokens
    assert.ok(token && next)
    const { listingId } = await market.list(seller, token)
    return { seller, token, listingId, signed: await market.draft(seller, next) }
  }
  const [own, banned, moved, dead] = [await listNext(), await listNext(), await listNext(), await listNext()]
  const { session } = own.seller
  assert.ok((await market.call('endListing', { params: { tokenRefId: own.token.refId } }, { session })).ok)
  await banMember(deps, { memberId: banned.seller.memberId, by: 'ops', reason: 'stolen cards' })
  await changeWallet(market, moved.seller.memberId)
  const unlink = `transaction {
    prepare(seller: auth(GetStorageCapabilityController) &Account) {
      for controller in seller.capabilities.storage.getControllers(forPath: /storage/kuraSaleGrants) { controller.delete() }
    }
  }`
  await world().act(dead.seller.account, { cadence: unlink, args: [], limit: 9999 })
  await market.moveClock('11 minutes')
  await withdrawGhosts(deps, saleOrderUses)
  const causes = async (ids: string[]) => Promise.all(ids.map((id) => causeOf(market, id)))
  const all = [own, banned, moved, dead].map(({ listingId }) => listingId)
  assert.deepEqual(await causes(all), ['seller', 'ban', 'wallet', 'chain'])
  // the wallet sent it in the end
  for (const { seller, signed } of [banned, moved]) await market.sign(seller, signed)
  await market.index()
  assert.deepEqual(await causes([banned, moved].map(({ signed }) => signed.listingId)), ['ban', 'wallet'])
  const shown = await market.call('showSellToken', { params: { id: own.token.refId } }, { session })
  assert.ok(shown.ok, JSON.stringify(shown))
  assert.deepEqual([shown.data.listing?.state, shown.data.listing?.withdrawalCause], ['ending', 'seller'])
})

test('a listing signed before all were withdrawn shows why, also once the cause is gone', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const notice = { name: 'Hanako', address: '', contact: 'x', registrationNumber: '' }
  const mark = ({ memberId: who }: Trader, given: typeof notice | undefined) =>
    markProfessional(deps, { who, notice: given, by: 'kim', reason: 'r', isDryRun: false }, () => {})
  const acts: Record<string, (seller: Trader) => Promise<void>> = {
    seller: async ({ session }) => assert.ok((await market.call('endAllListings', {}, { session })).ok),
    ban: async ({ memberId }) => {
      await banMember(deps, { memberId, by: 'ops', reason: 'stolen cards' })
      await unbanMember(deps, { memberId, by: 'ops', reason: 'they were not' })
    },
    wallet: async ({ memberId, flowAddress }) => {
      await changeWallet(market, memberId)
      await changeWallet(market, memberId, flowAddress)
    },
    notice: async (seller) => {
      await mark(seller, notice)
      await mark(seller, undefined)
    },
  }
  const signed: Record<string, string> = {}
  for (const [cause, act] of Object.entries(acts)) {
    const seller = await market.trader(2)
    const { listingId } = await market.list(seller, seller.tokens[0]!)
    const drafted = await market.draft(seller, seller.tokens[1]!)
    await act(seller)
    assert.deepEqual([(await market.stateOf(listingId)).state, await causeOf(market, listingId)], ['ending', cause])
    await market.sign(seller, drafted)
    signed[drafted.listingId] = cause
  }
  await market.index()
  for (const [listingId, cause] of Object.entries(signed))
    assert.deepEqual([(await market.stateOf(listingId)).state, await causeOf(market, listingId)], ['ending', cause])
  assert.deepEqual(Object.values(signed), ['seller', 'ban', 'wallet', 'notice'])
})

test('what stayed open for one member at a wallet of old is found and ended, and nothing else', async (t) => {
  const market = await marketWorld(t, world())
  const { sql } = market.deps
  const seller = await market.trader(3)
  const [moved, settled] = [await market.trader(0), await market.trader(0)]
  const [one, two, three] = seller.tokens
  assert.ok(one && two && three)
  const { listingId: dead } = await market.list(seller, one, { targetUserId: moved.memberId })
  const { listingId: good } = await market.list(seller, two, { targetUserId: settled.memberId })
  const { listingId: forAll } = await market.list(seller, three)
  // like a wallet change that withdrew no listings
  const { address } = await world().newMember()
  await sql`update members set flow_address = ${address} where id = ${moved.memberId}`
  const states = () => Promise.all([dead, good, forAll].map(async (id) => (await market.stateOf(id)).state))
  assert.deepEqual(await states(), ['open', 'open', 'open'])
  await endMisdirected(market.deps)
  assert.deepEqual(await states(), ['ending', 'open', 'open'])
  assert.equal(await causeOf(market, dead), 'target')
  await market.settle()
  assert.deepEqual(await market.stateOf(dead), { state: 'ended', reason: 'agent' })
  await endMisdirected(market.deps)
  assert.deepEqual(await states(), ['ended', 'open', 'open'])
})

test('a paid listing that cannot be delivered ends because of the chain, unless it was withdrawn for another reason before', async (t) => {
  const market = await marketWorld(t, world())
  const { sql } = market.deps
  const seller = await market.trader(2)
  const friend = await market.trader(0)
  const ended = []
  for (const token of seller.tokens) {
    const { listingId } = await market.list(seller, token, { targetUserId: friend.memberId })
    assert.ok(await transaction(sql, (db) => holdListing(db, listingId, friend.memberId)))
    if (ended.length > 0) await changeWallet(market, friend.memberId)
    await transaction(sql, (db) => withdrawUndelivered(db, listingId))
    assert.equal((await market.stateOf(listingId)).state, 'ending')
    ended.push(await causeOf(market, listingId))
  }
  assert.deepEqual(ended, ['chain', 'target'])
})
