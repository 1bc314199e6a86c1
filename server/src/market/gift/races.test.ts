import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { untilLocked } from '../../platform/db/testing/until-locked.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { startWorker } from '../../start-worker.ts'
import { banMember } from '../../identity/account/ban-member.ts'
import { endGifts } from './cancel-gift.ts'
import { giftOrders } from './gift-orders.ts'
import { codeOf, giftWorld } from './testing/gift-world.ts'
import { until } from '../../testing/until.ts'

const { world } = chainNetwork()
const rounds = 6

test('of claimers, giver, clock and operator at the same moment one wins, and the chain says the same', async (t) => {
  const gifts = await giftWorld(t, world())
  const { call, deps } = gifts
  const claimers = [await gifts.trader(0), await gifts.trader(0), await gifts.trader(0)]
  for (let round = 0; round < rounds; round += 1) {
    const giver = await gifts.trader(1)
    const [token] = giver.tokens
    assert.ok(token)
    const { giftId, link } = await gifts.offer(giver, token, `race${round}@example.jp`)
    await deps.sql`delete from rate_limits`
    const claims = claimers.flatMap((claimer) => [gifts.claim(claimer, link), gifts.claim(claimer, link)])
    const ends = [
      call('endGift', { params: { giftId } }, { session: giver.session }).then(codeOf),
      call('endGift', { params: { giftId } }, { session: giver.session }).then(codeOf),
    ]
    if (round % 3 === 1)
      ends.push(banMember(deps, { memberId: giver.memberId, by: 'test', reason: '' }).then(() => 'banned'))
    if (round % 3 === 2)
      ends.push(
        deps.sql`update gifts set claim_until = kura_now() where id = ${giftId}`.then(async () => {
          await giftOrders.expire(deps)
          return 'expired'
        }),
      )
    const answers = await Promise.all([...claims, ...ends])
    const [row] = await deps.sql<{ state: string; claimerId: string | null; reason: string | null }[]>`
      select state, claimer_id as "claimerId", end_reason as reason from gifts where id = ${giftId}`
    assert.ok(row)
    const won = claimers.filter((_, n) => answers[n * 2] === 'claimed' || answers[n * 2 + 1] === 'claimed')
    const wishes = await deps.sql<{ kind: string }[]>`
      select kind from chain_transactions where cause = ${`gift:${giftId}`} order by kind`
    if (row.state === 'claimed') {
      assert.deepEqual(
        won.map(({ memberId }) => memberId),
        [row.claimerId],
      )
      assert.deepEqual(
        wishes.map(({ kind }) => kind),
        ['fulfil-order'],
      )
    } else {
      assert.equal(row.state, 'ending')
      assert.deepEqual([won, row.claimerId], [[], null])
      assert.deepEqual(
        wishes.map(({ kind }) => kind),
        ['cancel-orders'],
      )
    }
    await gifts.settle()
    const [after] = await deps.sql<{ state: string; owner: string }[]>`
      select g.state, t.owner_address as owner from gifts g join tokens t on t.id = g.token_id where g.id = ${giftId}`
    const expected =
      row.state === 'claimed'
        ? { state: 'sealed', owner: won[0]!.flowAddress }
        : { state: 'ended', owner: giver.flowAddress }
    assert.deepEqual({ ...after }, expected)
  }
  await gifts.post()
  await gifts.expectSound()
})

test('each order of claim and taking back has one outcome', async (t) => {
  const gifts = await giftWorld(t, world())
  const { call, deps } = gifts
  const [giver, claimer, other] = [await gifts.trader(3), await gifts.trader(0), await gifts.trader(0)]
  const [first, second, third] = giver.tokens
  assert.ok(first && second && third)
  const end = (giftId: string) => call('endGift', { params: { giftId } }, { session: giver.session }).then(codeOf)
  const one = await gifts.offer(giver, first, 'o1@example.jp')
  assert.deepEqual(
    [await gifts.claim(claimer, one.link), await end(one.giftId), await gifts.claim(other, one.link)],
    ['claimed', 'GIFT_STATE', 'GIFT_STATE'],
  )
  const two = await gifts.offer(giver, second, 'o2@example.jp')
  assert.deepEqual(
    [await end(two.giftId), await gifts.claim(claimer, two.link), await end(two.giftId)],
    ['ok', 'TOKEN_EXPIRED', 'ok'],
  )
  // a claim that read before the cancellation and writes after it: the row itself refuses
  const three = await gifts.offer(giver, third, 'o3@example.jp')
  let claiming: Promise<string> | undefined
  await transaction(deps.sql, async (db) => {
    await endGifts(db, { giverId: giver.memberId, id: three.giftId }, 'cancelled')
    claiming = gifts.claim(claimer, three.link)
    await untilLocked(deps.sql)
  })
  assert.equal(await claiming, 'TOKEN_EXPIRED')
  await gifts.settle()
  const rows = await deps.sql<{ state: string }[]>`select state from gifts order by id`
  assert.deepEqual(
    rows.map(({ state }) => state),
    ['sealed', 'ended', 'ended'],
  )
  await gifts.expectSound()
})

test('with workers alone a claimed gift is delivered, an unclaimed one ends, and everybody is written to', async (t) => {
  const gifts = await giftWorld(t, world())
  const { deps } = gifts
  const [giver, claimer] = [await gifts.trader(3), await gifts.trader(0)]
  const [given, left, moved] = giver.tokens
  assert.ok(given && left && moved)
  const first = await gifts.offer(giver, given, 'w1@example.jp')
  const second = await gifts.offer(giver, left, 'w2@example.jp')
  assert.equal(await gifts.claim(claimer, first.link), 'claimed')
  await deps.sql`update gifts set claim_until = kura_now() where id = ${second.giftId}`
  const third = await gifts.give(giver, moved, claimer.flowAddress)
  await gifts.move(giver, moved, claimer.flowAddress)
  // the process that took the claim is gone; these find everything in the rows
  const workers = await Promise.all([startWorker(deps), startWorker(deps)])
  try {
    await until('everything is over', async () => {
      const rows = await deps.sql`
        select 1 from gifts where (id = ${first.giftId} and state = 'sealed') or (id = ${second.giftId} and state = 'ended')
        union all select 1 from transfers where id = ${third.giftId} and state = 'sealed'
        union all select 1 from mails where state = 'sent'
          and (recipient = ${claimer.email} or (recipient = ${giver.email} and template in ('gift-delivered', 'gift-returned')))`
      // three ends, two letters of arrival, and of each end one to the giver
      return rows.length === 3 + 2 + 3
    })
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
  }
  const subjects = await gifts.subjects(giver.email)
  assert.equal(subjects.filter((subject) => subject.includes('贈りものが届きました')).length, 2)
  assert.equal(subjects.filter((subject) => subject.includes('受け取られませんでした')).length, 1)
  assert.equal((await deps.sql`select 1 from sale_events where kind = 'fulfilled'`).length, 1)
  await gifts.expectSound()
})
