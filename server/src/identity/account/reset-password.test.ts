import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { CallName } from '@kura/contract/paths'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { startSession } from '../session/session.ts'
import { mailTo, mailsTo, tokenIn } from './testing/mail-to.ts'
import { codeOf } from '../../testing/code-of.ts'

const world = await testWorld({ after })
const { deps, call, bot } = world
beforeEach(() => deps.sql`delete from rate_limits`)

const password = 'correct horse battery staple'
const renewed = 'a different long passphrase'
const ask = async (email: string, more: object = {}) =>
  call('passwordResetPrepare', { body: { email, locale: 'ja', ...more } }, { bot: await bot('password_reset_prepare') })
const reset = async (body: { email?: string; code?: string; token?: string; password?: string }) =>
  call('passwordReset', { body: { password: renewed, ...body } }, { bot: await bot('password_reset') })
const signIn = async (email: string, tried: string) =>
  codeOf(await call('emailSignIn', { body: { email, password: tried } }, { bot: await bot('email_sign_in') }))
const askLink = async (email: string, more: object = {}) =>
  call('onetimeTokenPrepare', { body: { email, ...more } }, { bot: await bot('onetime_token_prepare') })
const useLink = (token: string) => call('onetimeTokenSignIn', { body: { token } })
const seen = async (session: string, name: CallName = 'account') => codeOf(await call(name, {} as never, { session }))

test('a forgotten password is reset by the code; every other session ends and a mail informs the member', async () => {
  const member = await seedMember(deps, { password })
  const phone = await startSession(deps.sql, { memberId: member.memberId, userAgent: 'phone' })
  assert.ok((await ask(member.email.toUpperCase())).ok)
  const { code, subject } = await mailTo(world, member.email)
  assert.match(subject, /再設定/)
  const done = await reset({ email: member.email, code })
  assert.ok(done.ok)
  assert.equal(done.data.userId, member.memberId)
  assert.equal(await seen(done.data.sessionJwt), 'ok')
  assert.deepEqual([await seen(member.session), await seen(phone)], ['INVALID_SESSION', 'INVALID_SESSION'])
  assert.equal(await signIn(member.email, password), 'AUTHENTICATION_FAILED')
  assert.equal(await signIn(member.email, renewed), 'ok')
  assert.match((await mailTo(world, member.email)).subject, /変更しました/)
  const acts = await deps.sql`select act from audit_rows where subject = ${member.memberId}`
  assert.deepEqual([...acts], [{ act: 'password.reset' }])
})

test('the link works too, once, and leads back into the site only', async () => {
  const member = await seedMember(deps, { password })
  await ask(member.email, { locale: 'en', redirect: '/packs/fuji' })
  const { links, subject } = await mailTo(world, member.email)
  assert.match(subject, /reset your password/)
  assert.equal(
    new URL(links.find((each) => each.includes('/login/reset')) ?? '').searchParams.get('redirect'),
    '/packs/fuji',
  )
  const token = tokenIn(links, '/login/reset')
  assert.ok((await reset({ token })).ok)
  assert.equal(codeOf(await reset({ token })), 'TOKEN_NOTFOUND')
  await ask(member.email, { redirect: '//evil.example' })
  assert.ok(!(await mailTo(world, member.email)).html.includes('evil.example'))
})

test('a code is good for five tries and ten minutes, the link for an hour, whatever comes after', async () => {
  const member = await seedMember(deps, { password })
  const { email } = member
  await ask(email)
  const first = await mailTo(world, email)
  const wrong = first.code === '00000000' ? '11111111' : '00000000'
  for (let tries = 0; tries < 5; tries += 1) assert.equal(codeOf(await reset({ email, code: wrong })), 'TOKEN_NOTFOUND')
  assert.equal(codeOf(await reset({ email, code: first.code })), 'TOKEN_NOTFOUND', 'the tries are spent')
  await ask(email)
  const second = await mailTo(world, email)
  assert.equal(codeOf(await reset({ email, code: second.code, password: 'short' })), 'INVALID_PASSWORD_FORMAT')
  await world.moveClock('11 minutes')
  assert.equal(codeOf(await reset({ email, code: second.code })), 'TOKEN_EXPIRED')
  await world.moveClock('50 minutes')
  for (const { links } of [first, second])
    assert.equal(codeOf(await reset({ token: tokenIn(links, '/login/reset') })), 'TOKEN_EXPIRED')
})

test('a code of one purpose, or of another address, is of no use', async () => {
  const [one, two] = [await seedMember(deps, { password }), await seedMember(deps, { password })]
  await ask(one.email)
  const mail = await mailTo(world, one.email)
  assert.equal(codeOf(await reset({ email: two.email, code: mail.code })), 'TOKEN_NOTFOUND')
  assert.equal(codeOf(await useLink(tokenIn(mail.links, '/login/reset'))), 'TOKEN_NOTFOUND')
  await askLink(one.email)
  const link = await mailTo(world, one.email)
  assert.equal(codeOf(await reset({ token: tokenIn(link.links, '/login/link') })), 'TOKEN_NOTFOUND')
  const completed = await call(
    'emailSignUpComplete',
    { body: { email: one.email, code: mail.code, password: renewed, termsVersion: '2026-11-01' } },
    { bot: await bot('email_sign_up_complete') },
  )
  assert.equal(codeOf(completed), 'TOKEN_NOTFOUND')
})

test('what lies in the mailbox of an address that is not the member’s any more opens nothing', async () => {
  const member = await seedMember(deps, { password })
  await ask(member.email)
  const { code } = await mailTo(world, member.email)
  await deps.sql`update members set email = 'moved@example.jp' where id = ${member.memberId}`
  assert.equal(codeOf(await reset({ email: member.email, code })), 'TOKEN_NOTFOUND')
})

test('a mailed link signs in once, within fifteen minutes', async () => {
  const member = await seedMember(deps)
  await askLink(member.email, { redirect: '/mypage' })
  const { links, code } = await mailTo(world, member.email)
  assert.equal(code, undefined, 'there is no code to guess')
  const link = new URL(links.find((each) => each.includes('/login/link')) ?? '')
  assert.equal(link.searchParams.get('redirect'), '/mypage')
  const token = tokenIn(links, '/login/link')
  const answers = await Promise.all([useLink(token), useLink(token), useLink(token)])
  assert.deepEqual(answers.map(codeOf).toSorted(), ['TOKEN_NOTFOUND', 'TOKEN_NOTFOUND', 'ok'])
  const [signedIn] = answers.flatMap((answer) => (answer.ok ? [answer.data] : []))
  assert.equal(signedIn?.userId, member.memberId)
  assert.equal(await seen(signedIn?.sessionJwt ?? ''), 'ok')
  assert.equal(await seen(member.session), 'ok', 'other devices stay')
  await askLink(member.email)
  const late = tokenIn((await mailTo(world, member.email)).links, '/login/link')
  await world.moveClock('16 minutes')
  assert.equal(codeOf(await useLink(late)), 'TOKEN_EXPIRED')
})

test('a member without a password sets the first one by the reset mail', async () => {
  const member = await seedMember(deps)
  await ask(member.email)
  assert.ok((await reset({ email: member.email, code: (await mailTo(world, member.email)).code })).ok)
  assert.equal(await signIn(member.email, renewed), 'ok')
})

test('banned and deleted members get no way in, and no other answer than strangers', async () => {
  for (const column of ['banned_at', 'deleted_at']) {
    const member = await seedMember(deps, { password })
    await ask(member.email)
    await askLink(member.email)
    const mails = await mailsTo(world, member.email)
    const [link, code] = [
      tokenIn(
        mails.flatMap((mail) => mail.links),
        '/login/link',
      ),
      mails.find((mail) => mail.code)?.code,
    ]
    await deps.sql`update members set ${deps.sql(column)} = kura_now() where id = ${member.memberId}`
    assert.equal(codeOf(await useLink(link)), 'TOKEN_NOTFOUND')
    assert.equal(codeOf(await reset({ email: member.email, code: code ?? '' })), 'TOKEN_NOTFOUND')
    assert.ok((await ask(member.email)).ok)
    assert.match((await mailTo(world, member.email)).subject, /見つかりません/)
    await deps.sql`update members set banned_at = null, deleted_at = null where id = ${member.memberId}`
    assert.equal(await seen(member.session), 'INVALID_SESSION', 'a lifted ban does not bring sessions back')
  }
})
