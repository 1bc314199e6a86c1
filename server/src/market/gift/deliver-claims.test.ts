import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pauseSales } from '@kura/cadence/sale-agent'
import { settleTransactions } from '../../chain/agent/submit-transaction.ts'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { moveLink } from '../../identity/wallet/move-link.ts'
import { deliverGiftsAgain } from './gift-jobs.ts'
import { holdClaims } from './claim-gift.ts'
import { giftWorld, stateOf, ownerOf } from './testing/gift-world.ts'

const { world } = chainNetwork()

test('what was claimed follows its claimer to another wallet, and waits while one is being recovered', async (t) => {
  const gifts = await giftWorld(t, world())
  const { deps } = gifts
  const giver = await gifts.trader(3)
  const claimers = [await gifts.trader(0), await gifts.trader(0), await gifts.trader(0)]
  const claimed = []
  for (const [at, token] of giver.tokens.slice(0, 3).entries())
    claimed.push({ ...(await gifts.offer(giver, token, `m${at}@example.jp`)), tokenId: token.tokenId })
  const [proven, recovered, kept] = claimers
  const [first, second, third] = claimed
  assert.ok(proven && recovered && kept && first && second && third)
  const causeOf = ({ giftId }: { giftId: string }) => `gift:${giftId}`
  const deliveriesOf = async (gift: { giftId: string }) =>
    (
      await deps.sql<{ state: string; buyer: string }[]>`
        select state, details->>'buyer' as buyer from chain_transactions
         where kind = 'fulfil-order' and cause = ${causeOf(gift)} order by created_at`
    ).map(({ state, buyer }) => [state, buyer])
  const move = (who: typeof proven, kind: 'proven' | 'recovery', newAddress: string) =>
    transaction(deps.sql, async (db) => {
      await db`select 1 from members where id = ${who.memberId} for no key update`
      await db`update wallet_changes set state = 'done', ended_at = kura_now() where member_id = ${who.memberId}`
      const change = { id: who.memberId, memberId: who.memberId, kind, oldAddress: who.flowAddress, newAddress }
      await moveLink(db, change, { actor: 'test' })
    })
  const ask = (who: typeof proven, newAddress: string) =>
    transaction(deps.sql, async (db) => {
      await db`select 1 from members where id = ${who.memberId} for no key update`
      await db`
        insert into wallet_changes (id, member_id, kind, old_address, new_address, state)
        values (${newId()}, ${who.memberId}, 'recovery', ${who.flowAddress}, ${newAddress}, 'requested')`
      await holdClaims(db, who.memberId)
    })
  const [there, elsewhere, nowhere] = [await world().newMember(), await world().newMember(), await world().newMember()]
  // nothing is signed while sales are paused
  for (const [at, who] of claimers.entries()) assert.equal(await gifts.claim(who, claimed[at]!.link), 'claimed')
  await world().act(world().agent, pauseSales(world().addresses, { paused: true }))
  try {
    await settleTransactions(deps)
    await ask(recovered, elsewhere.address)
    await ask(kept, nowhere.address)
    await move(proven, 'proven', there.address)
    assert.deepEqual(await deliveriesOf(first), [
      ['failed', proven.flowAddress],
      ['intended', there.address],
    ])
    for (const [gift, who] of [
      [second, recovered],
      [third, kept],
    ] as const)
      assert.deepEqual(await deliveriesOf(gift), [['failed', who.flowAddress]])
  } finally {
    await world().act(world().agent, pauseSales(world().addresses, { paused: false }))
  }
  await gifts.moveClock('11 minutes')
  await deliverGiftsAgain(deps)
  await gifts.settle()
  assert.deepEqual(await stateOf(gifts, first.giftId), ['sealed', null])
  assert.equal(await ownerOf(gifts, first.tokenId), there.address)
  for (const { giftId } of [second, third]) assert.deepEqual(await stateOf(gifts, giftId), ['claimed', null])
  // one recovery is done, the other was stopped
  await move(recovered, 'recovery', elsewhere.address)
  await deps.sql`update wallet_changes set state = 'cancelled', ended_at = kura_now() where member_id = ${kept.memberId}`
  await deliverGiftsAgain(deps)
  await gifts.settle()
  assert.equal(await ownerOf(gifts, second.tokenId), elsewhere.address)
  assert.equal(await ownerOf(gifts, third.tokenId), kept.flowAddress)
  for (const { giftId } of claimed) assert.deepEqual(await stateOf(gifts, giftId), ['sealed', null])
  await gifts.expectSound()
})
