import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { chainNetwork } from '../chain/testing/chain-world.ts'
import { transaction } from '../db/transaction.ts'
import { banMember } from '../member/ban-member.ts'
import { moveLink } from '../wallet/move-link.ts'
import { holdListing, releaseListing } from './hold-listing.ts'
import { withdrawGhosts } from './listing-jobs.ts'
import { marketWorld, type MarketWorld, type Trader } from './testing/market-world.ts'

const { world } = chainNetwork()

/** The member's wallet becomes a new one with a vault; answers its address. */
async function changeWallet({ deps }: MarketWorld, { memberId, flowAddress: oldAddress }: Trader): Promise<string> {
  const newAddress = (await world().newMember()).address
  await transaction(deps.sql, async (db) => {
    await db`select 1 from members where id = ${memberId} for no key update`
    const move = { id: randomUUID(), memberId, kind: 'proven', oldAddress, newAddress } as const
    await moveLink(db, move, { actor: memberId })
  })
  return newAddress
}

const causeOf = async ({ deps }: MarketWorld, listingId: string) => {
  const [row] = await deps.sql<{ cause: string | null }[]>`
    select taken_back as cause from listings where id = ${listingId}`
  return row?.cause
}

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

  const address = await changeWallet(market, friend)
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
  const shown = new Map(own.data.items.map(({ listingId, takenBack }) => [listingId, takenBack]))
  assert.deepEqual(
    [...all, forAll].map((id) => shown.get(id)),
    ['target', 'target', 'target', 'target', null],
  )
  const [audit] = await sql`select details->>'offersFor' as count from audit_rows where act = 'wallet.changed'`
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
  await changeWallet(market, friend)
  // as if it had not been there yet when the wallet changed
  await market.deps.sql`update listings set taken_back = null`
  await market.sign(seller, drafted)
  await market.index()
  assert.equal((await market.stateOf(drafted.listingId)).state, 'ending')
  assert.equal(await causeOf(market, drafted.listingId), 'target')
})

test('the seller is told why the agent ended an offer', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const offer = async () => {
    const seller = await market.trader(2)
    const [token, next] = seller.tokens
    assert.ok(token && next)
    const { listingId } = await market.list(seller, token)
    return { seller, token, listingId, signed: await market.draft(seller, next) }
  }
  const [own, banned, moved, dead] = [await offer(), await offer(), await offer(), await offer()]
  const { session } = own.seller
  assert.ok((await market.call('endListing', { params: { tokenRefId: own.token.refId } }, { session })).ok)
  await banMember(deps, { memberId: banned.seller.memberId, by: 'ops', reason: 'stolen cards' })
  await changeWallet(market, moved.seller)
  const unlink = `transaction {
    prepare(seller: auth(GetStorageCapabilityController) &Account) {
      for controller in seller.capabilities.storage.getControllers(forPath: /storage/kuraSaleGrants) { controller.delete() }
    }
  }`
  await world().act(dead.seller.account, { cadence: unlink, args: [], limit: 9999 })
  await market.moveClock('11 minutes')
  await withdrawGhosts(deps)
  const causes = async (ids: string[]) => Promise.all(ids.map((id) => causeOf(market, id)))
  const all = [own, banned, moved, dead].map(({ listingId }) => listingId)
  assert.deepEqual(await causes(all), ['seller', 'ban', 'wallet', 'chain'])
  // what the wallet ran after all
  for (const { seller, signed } of [banned, moved]) await market.sign(seller, signed)
  await market.index()
  assert.deepEqual(await causes([banned, moved].map(({ signed }) => signed.listingId)), ['ban', 'wallet'])
  const shown = await market.call('showSellToken', { params: { id: own.token.refId } }, { session })
  assert.ok(shown.ok, JSON.stringify(shown))
  assert.deepEqual([shown.data.listing?.state, shown.data.listing?.takenBack], ['ending', 'seller'])
})
