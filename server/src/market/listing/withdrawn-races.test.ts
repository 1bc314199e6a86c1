import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import type { Db } from '../../platform/db/connect.ts'
import { untilLocked } from '../../platform/db/testing/until-locked.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { saleOrderUses } from '../sale-order-uses.ts'
import { followSaleOrders } from '../sale-order/follow-sale-orders.ts'
import { holdListing, releaseListing } from './buy-listing.ts'
import { changeWallet, moveWallet } from './testing/change-wallet.ts'
import { marketWorld } from './testing/market-world.ts'

const { world } = chainNetwork()

test('a wallet change ends a targeted listing while it is opened, held or released, whichever comes first', async (t) => {
  const market = await marketWorld(t, world())
  const { sql } = market.deps
  const seller = await market.trader(6)
  const { memberId } = await market.trader(0)
  const tokens = seller.tokens.values()
  const draftOne = async () => {
    const drafted = await market.list(seller, tokens.next().value!, { targetUserId: memberId })
    const [row] = await sql<[{ hash: string }]>`select order_hash as hash from listings where id = ${drafted.listingId}`
    return { listingId: drafted.listingId, ...row }
  }
  type Drafted = Awaited<ReturnType<typeof draftOne>>
  const moves: Record<
    string,
    { before: (drafted: Drafted) => Promise<unknown>; move: (db: Db, drafted: Drafted) => Promise<unknown> }
  > = {
    opened: {
      // as if its order had come to the chain just now
      before: ({ listingId }) => sql`
        update listings set state = 'drafted', opened_at = null, capability_id = null where id = ${listingId}`,
      move: (db, { hash }) => followSaleOrders(db, saleOrderUses, [hash]),
    },
    held: {
      before: async () => {},
      move: (db, { listingId }) => holdListing(db, listingId, memberId),
    },
    released: {
      before: ({ listingId }) => transaction(sql, (db) => holdListing(db, listingId, memberId)),
      move: (db, { listingId }) => releaseListing(db, listingId),
    },
  }
  const standing = async ({ listingId }: Drafted) => {
    const [row] = await sql`select state, withdrawal_cause as cause from listings where id = ${listingId}`
    return [row?.['state'], row?.['cause']]
  }
  /** `later` begins while `first` is not committed, and waits for it. */
  const inTurn = async <T>(first: (db: Db) => Promise<unknown>, later: () => Promise<T>): Promise<T> => {
    const [begun] = await transaction(sql, async (db) => {
      await first(db)
      const going = later()
      await Promise.race([untilLocked(sql, { words: 'listings' }), going.then(() => assert.fail('it did not wait'))])
      return [going]
    })
    return begun
  }
  for (const [name, { before, move }] of Object.entries(moves)) {
    const changedFirst = await draftOne()
    await before(changedFirst)
    const { address } = await world().newMember()
    const answer = await inTurn(
      (db) => moveWallet(db, memberId, address),
      () => transaction(sql, (db) => move(db, changedFirst)),
    )
    if (name !== 'opened') assert.equal(answer, false, name)
    assert.deepEqual(await standing(changedFirst), ['ending', 'target'], name)

    const movedFirst = await draftOne()
    await before(movedFirst)
    await inTurn(
      (db) => move(db, movedFirst),
      () => changeWallet(market, memberId),
    )
    assert.deepEqual(await standing(movedFirst), [name === 'held' ? 'held' : 'ending', 'target'], name)
    // its order is given up
    if (name === 'held') assert.equal(await transaction(sql, (db) => releaseListing(db, movedFirst.listingId)), false)
    assert.deepEqual(await standing(movedFirst), ['ending', 'target'], name)
  }
  await market.settle()
  const rows = await sql`select 1 from listings where state = 'ended' and end_reason = 'agent'`
  assert.equal(rows.length, 6)
})

test('two members who list for each other and change their wallets at once do not hold what the other waits for', async (t) => {
  const market = await marketWorld(t, world())
  const { sql } = market.deps
  const [one, other] = [await market.trader(2), await market.trader(2)]
  const listed: string[] = []
  for (const at of [0, 1])
    for (const [seller, target] of [
      [one, other],
      [other, one],
    ] as const)
      listed.push((await market.list(seller, seller.tokens[at]!, { targetUserId: target.memberId })).listingId)
  const [first, ...later] = listed.toSorted()
  assert.ok(first)
  const [here, there] = [await world().newMember(), await world().newMember()]
  const changing = await transaction(sql, async (db) => {
    await db`select 1 from listings where id = ${first} for update`
    const both = [changeWallet(market, one.memberId, here.address), changeWallet(market, other.memberId, there.address)]
    await untilLocked(sql, { count: 2, words: 'listings' })
    // both wait for the first and have none of the others yet
    const free = await db`select 1 from listings where id = any(${later}::uuid[]) for update skip locked`
    assert.equal(free.length, 3)
    return both
  })
  await Promise.all(changing)
  for (const listingId of listed) assert.equal((await market.stateOf(listingId)).state, 'ending')
})
