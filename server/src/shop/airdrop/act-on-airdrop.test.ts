import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seedBuyer } from '../../checkout/order/testing/shop.ts'
import { seedAirdrop, seedGiven } from '../pack/testing/given-packs.ts'
import type { SeededMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { actOnAirdrop, listAirdropsByHand } from './act-on-airdrop.ts'
import type { AirdropOrder } from './act-on-airdrop.ts'

async function act(world: TestWorld, airdropId: string, more: Partial<AirdropOrder>): Promise<string> {
  const lines: string[] = []
  const order = { act: 'close', airdropId, who: [], by: 'tester', reason: 'a test', isDryRun: false, ...more } as const
  await actOnAirdrop(world.deps, order, (line) => lines.push(line))
  return lines.join('\n')
}
const statusOf = async (world: TestWorld, { session }: SeededMember, airdropId: string) => {
  const answer = await world.call('showAirdropStatus', { params: { airdropId } }, { session })
  assert.ok(answer.ok)
  return answer.data.status
}
const claim = async (world: TestWorld, { session }: SeededMember, airdropId: string) => {
  const { token } = await world.bot('airdrop_claim')
  const answer = await world.call('claimAirdrop', { params: { airdropId }, body: { token, auth: 'v3' } }, { session })
  return answer.ok ? 'claimed' : answer.body.errorCode
}
const actsOf = async ({ deps }: TestWorld) => [
  ...(await deps.sql`select actor, act, details from audit_rows where act like 'airdrop.%' order by at, id`),
]

test('closing an airdrop ends its claims at once, opening lets them go on, both with the audit; a dry run does nothing', async (t) => {
  const world = await testWorld(t)
  const airdropId = await seedAirdrop(world.deps.sql, await seedGiven(world.deps.sql, 'airdrop'))
  const [early, late] = [await seedBuyer(world), await seedBuyer(world)]
  assert.equal(await claim(world, early, airdropId), 'claimed')
  assert.match(await act(world, airdropId, { isDryRun: true }), /1 claims, 2 packs left\nwould be closed; nothing was/)
  assert.equal(await statusOf(world, late, airdropId), 'claimable')
  assert.match(await act(world, airdropId, {}), /is closed$/)
  assert.equal(await claim(world, late, airdropId), 'AirdropPackOutOfSellingTerm')
  await assert.rejects(act(world, airdropId, {}), { code: 'AIRDROP_REFUSED', message: 'it is closed already' })
  await act(world, airdropId, { act: 'open' })
  assert.equal(await claim(world, late, airdropId), 'claimed')
  await assert.rejects(act(world, airdropId, { act: 'open' }), { message: 'it is not closed' })
  await assert.rejects(act(world, 'nowhere', {}), { message: 'there is no airdrop nowhere' })
  const details = { reason: 'a test' }
  assert.deepEqual(await actsOf(world), [
    { actor: 'operator:tester', act: 'airdrop.close', details },
    { actor: 'operator:tester', act: 'airdrop.open', details },
  ])
  const [listed] = await listAirdropsByHand(world.deps)
  assert.deepEqual([listed?.id, listed?.claims, listed?.remaining, listed?.isClosed], [airdropId, 2, 1, false])
})

test('people are named for an airdrop by e-mail, Flow address or id, each once; no other member can claim', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const packId = await seedGiven(sql, 'airdrop')
  const airdropId = await seedAirdrop(sql, packId, { isForAll: false })
  const [one, two, three, stranger] = await Promise.all([1, 2, 3, 4].map(() => seedBuyer(world)))
  assert.ok(one && two && three && stranger)
  const who = [` ${one.email?.toUpperCase()}`, two.flowAddress ?? '', three.memberId, three.memberId]
  assert.match(await act(world, airdropId, { act: 'add', who, isDryRun: true }), /would be named for 3 more/)
  assert.equal(await statusOf(world, one, airdropId), 'not-reserved')
  assert.match(await act(world, airdropId, { act: 'add', who }), /is named for 3 more/)
  for (const member of [one, two, three]) assert.equal(await statusOf(world, member, airdropId), 'claimable')
  assert.equal(await statusOf(world, stranger, airdropId), 'not-reserved')
  assert.match(await act(world, airdropId, { act: 'add', who }), /is named for 0 more/)
  assert.equal((await sql`select 1 from airdrop_reservations where airdrop_id = ${airdropId}`).length, 3)
  assert.deepEqual(
    (await actsOf(world)).map(({ details }) => details),
    [
      { reason: 'a test', added: 3 },
      { reason: 'a test', added: 0 },
    ],
  )
  for (const wrong of [['nobody'], [], [one.memberId, '0x12']])
    await assert.rejects(act(world, airdropId, { act: 'add', who: wrong }), { code: 'AIRDROP_REFUSED' })
  const open = await seedAirdrop(sql, packId)
  await assert.rejects(act(world, open, { act: 'add', who }), { message: 'it is for all members' })
  const over = await seedAirdrop(sql, packId, { isForAll: false, until: '-1 hour' })
  await assert.rejects(act(world, over, { act: 'add', who }), { message: /its time is over/ })
})
