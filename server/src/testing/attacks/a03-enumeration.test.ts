// A3 and A4: nobody learns from an answer, its size, or the work behind it whether an address has
// an account. Statistics of time are in bench/src/benches/identity.ts.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { termsVersion } from '@kura/contract/limits'
import { rates } from '@kura/contract/rates'
import type { CallName } from '@kura/contract/paths'
import { buildApp } from '../../app.ts'
import { countWork } from '../../identity/account/testing/count-work.ts'
import { seedMember } from '../seed-member.ts'
import { testWorld } from '../test-world.ts'
import { sendCall } from './send-call.ts'

const world = await testWorld({ after })
const { deps } = world
const counting = countWork(deps)
// mails go out after the answer: they are no part of its work
const quiet = { ...counting.deps, background: { run: () => {}, settled: async () => {} } }
const { http } = await buildApp(quiet, { withPages: false })
after(async () => {
  await http.close()
  await counting.end()
})
beforeEach(() => deps.sql`delete from rate_limits`)

const password = 'correct horse battery staple'
const enumerable: Partial<Record<CallName, (email: string) => Record<string, unknown>>> = {
  emailSignUp: (email) => ({ email, locale: 'ja' }),
  emailSignUpResend: (email) => ({ email }),
  emailSignUpComplete: (email) => ({ email, code: '00000000', password, termsVersion }),
  emailSignIn: (email) => ({ email, password: 'not the password' }),
  passwordResetPrepare: (email) => ({ email }),
  passwordReset: (email) => ({ email, code: '00000000', password }),
  onetimeTokenPrepare: (email) => ({ email }),
  usersSignUp: (email) => ({ email, displayName: 'A' }),
}

async function observe(name: CallName, email: string, version: 'v2' | 'v3' = 'v3', isFlooded = false) {
  if (!isFlooded) await deps.sql`delete from rate_limits`
  const answers: Awaited<ReturnType<typeof sendCall>>[] = []
  const work = await counting.during(async () => {
    answers.push(await sendCall(world, http, name, { payload: enumerable[name]?.(email), version }))
  })
  const [answer] = answers
  assert.ok(answer)
  const { date: _date, ...headers } = answer.headers
  // a number of its own for each, whatever the address is
  const body = answer.body.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, 'a request id')
  return { status: answer.statusCode, body, headers, work }
}

for (const name of Object.keys(enumerable) as CallName[]) {
  test(`A3 A4: ${name}: known, unknown, banned and wallet-only addresses get one answer for the same work`, async () => {
    const [known, banned] = [await seedMember(deps, { password }), await seedMember(deps, { password })]
    const withoutPassword = await seedMember(deps)
    await deps.sql`update members set banned_at = kura_now() where id = ${banned.memberId}`
    await observe(name, 'warm@example.jp')
    const unknown = await observe(name, `unknown-${name.toLowerCase()}@example.jp`)
    assert.ok(unknown.work.statements.length > 2, unknown.body)
    for (const { email } of [known, banned, withoutPassword]) assert.deepEqual(await observe(name, email), unknown)
  })

  test(`A3 A4: ${name}: the same when a code waits for the address`, async () => {
    const known = await seedMember(deps, { password })
    const strange = `waiting-${name.toLowerCase()}@example.jp`
    for (const email of [known.email, strange])
      for (const mails of ['emailSignUp', 'passwordResetPrepare', 'onetimeTokenPrepare'] as const)
        await sendCall(world, http, mails, { payload: { email } })
    assert.deepEqual(await observe(name, known.email), await observe(name, strange))
  })
}

for (const name of ['emailSignUp', 'emailSignUpResend', 'passwordResetPrepare', 'onetimeTokenPrepare'] as const)
  test(`A3 A4: ${name}: the same once the address has had more mails than usual, by either bot check`, async () => {
    const [known, banned] = [await seedMember(deps, { password }), await seedMember(deps, { password })]
    await deps.sql`update members set banned_at = kura_now() where id = ${banned.memberId}`
    const flooded = async (email: string) => {
      await deps.sql`delete from rate_limits`
      for (let times = 0; times < rates.mailPerAddress.burst; times += 1)
        await sendCall(world, http, name, { payload: enumerable[name]?.(email), from: `127.3.${times}.1` })
      const [refused, mailed, spare] = [
        await observe(name, email, 'v3', true),
        await observe(name, email, 'v2', true),
        await observe(name, email, 'v2', true),
      ]
      // copied: what comes next is counted on in the last one
      return structuredClone({ refused, mailed, spare })
    }
    const strange = await flooded(`flooded-${name.toLowerCase()}@example.jp`)
    assert.deepEqual([strange.refused.status, strange.mailed.status, strange.spare.status], [403, 202, 202])
    assert.deepEqual(strange.spare.body, strange.mailed.body)
    for (const { email } of [known, banned]) assert.deepEqual(await flooded(email), strange)
  })

test('A4: an invalid code fails exactly like a wrong one', async () => {
  const known = await seedMember(deps, { password })
  for (const name of ['emailSignUpComplete', 'passwordReset'] as const) {
    const bodies = ['', '1', 'not a code', '99999999'].map((code) => ({ ...enumerable[name]?.(known.email), code }))
    const answers = []
    for (const payload of bodies) answers.push((await sendCall(world, http, name, { payload })).body)
    assert.equal(new Set(answers).size, 1)
  }
})
