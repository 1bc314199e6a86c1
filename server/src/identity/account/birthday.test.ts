import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { seedPack } from '../../checkout/order/testing/shop.ts'
import { seedOrder } from '../../money/point/testing/purse.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { changeBirthday } from './act-by-hand.ts'

/** A world whose clock stands at a wall clock of Japan. */
async function worldAt(t: TestContext, at: string): Promise<TestWorld> {
  const world = await testWorld(t)
  await world.stopClock(at)
  return world
}

test('the date of birth is set once; it is a real one of a living person', async (t) => {
  const world = await worldAt(t, '2026-11-21 00:00:30')
  const { memberId, session } = await seedMember(world.deps, { birthday: null })
  const tell = async (birthday: string) => {
    const answer = await world.call('setBirthday', { body: { birthday } }, { session })
    return answer.ok ? answer.data : answer.body.errorCode
  }
  for (const bad of ['2026-11-22', '1905-11-21', '0000-01-01', '9999-12-31'])
    assert.equal(await tell(bad), 'INVALID_INPUT', bad)
  for (const bad of ['2026-02-29', '2026-13-01', '1900-02-29', '2000-1-1', '+02000-01-01', ''])
    assert.equal(await tell(bad), 'INVALID_REQUEST_FORMAT', bad)
  const fifteen = { birthday: '2010-11-22', isMinor: true, monthlyLimitYen: 5000 }
  assert.deepEqual(await tell('2010-11-22'), fifteen)
  assert.deepEqual(await tell('2010-11-22'), fifteen)
  assert.equal(await tell('2000-01-01'), 'BIRTHDAY_SET')
  const account = await world.call('account', {}, { session })
  assert.deepEqual(account.ok && [account.data.birthday, account.data.isMinor], ['2010-11-22', true])
  const acts = await world.deps
    .sql`select actor, details from audit_rows where subject = ${memberId} and act = 'birthday.set'`
  assert.deepEqual([...acts], [{ actor: memberId, details: {} }])
})

test('a first date wins over others that are sent at the same time', async (t) => {
  const world = await worldAt(t, '2026-11-21 12:00:00')
  const { session } = await seedMember(world.deps, { birthday: null })
  const dates = Array.from({ length: 10 }, (_, at) => `199${at}-01-01`)
  const answers = await Promise.all(
    dates.map((birthday) => world.call('setBirthday', { body: { birthday } }, { session })),
  )
  assert.equal(answers.filter(({ ok }) => ok).length, 1)
  assert.deepEqual(
    new Set(answers.flatMap((each) => (each.ok ? [] : [each.body.errorCode]))),
    new Set(['BIRTHDAY_SET']),
  )
})

test('one is of age from the day in Japan on, leap days on 1 March', async (t) => {
  const world = await worldAt(t, '2026-02-28 23:59:59')
  const [leap, march] = [
    await seedMember(world.deps, { birthday: null }),
    await seedMember(world.deps, { birthday: null }),
  ]
  const { sql } = world.deps
  await sql`update members set birthday = '2008-02-29' where id = ${leap.memberId}`
  await sql`update members set birthday = '2008-03-01' where id = ${march.memberId}`
  const minors = async () => {
    const accounts = await Promise.all([leap, march].map(({ session }) => world.call('account', {}, { session })))
    return accounts.map((each) => each.ok && each.data.isMinor)
  }
  assert.deepEqual(await minors(), [true, true])
  await world.stopClock('2026-03-01 00:00:00')
  assert.deepEqual(await minors(), [false, false])
})

test('support corrects the date, and the months are recounted by it', async (t) => {
  const world = await worldAt(t, '2026-11-21 12:00:00')
  const { sql } = world.deps
  const { memberId, email } = await seedMember(world.deps, { birthday: null })
  const packId = await seedPack(sql)
  await seedOrder(sql, memberId, packId, 200, 1500)
  await seedOrder(sql, memberId, packId, 0, 700)
  const lines: string[] = []
  const change = (birthday: string, isDryRun = false) =>
    changeBirthday(world.deps, { who: email, birthday, by: 'tester', reason: 'id card shown', isDryRun }, (line) =>
      lines.push(line),
    )
  await change('2012-01-01', true)
  assert.deepEqual([...(await sql`select 1 from member_spendings`)], [])
  await change('2012-01-01')
  const months = () => sql`select month::text, yen from member_spendings where member_id = ${memberId}`
  assert.deepEqual([...(await months())], [{ month: '2026-11-01', yen: 2000 }])
  await change('1990-01-01')
  assert.deepEqual([...(await months())], [])
  for (const wrong of ['1990-01-01', '1990-02-30', 'yesterday', '2030-01-01'])
    await assert.rejects(change(wrong), { code: 'MEMBER_REFUSED' })
  const acts = await sql`select actor, details->>'reason' as reason from audit_rows where act = 'birthday.changed'`
  assert.deepEqual(
    [...acts],
    Array.from({ length: 2 }, () => ({ actor: 'operator:tester', reason: 'id card shown' })),
  )
  assert.equal(lines.length, 3)
})
