import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { mintTokens, transferToken } from '@kura/cadence/token'
import { addBlocks, chainNetwork } from '../../chain/testing/chain-world.ts'
import { giftWorld } from '../gift/testing/gift-world.ts'
import { giveUpOldTransfers } from './follow-transfers.ts'
import { draft, stateOf } from './testing/transfers.ts'

const { world } = chainNetwork()

test('what somebody moves around Kura is no transfer of ours', async (t) => {
  const gifts = await giftWorld(t, world())
  const { deps } = gifts
  const [owner, friend, other] = [await gifts.trader(4), await gifts.trader(0), await gifts.trader(0)]
  const [before, elsewhere, late, round] = owner.tokens
  assert.ok(before && elsewhere && late && round)
  const open: string[] = []

  // it arrived and left before the draft was written
  await gifts.move(owner, before, friend.flowAddress)
  await world().act(
    friend.account,
    transferToken(world().addresses, { id: BigInt(before.tokenId), to: owner.flowAddress }),
  )
  await gifts.index()
  open.push((await draft(gifts, owner, before, friend.flowAddress)).transferId)
  // it goes to somebody else, who passes it on to the drafted recipient
  open.push((await draft(gifts, owner, round, friend.flowAddress)).transferId)
  await gifts.move(owner, round, other.flowAddress)
  await world().act(
    other.account,
    transferToken(world().addresses, { id: BigInt(round.tokenId), to: friend.flowAddress }),
  )
  // to another address than the drafted one
  open.push((await draft(gifts, owner, elsewhere, friend.flowAddress)).transferId)
  await gifts.move(owner, elsewhere, other.flowAddress)
  // long after it was given up, with nothing reported
  const old = (await draft(gifts, owner, late, friend.flowAddress)).transferId
  await deps.sql`update transfers set created_at = created_at - interval '2 hours' where id = ${old}`
  await giveUpOldTransfers(deps)
  await gifts.move(owner, late, friend.flowAddress)
  await gifts.index()
  for (const transferId of [...open, old])
    assert.notEqual((await stateOf(gifts, owner, transferId)).state, 'sealed', transferId)
  assert.equal((await deps.sql`select 1 from transfers where state = 'sealed'`).length, 0)
  await gifts.expectSound()
})

test('one arrival is one transfer, however often it was wished for', async (t) => {
  const gifts = await giftWorld(t, world())
  const { deps } = gifts
  const [owner, friend] = [await gifts.trader(1), await gifts.trader(0)]
  const [token] = owner.tokens
  assert.ok(token)
  const wishes = await Promise.all(
    Array.from({ length: 8 }, async (_, n) =>
      n % 2 === 0
        ? (await gifts.give(owner, token, friend.flowAddress)).giftId
        : (await draft(gifts, owner, token, friend.flowAddress)).transferId,
    ),
  )
  assert.equal(new Set(wishes).size, 8)
  await gifts.move(owner, token, friend.flowAddress)
  await Promise.all([gifts.index(), gifts.index()])
  assert.equal((await deps.sql`select 1 from transfers where state = 'sealed'`).length, 1)
  // it comes back and leaves again: a new draft, a new arrival
  await world().act(
    friend.account,
    transferToken(world().addresses, { id: BigInt(token.tokenId), to: owner.flowAddress }),
  )
  await gifts.index()
  const again = await draft(gifts, owner, token, friend.flowAddress)
  assert.equal((await stateOf(gifts, owner, again.transferId)).state, 'drafted')
  await gifts.move(owner, token, friend.flowAddress)
  await addBlocks(world(), 3)
  await gifts.index()
  assert.equal((await stateOf(gifts, owner, again.transferId)).state, 'sealed')
  assert.equal((await deps.sql`select 1 from transfers where state = 'sealed'`).length, 2)
  await gifts.expectSound()
})

test('a token that was sold to the one it was wished for was not given', async (t) => {
  const gifts = await giftWorld(t, world())
  const [owner, friend] = [await gifts.trader(1), await gifts.trader(0)]
  const [token] = owner.tokens
  assert.ok(token)
  const { giftId } = await gifts.give(owner, token, friend.flowAddress)
  const { listingId } = await gifts.list(owner, token)
  await gifts.deliver(listingId, friend.flowAddress)
  // the listing took the token: the unsent draft was given up
  assert.equal((await gifts.giftOf(owner, giftId)).state, 'given-up')
})

test('a minted token is no transfer', async (t) => {
  const gifts = await giftWorld(t, world())
  const [owner] = [await gifts.trader(1)]
  const { itemId } = await world().newItem({ cap: 2 })
  await world().act(
    world().agent,
    mintTokens(world().addresses, { to: owner.flowAddress, tokens: [{ itemId, serial: 1, refId: randomUUID() }] }),
  )
  await gifts.index()
  assert.equal((await gifts.deps.sql`select 1 from transfers`).length, 0)
})
