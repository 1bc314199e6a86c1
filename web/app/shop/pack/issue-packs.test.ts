import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errors } from '@kura/contract/errors'
import type { ErrorBody, ErrorCode } from '@kura/contract/errors'
import { makeBot } from '../../identity/captcha/make-bot.ts'
import { makeCall } from '../../platform/make-call.ts'
import { airdropRefusals, makePackIssuer } from './issue-packs.ts'
import {
  PackOutOfStockError,
  SelectablePackError,
  SellingTermBeforeError,
  UnauthorizedError,
  UnexpectedDataError,
} from './pack-error.ts'

type Sent = { method: string; path: string; query: URLSearchParams; form: URLSearchParams; key: string | null }
type Answer = { status?: number; body: unknown } | 'cut'

const fail = (code: ErrorCode, more: Partial<ErrorBody> = {}): Answer => ({
  status: errors[code].status,
  body: { errorCode: code, message: errors[code].message, ...more },
})
const accepted: Answer = { body: { status: 'accepted', packId: 'p', orderIds: ['o'] } }
const choose: Answer = { body: { status: 'rejectForSelectable', packId: 'p' } }
const claimable: Answer = { body: { airdropId: 'a', status: 'claimable' } }

/** The real code down to `fetch`, which returns the given responses in order. */
function world(answers: Answer[]) {
  const sent: Sent[] = []
  let tokens = 0
  const actions: string[] = []
  const clock = { ms: 0 }
  const bot = makeBot((action) => {
    actions.push(action)
    return Promise.resolve(`token-${(tokens += 1)}`)
  })
  const call = makeCall({
    fetch: (url, init) => {
      const { pathname, searchParams } = new URL(String(url), 'http://kura.test')
      const form = new URLSearchParams(typeof init?.body === 'string' ? init.body : '')
      const key = new Headers(init?.headers).get('idempotency-key')
      sent.push({ method: init?.method ?? '', path: pathname, query: searchParams, form, key })
      const answer = answers.shift() ?? assert.fail('a call too many')
      if (answer === 'cut') return Promise.reject(new TypeError('cut'))
      return Promise.resolve(Response.json(answer.body, { status: answer.status ?? 200 }))
    },
    readToken: () => 'session',
    onInvalidSession: () => undefined,
  })
  let isAgreeing = false
  const issuer = makePackIssuer({ call, bot, askTerms: () => Promise.resolve(isAgreeing), now: () => clock.ms })
  return { issuer, sent, bot, actions, clock, agree: () => (isAgreeing = true) }
}

test('a passcode is checked and then redeemed, by the same bot token, sent as token and auth', async () => {
  const { issuer, sent, actions } = world([{ body: { packId: 'p' } }, accepted])
  assert.deepEqual(await issuer.validatePasscode('KURA-2026'), { packId: 'p' })
  assert.deepEqual((await issuer.getPasscode('KURA-2026')).orderIds, ['o'])
  const [look, get] = sent
  assert.deepEqual([look?.method, look?.path], ['GET', '/api/packs/validate/KURA-2026'])
  assert.equal(String(look?.query), 'token=token-1&auth=v3')
  assert.deepEqual(
    [get?.method, get?.path, String(get?.form)],
    ['POST', '/api/packs/get/KURA-2026', 'token=token-1&auth=v3'],
  )
  assert.match(get?.key ?? '', /^[0-9a-f-]{36}$/)
  assert.deepEqual(actions, ['passcode_validate'])
})

test('a selectable pack asks for a choice, and what is chosen goes out as pairs with the same token', async () => {
  const { issuer, sent, actions } = world([{ body: { packId: 'p' } }, choose, accepted])
  await issuer.validatePasscode('CODE')
  await assert.rejects(
    issuer.getPasscode('CODE'),
    (error) => error instanceof SelectablePackError && error.packId === 'p',
  )
  await issuer.getPasscode('CODE', { itemId: ['moon', 'sun'], count: [2, 1] })
  assert.equal(String(sent[2]?.form), 'token=token-1&auth=v3&itemId=moon&itemId=sun&count=2&count=1')
  assert.notEqual(sent[1]?.key, sent[2]?.key)
  assert.deepEqual(actions, ['passcode_validate'])
})

test('a token that has grown old, or belongs to another passcode, or was spent, is not sent again', async () => {
  const { issuer, sent, actions, clock } = world([
    { body: { packId: 'p' } },
    choose,
    { body: { packId: 'p' } },
    fail('PASSCODE_USED'),
    fail('PASSCODE_USED'),
  ])
  await issuer.validatePasscode('OLD')
  clock.ms = 120_000
  await assert.rejects(issuer.getPasscode('OLD'), SelectablePackError)
  await issuer.validatePasscode('ONE')
  await assert.rejects(issuer.getPasscode('OTHER'), {
    body: { errorCode: 'PASSCODE_USED', message: errors.PASSCODE_USED.message },
  })
  await assert.rejects(issuer.getPasscode('OTHER'))
  assert.deepEqual(actions, ['passcode_validate', 'passcode_get', 'passcode_validate', 'passcode_get', 'passcode_get'])
  assert.equal(new Set(sent.map(({ query, form }) => query.get('token') ?? form.get('token'))).size, 5)
})

test('an answer that was lost is asked for again with the same key, token and choice; another choice is another act', async () => {
  const { issuer, sent } = world(['cut', fail('IDEMPOTENCY_IN_PROGRESS'), accepted, 'cut', accepted])
  const pairs = { itemId: ['moon'], count: [1] }
  await assert.rejects(issuer.getPasscode('CODE', pairs), { status: 0 })
  await assert.rejects(issuer.getPasscode('CODE', pairs), { status: 409 })
  await issuer.getPasscode('CODE', pairs)
  assert.equal(new Set(sent.map(({ key, form }) => `${key} ${String(form)}`)).size, 1)
  await assert.rejects(issuer.getPasscode('CODE', pairs))
  await issuer.getPasscode('CODE', { itemId: ['sun'], count: [1] })
  assert.equal(new Set(sent.map(({ key }) => key)).size, 3)
})

test('a claim whose answer was lost or broken is repeated by its key, whatever the status says by then', async () => {
  const claimed: Answer = { body: { airdropId: 'a', status: 'claimed' } }
  for (const gone of ['cut', fail('INTERNAL_SERVER_ERROR'), fail('SERVICE_UNAVAILABLE')] as Answer[]) {
    const { issuer, sent } = world([claimable, gone, accepted, claimed])
    await assert.rejects(issuer.claimAirdrop('a'))
    assert.deepEqual((await issuer.claimAirdrop('a')).orderIds, ['o'])
    assert.deepEqual(
      sent.map(({ method }) => method),
      ['GET', 'POST', 'POST'],
    )
    assert.equal(sent[1]?.key, sent[2]?.key)
    assert.equal(String(sent[1]?.form), String(sent[2]?.form))
    // once it has a response, the status counts again
    await assert.rejects(issuer.claimAirdrop('a'), {
      body: { errorCode: 'AirdropAlreadyClaimed', message: errors.AirdropAlreadyClaimed.message },
    })
  }
})

test('what is out of stock is an answer: the next try is another act', async () => {
  const { issuer, sent } = world([fail('PACK_OUT_OF_STOCK'), accepted])
  await assert.rejects(issuer.getPasscode('CODE'), PackOutOfStockError)
  await issuer.getPasscode('CODE')
  assert.notEqual(sent[0]?.key, sent[1]?.key)
})

test('the errors of packs come out of the calls as what they are', async () => {
  const { issuer } = world([
    fail('UNAUTHORIZED'),
    fail('PACK_SELLING_TERM_BEFORE'),
    fail('PACK_OUT_OF_STOCK'),
    { body: { status: 'rejectForSelectable' } },
    claimable,
    { body: { status: 'rejectForSelectable' } },
    claimable,
    choose,
  ])
  await assert.rejects(issuer.validatePasscode('CODE'), UnauthorizedError)
  await assert.rejects(issuer.validatePasscode('CODE'), SellingTermBeforeError)
  await assert.rejects(issuer.getPasscode('CODE'), PackOutOfStockError)
  await assert.rejects(issuer.getPasscode('CODE'), UnexpectedDataError)
  await assert.rejects(issuer.claimAirdrop('a'), UnexpectedDataError)
  await assert.rejects(issuer.claimAirdrop('a'), SelectablePackError)
})

test('an airdrop is claimed after its status was asked, and not at all when that says no', async () => {
  const { issuer, sent, actions } = world([claimable, accepted])
  await issuer.claimAirdrop('a')
  assert.deepEqual(
    sent.map(({ method, path }) => `${method} ${path}`),
    ['GET /api/airdrops/a/status', 'POST /api/airdrops/a'],
  )
  assert.equal(String(sent[1]?.form), 'token=token-1&auth=v3')
  assert.deepEqual(actions, ['airdrop_claim'])
  for (const [status, code] of Object.entries(airdropRefusals)) {
    const refusing = world([{ body: { airdropId: 'a', status } }])
    await assert.rejects(refusing.issuer.claimAirdrop('a'), {
      body: { errorCode: code, message: errors[code].message },
    })
    assert.equal(refusing.actions.length, 0, status)
  }
  const gone = world([fail('AirdropPackNotFound')])
  await assert.rejects(gone.issuer.claimAirdrop('a'), { status: 404 })
})

test('refused by the bot check, the next try is made with the visible one', async () => {
  const { issuer, sent, bot } = world([fail('BOT_DENY'), accepted])
  await assert.rejects(issuer.getPasscode('CODE'), { status: 403 })
  assert.equal(bot.read().version, 'v2')
  bot.solve('solved-by-hand')
  await issuer.getPasscode('CODE')
  assert.equal(String(sent[1]?.form), 'token=solved-by-hand&auth=v2')
})

test('refused for want of the current terms, it continues with another token once they are agreed to', async () => {
  const refusal = fail('FORBIDDEN', { details: [{ field: 'termsVersion', fault: 'terms_outdated' }] })
  const left = world([refusal])
  await assert.rejects(left.issuer.getPasscode('CODE'), { status: 403 })
  const { issuer, sent, agree } = world([refusal, accepted])
  agree()
  await issuer.getPasscode('CODE')
  assert.notEqual(sent[0]?.form.get('token'), sent[1]?.form.get('token'))
  assert.notEqual(sent[0]?.key, sent[1]?.key)
})
