// A6 and A7: mailed codes withstand guessing, and are good for one purpose and one account only.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { limits, termsVersion } from '@kura/contract/limits'
import { rates } from '@kura/contract/rates'
import type { CallName } from '@kura/contract/paths'
import { mailTo } from '../../identity/account/testing/mail-to.ts'
import { seedMember } from '../seed-member.ts'
import { testWorld } from '../test-world.ts'
import { sendCall } from './send-call.ts'

const world = await testWorld({ after })
const { deps, http } = world
beforeEach(() => deps.sql`delete from rate_limits`)

const password = 'another long passphrase'
const guess = async (name: CallName, payload: object, more: { session?: string; from?: string } = {}) =>
  (await sendCall(world, http, name, { payload, ...more })).json().errorCode as string | undefined

const codes = {
  emailSignUpComplete: { ask: 'emailSignUp', body: (email: string) => ({ email, password, termsVersion }) },
  passwordReset: { ask: 'passwordResetPrepare', body: (email: string) => ({ email, password }) },
} as const

for (const name of ['emailSignUpComplete', 'passwordReset'] as const) {
  test(`A6: ${name}: however many guess at once from wherever, a code has five tries`, async () => {
    const email = name === 'passwordReset' ? (await seedMember(deps)).email : 'guessed@example.jp'
    await sendCall(world, http, codes[name].ask, { payload: { email } })
    const { code } = await mailTo(world, email)
    const guesses = Array.from({ length: 40 }, (_, at) => String(at * 7919).padStart(8, '0')).filter(
      (each) => each !== code,
    )
    const answers = await Promise.all(
      guesses.map((each, at) => guess(name, { ...codes[name].body(email), code: each }, { from: `127.66.${at}.1` })),
    )
    assert.deepEqual([...new Set(answers)], ['TOKEN_NOTFOUND'])
    assert.equal(await guess(name, { ...codes[name].body(email), code }), 'TOKEN_NOTFOUND', 'the right one is dead too')
  })
}

test('A6: in a day of asking for new codes, an address gives too few tries to guess one', () => {
  // codes of sign-up are mailed by two calls, each with a bucket of its own; every other purpose
  // has one
  const mailsPerDay = [rates.mailPerAddress, rates.checkedMailPerAddress, rates.oldSignUpPerAddress].map(
    (rate) => rate.burst + rate.perMinute * 60 * 24,
  )
  // by who asked for it, and as often by all others
  const triesPerDay = mailsPerDay.reduce((sum, mails) => sum + mails) * limits.codeTries * 2
  assert.ok(triesPerDay / 10 ** 8 < 0.0001, `${triesPerDay} of 100 million`)
})

test('A7: a code or link of one account or purpose opens no other', async () => {
  const [a, b] = [await seedMember(deps, { password }), await seedMember(deps, { password })]
  const member = { session: a.session }
  await sendCall(world, http, 'emailChange', { payload: { email: 'next@example.jp', password }, ...member })
  const change = await mailTo(world, 'next@example.jp')
  const changeToken = new URL(change.links[0] ?? '').searchParams.get('token') ?? ''
  await sendCall(world, http, 'passwordResetPrepare', { payload: { email: a.email } })
  const reset = await mailTo(world, a.email)
  const resetToken = new URL(reset.links[0] ?? '').searchParams.get('token') ?? ''
  // what opens nothing below would open what it was mailed for
  for (const token of [changeToken, resetToken]) assert.match(token, /^[\w-]{43}$/)
  for (const code of [change.code, reset.code]) assert.match(code, /^\d{8}$/)
  const wrong: [CallName, object, string?][] = [
    ['passwordReset', { email: b.email, code: reset.code, password }],
    ['passwordReset', { email: a.email, code: change.code, password }],
    ['passwordReset', { token: changeToken, password }],
    ['onetimeTokenSignIn', { token: changeToken }],
    ['onetimeTokenSignIn', { token: resetToken }],
    ['emailSignUpComplete', { email: a.email, code: reset.code, password, termsVersion }],
    ['emailSignUpComplete', { token: resetToken, password, termsVersion }],
    ['emailChangeComplete', { code: change.code }, b.session],
    ['emailChangeComplete', { token: changeToken }, b.session],
    ['emailChangeComplete', { token: resetToken }, a.session],
    ['emailAddComplete', { token: changeToken }, a.session],
    ['stopFlowRecovery', { token: resetToken }],
  ]
  for (const [name, payload, session] of wrong)
    assert.equal(
      await guess(name, payload, session ? { session } : {}),
      'TOKEN_NOTFOUND',
      `${name} ${JSON.stringify(payload)}`,
    )
  const [open] = await deps.sql`
    select count(*)::int as count from mail_codes where member_id = ${a.memberId} and used_at is null and tries_left > 0`
  assert.equal(open?.['count'], 2, 'none of it used anything up')
  assert.equal(await guess('passwordReset', { token: resetToken, password }), undefined, 'where it belongs it is good')
  await sendCall(world, http, 'emailChange', { payload: { email: 'own@example.jp', password }, session: b.session })
  const own = await mailTo(world, 'own@example.jp')
  assert.equal(await guess('emailChangeComplete', { code: own.code }, { session: b.session }), undefined)
})
