import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { hash } from '@node-rs/argon2'
import { limits } from '@kura/contract/limits'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { signIn } from './sign-in.ts'
import { countWork } from './testing/count-work.ts'

const world = await testWorld({ after })
const { deps, http, bot } = world
beforeEach(() => deps.sql`delete from rate_limits`)

const password = 'correct horse battery staple'
type Try = { email: string; password?: string; version?: 'v2' | 'v3'; from?: string }
const attempt = async ({ email, password: tried = password, version = 'v3', from = '127.0.0.1' }: Try) => {
  const { token } = await bot('email_sign_in', version)
  const answer = await http.inject({
    method: 'POST',
    url: '/auth/email_sign_in',
    remoteAddress: from,
    headers: { [`x-recaptcha-token-${version}`]: token },
    payload: { email, password: tried },
  })
  const { date: _date, ...headers } = answer.headers
  return { status: answer.statusCode, body: answer.body, headers, json: answer.json() as Record<string, string> }
}

test('a member signs in and gets a new token each time', async () => {
  const member = await seedMember(deps, { password })
  const first = await attempt({ email: member.email.toUpperCase() })
  const second = await attempt({ email: member.email })
  assert.equal(first.json['userId'], member.memberId)
  assert.notEqual(first.json['sessionJwt'], second.json['sessionJwt'])
})

test('wrong, unknown, banned, deleted and garbled all answer alike', async () => {
  const member = await seedMember(deps, { password })
  const banned = await seedMember(deps, { password })
  const deleted = await seedMember(deps, { password })
  const walletOnly = await seedMember(deps)
  await deps.sql`update members set banned_at = kura_now() where id = ${banned.memberId}`
  await deps.sql`update members set deleted_at = kura_now() where id = ${deleted.memberId}`
  const wrong = await attempt({ email: member.email, password: 'wrong password' })
  assert.equal(wrong.json['errorCode'], 'AUTHENTICATION_FAILED')
  const others: Try[] = [
    { email: 'nobody@example.jp' },
    { email: banned.email },
    { email: deleted.email },
    { email: walletOnly.email },
    { email: walletOnly.email, password: '' },
    { email: 'not an address' },
    { email: '' },
    { email: member.email, password: `${password} ` },
    { email: member.email, password: 'x'.repeat(500) },
  ]
  for (const each of others) assert.deepEqual(await attempt(each), wrong, each.email)
})

test('known and unknown addresses cost the same statements and the same hashes', async (t) => {
  const counting = countWork(deps)
  t.after(counting.end)
  const member = await seedMember(deps, { password })
  const fail = (email: string) =>
    counting.during(() =>
      signIn(counting.deps, { email, password: 'wrong password' }, { ip: '127.0.0.9', userAgent: '', bot: 'v3' }).catch(
        () => {},
      ),
    )
  await fail('warm@example.jp')
  const known = await fail(member.email)
  assert.deepEqual(known.hashes, ['verify'])
  assert.deepEqual(await fail('nobody@example.jp'), known)
})

test('a hash of older parameters is replaced when its owner signs in', async () => {
  const member = await seedMember(deps)
  const old = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  await deps.sql`update members set password_hash = ${old} where id = ${member.memberId}`
  assert.equal((await attempt({ email: member.email })).status, 200)
  const [row] = await deps.sql`select password_hash from members where id = ${member.memberId}`
  assert.match(row?.['password_hash'], /\$m=19456,t=2,p=1\$/)
  assert.equal((await attempt({ email: member.email })).status, 200)
})

test('a password changed while the old one was being checked lets nobody in', async () => {
  const member = await seedMember(deps, { password })
  const changed = await deps.passwords.hash('quite another password')
  const passwords = {
    ...deps.passwords,
    verify: async (stored: string | undefined, tried: string) => {
      const isRight = await deps.passwords.verify(stored, tried)
      await deps.sql`update members set password_hash = ${changed} where id = ${member.memberId}`
      return isRight
    },
  }
  const caller = { ip: '127.0.0.1', userAgent: '', bot: 'v3' } as const
  await assert.rejects(signIn({ ...deps, passwords }, { email: member.email, password }, caller), {
    code: 'AUTHENTICATION_FAILED',
  })
})

test('an account guessed at from many sources is not locked: its owner passes the visible bot check', async () => {
  const member = await seedMember(deps, { password })
  const codes: (string | undefined)[] = []
  await world.stopClock() // nothing refills, however long the tries take
  for (let at = 0; at < 60; at += 1)
    codes.push(
      (await attempt({ email: member.email, password: `guess number ${at}`, from: `127.1.${at}.1` })).json['errorCode'],
    )
  assert.equal(codes[0], 'AUTHENTICATION_FAILED')
  assert.equal(codes.at(-1), 'BOT_DENY')
  assert.equal((await attempt({ email: member.email, from: '127.9.9.9' })).json['errorCode'], 'BOT_DENY')
  assert.equal((await attempt({ email: member.email, from: '127.9.9.9', version: 'v2' })).status, 200)
})

test('one source guessing at one account is slowed down, and others are not', async () => {
  const member = await seedMember(deps, { password })
  const codes: (string | undefined)[] = []
  await world.stopClock()
  for (let at = 0; at < 14; at += 1)
    codes.push((await attempt({ email: member.email, password: 'guess again', from: '127.2.2.2' })).json['errorCode'])
  assert.ok(codes.includes('TOO_MANY_REQUESTS'))
  assert.equal((await attempt({ email: member.email, from: '127.2.2.3' })).status, 200)
})

test('however many come at once, only so many passwords are hashed at a time', async () => {
  const member = await seedMember(deps, { password })
  const caller = (at: number) => ({ ip: `127.3.${at}.1`, userAgent: '', bot: 'v2' }) as const
  const many = Array.from({ length: 150 }, (_, at) =>
    signIn(deps, { email: `nobody${at}@example.jp`, password: 'x' }, caller(at)).then(
      () => 'ok',
      (error: { code: string }) => error.code,
    ),
  )
  const codes = new Set(await Promise.all(many))
  assert.ok(codes.has('AUTHENTICATION_FAILED'))
  assert.ok([...codes].every((code) => code === 'AUTHENTICATION_FAILED' || code === 'TOO_MANY_REQUESTS'))
  const peak = (await deps.metrics.hashesPeak.get()).values[0]?.value ?? 0
  assert.ok(peak <= limits.hashesAtOnce, `peak ${peak}`)
  assert.equal((await deps.metrics.hashesInFlight.get()).values[0]?.value, 0)
  assert.equal((await attempt({ email: member.email })).status, 200, 'afterwards the owner gets in')
})
