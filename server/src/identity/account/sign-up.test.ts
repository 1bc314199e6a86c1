import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { termsVersion } from '@kura/contract/limits'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { signUp } from './sign-up.ts'
import { countWork } from './testing/count-work.ts'
import { mailTo, mailsTo } from './testing/mail-to.ts'

const world = await testWorld({ after })
const { deps, http, call, bot } = world
beforeEach(() => deps.sql`delete from rate_limits`)

const password = 'correct horse battery staple'
type Body = Record<string, unknown>
const start = async (email: string, more: Body = {}) =>
  call('emailSignUp', { body: { email, locale: 'ja', ...more } }, { bot: await bot('email_sign_up') })
const complete = async (body: Body) => {
  const answer = await call(
    'emailSignUpComplete',
    { body: { password, termsVersion, ...body } as never },
    { bot: await bot('email_sign_up_complete') },
  )
  return answer.ok ? answer.data : { failed: answer.body.errorCode }
}
const failed = (code: string) => ({ failed: code })
const tokenIn = (links: string[]) => {
  const link = links.map((each) => new URL(each)).find(({ pathname }) => pathname === '/signup/complete')
  return link?.searchParams.get('token') ?? ''
}
const countMembers = async () => (await deps.sql`select 1 from members`).length

test('mails of one purpose use up those of no other', async () => {
  const member = await seedMember(deps)
  const codes = []
  for (let times = 0; times < 8; times += 1) codes.push((await start(member.email)).ok)
  assert.deepEqual([codes[0], codes.at(-1)], [true, false])
  const reset = { body: { email: member.email } }
  assert.ok((await call('passwordResetPrepare', reset, { bot: await bot('password_reset_prepare') })).ok)
  assert.ok((await call('onetimeTokenPrepare', reset, { bot: await bot('onetime_token_prepare') })).ok)
})

test('the deprecated sign-up neither ends a code that is waited for nor uses up the mails of the address', async () => {
  const email = 'waiting@example.jp'
  const asBefore = () => http.inject({ method: 'POST', url: '/api/users/signup', payload: { email } })
  await start(email)
  const { code } = await mailTo(world, email)
  const statuses = []
  for (let times = 0; times < 4; times += 1) statuses.push((await asBefore()).statusCode)
  assert.deepEqual([statuses[0], statuses.at(-1)], [202, 429])
  assert.equal((await mailsTo(world, email)).length, 1, 'the first one is still good')
  assert.ok('sessionJwt' in (await complete({ email, code })))
  for (let times = 0; times < 4; times += 1) await asBefore()
  assert.ok((await start(email)).ok)
})

test('a visitor signs up with the code of the mail and is signed in', async () => {
  assert.ok((await start('Hanako@Example.jp')).ok)
  const { code, text, html } = await mailTo(world, 'hanako@example.jp')
  assert.match(code, /^\d{8}$/)
  assert.ok(html.includes(code) && text.includes('10 分間'))
  const done = await complete({ email: 'HANAKO@example.jp', code, displayName: ' 花子 ', isSubscribed: true })
  assert.ok('sessionJwt' in done)
  assert.equal(done.flowAddress, '')
  const account = await call('account', {}, { session: done.sessionJwt })
  assert.deepEqual(account, {
    ok: true,
    data: {
      userId: done.userId,
      email: 'hanako@example.jp',
      flowAddress: '',
      displayName: '花子',
      termsVersion,
      termsOutdated: false,
      hasPassword: true,
      birthday: null,
      isMinor: false,
      deletionDueAt: null,
    },
  })
  const [row] = await deps.sql`
    select password_hash, is_subscribed, locale, terms_agreed_at is not null as agreed from members where id = ${done.userId}`
  assert.match(row?.['password_hash'], /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.deepEqual([row?.['is_subscribed'], row?.['locale'], row?.['agreed']], [true, 'ja', true])
})

test('the link of the mail works too, in English, and leads back into the site only', async () => {
  await start('link@example.jp', { locale: 'en', redirect: '/items/fuji?from=mail' })
  const { subject, links } = await mailTo(world, 'link@example.jp')
  assert.match(subject, /confirm your e-mail/)
  const link = links.find((each) => each.includes('/signup/complete')) ?? ''
  assert.ok(link.startsWith('http://localhost:3000/signup/complete?token='))
  assert.equal(new URL(link).searchParams.get('redirect'), '/items/fuji?from=mail')
  assert.ok('sessionJwt' in (await complete({ token: tokenIn(links) })))
  assert.deepEqual(await complete({ token: tokenIn(links) }), failed('TOKEN_NOTFOUND'))

  await start('evil@example.jp', { redirect: '//evil.example' })
  assert.ok(!(await mailTo(world, 'evil@example.jp')).html.includes('evil.example/'))
})

test('the host of a mailed link is never taken from the request', async () => {
  const { token } = await bot('email_sign_up')
  const answer = await http.inject({
    method: 'POST',
    url: '/auth/email_sign_up',
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-recaptcha-token-v3': token },
    payload: { email: 'host@example.jp' },
  })
  assert.equal(answer.statusCode, 202)
  const { text, html } = await mailTo(world, 'host@example.jp')
  assert.ok(!`${text}${html}`.includes('evil'))
})

test('a code is good once, for its own address, for five tries and ten minutes', async () => {
  await start('a@example.jp')
  await start('b@example.jp')
  const { code } = await mailTo(world, 'a@example.jp')
  const wrong = code === '00000000' ? '11111111' : '00000000'
  assert.deepEqual(await complete({ email: 'b@example.jp', code }), failed('TOKEN_NOTFOUND'), 'of another address')
  for (let tries = 0; tries < 5; tries += 1)
    assert.deepEqual(await complete({ email: 'a@example.jp', code: wrong }), failed('TOKEN_NOTFOUND'))
  assert.deepEqual(await complete({ email: 'a@example.jp', code }), failed('TOKEN_NOTFOUND'), 'the tries are spent')

  await start('a@example.jp')
  const second = await mailTo(world, 'a@example.jp')
  await world.moveClock('11 minutes')
  assert.deepEqual(await complete({ email: 'a@example.jp', code: second.code }), failed('TOKEN_EXPIRED'))
  await world.moveClock('50 minutes')
  assert.deepEqual(await complete({ token: tokenIn(second.links) }), failed('TOKEN_EXPIRED'))
})

test('many wrong codes at once get no more than five tries', async () => {
  await start('many@example.jp')
  await deps.background.settled()
  const bodies = Array.from({ length: 12 }, (_, at) => ({
    email: 'many@example.jp',
    code: String(at).padStart(8, '0'),
  }))
  await Promise.all(bodies.map(complete))
  const [row] = await deps.sql`select other_tries_left from mail_codes where email = 'many@example.jp'`
  assert.equal(row?.['other_tries_left'], 0)
})

test('a new code leaves the earlier one good; the one that is used ends the other', async () => {
  await start('twice@example.jp')
  const first = await mailTo(world, 'twice@example.jp')
  await call('emailSignUpResend', { body: { email: 'twice@example.jp' } }, { bot: await bot('email_sign_up_resend') })
  const second = await mailTo(world, 'twice@example.jp')
  assert.notEqual(first.code, second.code)
  // typed on a Japanese keyboard, with a gap
  const typed = first.code.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
  assert.ok(
    'sessionJwt' in (await complete({ email: 'twice@example.jp', code: `${typed.slice(0, 4)} ${typed.slice(4)}` })),
  )
  assert.deepEqual(await complete({ email: 'twice@example.jp', code: second.code }), failed('TOKEN_NOTFOUND'))
  assert.deepEqual(await complete({ token: tokenIn(second.links) }), failed('TOKEN_NOTFOUND'))
})

test('the same code used twice at once makes one account', async () => {
  await start('race@example.jp')
  const { code, links } = await mailTo(world, 'race@example.jp')
  const answers = await Promise.all([
    complete({ email: 'race@example.jp', code }),
    complete({ email: 'race@example.jp', code }),
    complete({ token: tokenIn(links) }),
  ])
  assert.equal(answers.filter((answer) => 'sessionJwt' in answer).length, 1)
  assert.equal((await deps.sql`select 1 from members where email = 'race@example.jp'`).length, 1)
})

test('what a form gets wrong costs no try and makes no account', async () => {
  await start('form@example.jp')
  const { code } = await mailTo(world, 'form@example.jp')
  const before = await countMembers()
  const own = { email: 'form@example.jp', code }
  const refused: [Body, string][] = [
    [{ ...own, password: 'short' }, 'INVALID_PASSWORD_FORMAT'],
    [{ ...own, password: 'x'.repeat(129) }, 'INVALID_PASSWORD_FORMAT'],
    [{ ...own, password: 'password1' }, 'INVALID_PASSWORD_FORMAT'],
    [{ ...own, password: 'form@example.jp' }, 'INVALID_PASSWORD_FORMAT'],
    [{ ...own, password: 'x'.repeat(600) }, 'INVALID_REQUEST_FORMAT'],
    [{ ...own, termsVersion: '2020-01-01' }, 'TERMS_OUTDATED'],
    [{ ...own, displayName: 'evil\u202egnp.exe' }, 'INVALID_INPUT'],
    [{ ...own, displayName: 'two\nlines' }, 'INVALID_INPUT'],
    [{ ...own, displayName: 'x'.repeat(41) }, 'INVALID_REQUEST_FORMAT'],
    [{ ...own, token: 'x' }, 'INVALID_INPUT'],
    [{ code }, 'INVALID_INPUT'],
    [{ email: 'form@example.jp' }, 'INVALID_INPUT'],
    [{}, 'INVALID_INPUT'],
  ]
  for (const [body, expected] of refused) assert.deepEqual(await complete(body), failed(expected), JSON.stringify(body))
  assert.equal(await countMembers(), before)
  assert.ok('sessionJwt' in (await complete({ ...own, password: 'あいことばは長い方がいい' })))
})

test('an address that has an account gets a mail saying so, and nothing else shows it', async () => {
  const member = await seedMember(deps, { email: 'known@example.jp' })
  const raw = async (email: string) => {
    const { token } = await bot('email_sign_up')
    const headers = { 'x-recaptcha-token-v3': token }
    const answer = await http.inject({ method: 'POST', url: '/auth/email_sign_up', headers, payload: { email } })
    const { date: _date, ...others } = answer.headers
    // a number of its own for each, whatever the address is
    const { requestId, ...body } = answer.json() as { requestId: string }
    assert.match(requestId, /^[0-9a-f-]{36}$/)
    return { status: answer.statusCode, body, headers: others }
  }
  assert.deepEqual(await raw('known@example.jp'), await raw('unknown@example.jp'))
  const mails = await mailsTo(world, member.email)
  assert.equal(mails.length, 1)
  assert.match(mails[0]?.subject ?? '', /すでにご登録済み/)
  assert.equal(mails[0]?.code, undefined)
  assert.equal(tokenIn(mails[0]?.links ?? []), '')

  const known = await complete({ email: 'known@example.jp', code: '12345678' })
  assert.deepEqual(known, await complete({ email: 'unknown@example.jp', code: '12345678' }))
})

test('known and unknown addresses cost the same statements and the same hashes', async (t) => {
  const counting = countWork(deps)
  t.after(counting.end)
  await seedMember(deps, { email: 'known2@example.jp' })
  const ask = (email: string) => signUp(counting.deps, { email }, { language: 'ja', ip: '127.0.0.9', bot: 'v3' })
  await ask('warm@example.jp')
  await deps.background.settled()
  const quiet = { ...counting.deps, background: { run: () => {}, settled: async () => {} } }
  const quietly = (email: string) =>
    counting.during(() => signUp(quiet, { email }, { language: 'ja', ip: '127.0.0.9', bot: 'v3' }))
  const unknown = await quietly('unknown2@example.jp')
  assert.ok(unknown.statements.length > 4)
  assert.deepEqual(await quietly('known2@example.jp'), unknown)
})

test('one address is not flooded with mails, and the others still get theirs', async () => {
  const codes = []
  for (let times = 0; times < 8; times += 1) codes.push((await start('flood@example.jp')).ok)
  assert.ok(codes[0] && !codes[7])
  assert.ok((await start('calm@example.jp')).ok)
})

test('what is kept of a code and a link cannot be read back', async () => {
  await start('kept@example.jp')
  const { code, links } = await mailTo(world, 'kept@example.jp')
  const [row] = await deps.sql<{ dump: string }[]>`
    select (select string_agg(c::text, '') from mail_codes c) || (select string_agg(m::text, '') from mails m) as dump`
  assert.ok(!row?.dump.includes(code))
  assert.ok(!row?.dump.includes(tokenIn(links)))
})

test('what the deprecated sign-up was given is there when the account is made, unless completion says otherwise', async () => {
  const fields = { displayName: '先の名', birthday: '1990-01-31', isSubscribe: true, flowAddress: '0x01cf0e2f2f715450' }
  const made = async (email: string, more: { displayName?: string; isSubscribed?: boolean } = {}) => {
    assert.ok((await call('usersSignUp', { body: { email, ...fields } })).ok)
    const { code } = await mailTo(world, email)
    assert.ok('sessionJwt' in (await complete({ email, code, ...more })))
    const [row] = await deps.sql`
      select display_name as name, birthday::text as birthday, is_subscribed as subscribed, flow_address as wallet
        from members where email = ${email}`
    return row
  }
  const kept = { name: '先の名', birthday: '1990-01-31', subscribed: true, wallet: null }
  assert.deepEqual({ ...(await made('before@example.jp')) }, kept)
  const said = { ...kept, name: '後の名', subscribed: false }
  assert.deepEqual({ ...(await made('after@example.jp', { displayName: '後の名', isSubscribed: false })) }, said)
})
