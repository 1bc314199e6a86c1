// A3 and A4: nobody learns from an answer, its size, or the work behind it whether an address has an account. Statistics of
// time are in bench/src/benches/identity.ts.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { termsVersion } from '@kura/contract/limits'
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

async function observe(name: CallName, email: string) {
  await deps.sql`delete from rate_limits`
  const answers: Awaited<ReturnType<typeof sendCall>>[] = []
  const work = await counting.during(async () => {
    answers.push(await sendCall(world, http, name, { payload: enumerable[name]?.(email) }))
  })
  const [answer] = answers
  assert.ok(answer)
  const { date: _date, ...headers } = answer.headers
  return { status: answer.statusCode, body: answer.body, headers, work }
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

test('A4: what is no code at all is told no differently from a wrong one', async () => {
  const known = await seedMember(deps, { password })
  for (const name of ['emailSignUpComplete', 'passwordReset'] as const) {
    const bodies = ['', '1', 'not a code', '99999999'].map((code) => ({ ...enumerable[name]?.(known.email), code }))
    const answers = []
    for (const payload of bodies) answers.push((await sendCall(world, http, name, { payload })).body)
    assert.equal(new Set(answers).size, 1)
  }
})
