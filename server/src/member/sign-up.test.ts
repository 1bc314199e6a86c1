import assert from 'node:assert/strict'
import { test } from 'node:test'
import { termsVersion } from '@kura/contract/limits'
import { testWorld } from '../testing/test-world.ts'
import type { TestWorld } from '../testing/test-world.ts'
import { mailTo } from './testing/mail-to.ts'

const password = 'correct horse battery staple'
const ask = async ({ call, bot }: TestWorld, email: string) =>
  call('emailSignUp', { body: { email, locale: 'ja' } }, { bot: await bot('email_sign_up') })

test('a visitor signs up with the code of the mail and is signed in', async (t) => {
  const world = await testWorld(t)
  const { call, bot } = world
  assert.deepEqual(await ask(world, 'Hanako@Example.jp'), { ok: true, data: {} })
  const { code } = await mailTo(world, 'hanako@example.jp')
  const done = await call(
    'emailSignUpComplete',
    { body: { email: 'hanako@example.jp', code, password, displayName: '花子', termsVersion } },
    { bot: await bot('email_sign_up_complete') },
  )
  assert.ok(done.ok, JSON.stringify(done))
  assert.equal(done.data.flowAddress, '')
  const account = await call('account', {}, { session: done.data.sessionJwt })
  assert.ok(account.ok)
  assert.equal(account.data.email, 'hanako@example.jp')
  assert.equal(account.data.displayName, '花子')
  assert.equal(account.data.termsOutdated, false)
})
