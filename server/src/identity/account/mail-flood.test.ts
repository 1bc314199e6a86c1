import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { limits, termsVersion } from '@kura/contract/limits'
import { rates } from '@kura/contract/rates'
import { sendCall } from '../../testing/attacks/send-call.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { mailsTo, tokenIn } from './testing/mail-to.ts'

const world = await testWorld({ after })
const { deps, http } = world
beforeEach(() => deps.sql`delete from rate_limits`)
await world.stopClock()

const password = 'a different long passphrase'
type Ask = 'emailSignUp' | 'passwordResetPrepare' | 'onetimeTokenPrepare'
const asks: readonly Ask[] = ['emailSignUp', 'passwordResetPrepare', 'onetimeTokenPrepare']
const ask = async (name: Ask, email: string, from: string, version: 'v2' | 'v3' = 'v3') => {
  const answer = await sendCall(world, http, name, { payload: { email }, from, version })
  return { status: answer.statusCode, ...(answer.json() as { errorCode?: string; requestId?: string }) }
}
/** Strangers ask from so many sources, and again behind the visible check. */
async function flood(name: Ask, email: string, version: 'v2' | 'v3' = 'v3'): Promise<(string | undefined)[]> {
  const codes = []
  for (let at = 0; at < 40; at += 1) codes.push((await ask(name, email, `127.44.${at}.1`, version)).errorCode)
  return codes
}
const reset = async (payload: object, from = '127.0.0.1') =>
  (await sendCall(world, http, 'passwordReset', { payload: { password, ...payload }, from })).json() as {
    errorCode?: string
    sessionJwt?: string
  }
const newest = async (email: string) => (await mailsTo(world, email))[0] ?? assert.fail(`no mail to ${email}`)

test('strangers who ask for mails to an address leave its owner the code that was mailed before', async () => {
  const { email } = await seedMember(deps)
  const { requestId } = await ask('passwordResetPrepare', email, '127.1.1.1')
  const { code } = await newest(email)
  await flood('passwordResetPrepare', email)
  await flood('passwordResetPrepare', email, 'v2')
  assert.ok((await reset({ email, code, requestId })).sessionJwt)
})

for (const name of asks)
  test(`${name}: after a flood from many sources the owner asks behind the visible check and gets a mail that works`, async () => {
    const email = name === 'emailSignUp' ? 'flooded@example.jp' : (await seedMember(deps)).email
    assert.ok((await flood(name, email)).includes('BOT_DENY'))
    assert.equal((await mailsTo(world, email)).length, rates.mailPerAddress.burst)
    assert.equal((await ask(name, email, '127.1.1.1')).errorCode, 'BOT_DENY', 'the invisible check is not enough now')
    const { status, requestId } = await ask(name, email, '127.1.1.1', 'v2')
    assert.equal(status, 202)
    assert.equal((await mailsTo(world, email)).length, rates.mailPerAddress.burst + 1)
    const { code, links } = await newest(email)
    const used = {
      emailSignUp: () => ['emailSignUpComplete', { email, code, requestId, password, termsVersion }] as const,
      passwordResetPrepare: () => ['passwordReset', { email, code, requestId, password }] as const,
      onetimeTokenPrepare: () => ['onetimeTokenSignIn', { token: tokenIn(links, '/login/link') }] as const,
    }[name]()
    assert.equal((await sendCall(world, http, used[0], { payload: used[1] })).statusCode, 200)
  })

test('a mailbox gets so many mails and no more, however many solve the check; the owner is served by the last', async () => {
  const { email } = await seedMember(deps)
  await flood('passwordResetPrepare', email)
  assert.deepEqual([...new Set(await flood('passwordResetPrepare', email, 'v2'))], [undefined], 'nobody is refused')
  const mails = await mailsTo(world, email)
  assert.equal(mails.length, rates.mailPerAddress.burst + 1)
  assert.equal((await ask('passwordResetPrepare', email, '127.1.1.1', 'v2')).status, 202)
  assert.equal((await mailsTo(world, email)).length, mails.length)
  await world.moveClock(`${limits.mailAgainMinutes} minutes`)
  await flood('passwordResetPrepare', email, 'v2')
  assert.equal((await mailsTo(world, email)).length, mails.length + 1)
  assert.ok((await reset({ token: tokenIn((mails[0] ?? assert.fail()).links, '/login/reset') })).sessionJwt)
  // what was mailed is used up: the owner who asks again gets a new one, however short ago that was
  assert.equal((await ask('passwordResetPrepare', email, '127.1.1.1', 'v2')).status, 202)
  assert.match((await newest(email)).subject, /再設定/)
})

test('one source uses up its own mails to an address, and nobody else’s', async () => {
  const { email } = await seedMember(deps)
  const codes = []
  for (let times = 0; times <= rates.mailPerAddressAndSource.burst + 20; times += 1)
    codes.push((await ask('passwordResetPrepare', email, '127.1.1.1')).errorCode)
  assert.equal(codes.filter((code) => code === undefined).length, rates.mailPerAddressAndSource.burst)
  assert.equal((await ask('passwordResetPrepare', email, '127.1.1.2')).status, 202)
  // the same mailbox by another spelling is no other mailbox
  const spelled = email.replace('@', '+tag@')
  assert.equal((await ask('passwordResetPrepare', spelled, '127.1.1.1')).errorCode, 'BOT_DENY')
})

test('a stranger who guesses codes takes no try from the browser that asked, which has five', async () => {
  const { email } = await seedMember(deps)
  const { requestId } = await ask('passwordResetPrepare', email, '127.1.1.1')
  const { code } = await newest(email)
  const others = ['00000000', '11111111', '22222222', '33333333', '44444444', '55555555', '66666666', '77777777']
  const wrong = others.filter((each) => each !== code)
  const stranger = await ask('passwordResetPrepare', email, '127.44.1.1')
  for (const guess of wrong) {
    assert.equal((await reset({ email, code: guess })).errorCode, 'TOKEN_NOTFOUND')
    const named = { email, code: guess, requestId: stranger.requestId }
    assert.equal((await reset(named)).errorCode, 'TOKEN_NOTFOUND')
  }
  assert.equal((await reset({ email, code })).errorCode, 'TOKEN_NOTFOUND', 'the tries of strangers are spent')
  for (const guess of wrong.slice(0, 4)) await reset({ email, code: guess, requestId })
  assert.ok((await reset({ email, code, requestId })).sessionJwt, 'the fifth of the owner’s own')

  const { requestId: again } = await ask('passwordResetPrepare', email, '127.1.1.1')
  const second = await newest(email)
  for (const guess of wrong.filter((each) => each !== second.code).slice(0, 5))
    await reset({ email, code: guess, requestId: again })
  assert.equal((await reset({ email, code: second.code, requestId: again })).errorCode, 'TOKEN_NOTFOUND')
})

test('a new password ends every code and link; a link that signs in ends the others', async () => {
  const { email } = await seedMember(deps)
  for (const source of ['127.1.1.1', '127.1.1.2'])
    for (const name of ['passwordResetPrepare', 'onetimeTokenPrepare'] as const) await ask(name, email, source)
  const mails = await mailsTo(world, email)
  const tokens = (page: string) => mails.map(({ links }) => tokenIn(links, page)).filter((token) => token !== '')
  const signIn = async (token = '') =>
    (await sendCall(world, http, 'onetimeTokenSignIn', { payload: { token } })).statusCode
  const [one, two] = tokens('/login/link')
  assert.deepEqual([await signIn(one), await signIn(two)], [200, 404])
  await ask('onetimeTokenPrepare', email, '127.1.1.3')
  const third = tokenIn((await newest(email)).links, '/login/link')
  const [first, last] = tokens('/login/reset')
  assert.ok((await reset({ token: first })).sessionJwt)
  assert.equal((await reset({ token: last })).errorCode, 'TOKEN_NOTFOUND')
  assert.equal(await signIn(third), 404)
})
