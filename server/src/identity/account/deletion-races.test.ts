// Deletions and what others do at the same moment: one of them counts.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { untilLocked } from '../../platform/db/testing/until-locked.ts'
import { codeOf } from '../../testing/code-of.ts'
import { seedMember } from '../../testing/seed-member.ts'
import type { SeededMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { banMember } from './ban-member.ts'
import { carryOutDeletions } from './deletion.ts'
import { lockWhole } from './standing-queries.ts'
import { deletionsIn, password } from './testing/deletions.ts'

const world = await testWorld({ after })
const { deps } = world
const { sql } = deps
const { ask, cancel, statesOf, isGone, subjectsTo, waitOut } = deletionsIn(world)
beforeEach(async () => {
  await sql`delete from rate_limits`
  await sql`update account_deletions set state = 'cancelled', ended_at = kura_now() where state = 'requested'`
})

/** Runs the acts in this sequence at the member's row: all wait for it before the first may pass. */
async function queueUp<T>({ memberId }: SeededMember, acts: (() => Promise<T>)[]): Promise<T[]> {
  const begun: Promise<T>[] = []
  await sql.begin(async (db) => {
    await lockWhole(db, memberId)
    for (const act of acts) {
      begun.push(act())
      await untilLocked(sql, { count: begun.length, words: 'members' })
    }
  })
  return Promise.all(begun)
}

test('two requests at once are one, with one mail', async () => {
  const member = await seedMember(deps, { password })
  const answers = await queueUp(member, [() => ask(member), () => ask(member), () => ask(member)])
  assert.deepEqual(answers.map(codeOf), ['ok', 'ok', 'ok'])
  assert.equal(new Set(answers.map((answer) => answer.ok && answer.data.dueAt)).size, 1)
  assert.deepEqual(await statesOf(member), ['requested'])
  assert.equal((await subjectsTo(member.email)).length, 1)
})

for (const first of ['worker', 'member'] as const)
  test(`a cancellation at the moment of the deletion: the ${first} comes first, and one of them counts`, async () => {
    const member = await seedMember(deps, { password })
    assert.ok((await ask(member)).ok)
    await waitOut()
    await sql`update sessions set last_used_at = kura_now() where member_id = ${member.memberId}`
    const acts = [async () => String(await carryOutDeletions(deps)), async () => codeOf(await cancel(member))]
    const results = await queueUp(member, first === 'worker' ? acts : acts.toReversed())
    assert.deepEqual(results, first === 'worker' ? ['1', 'NOT_FOUND'] : ['ok', '0'])
    assert.deepEqual(await statesOf(member), [first === 'worker' ? 'done' : 'cancelled'])
    assert.equal(await isGone(member), first === 'worker')
    const [row] = await sql`select deletion_due_at from members where id = ${member.memberId}`
    assert.equal(row?.['deletion_due_at'], null)
  })

test('several workers carry one deletion out once', async () => {
  const member = await seedMember(deps, { password })
  assert.ok((await ask(member)).ok)
  await waitOut()
  const done = await queueUp(member, [() => carryOutDeletions(deps), () => carryOutDeletions(deps)])
  assert.deepEqual(done, [1, 0])
  const acts = await sql`select 1 from audit_rows where subject = ${member.memberId} and act = 'member.deleted'`
  assert.equal(acts.length, 1)
})

test('a ban and a deletion at the same moment: the first counts', async () => {
  const member = await seedMember(deps, { password })
  assert.ok((await ask(member)).ok)
  await waitOut()
  const ban = () => banMember(deps, { memberId: member.memberId, by: 't', reason: 'r' }).then(() => 'banned')
  const results = await queueUp<string | number>(member, [ban, () => carryOutDeletions(deps)])
  assert.deepEqual(results, ['banned', 0])
  assert.deepEqual([await isGone(member), await statesOf(member)], [false, ['cancelled']])
})
