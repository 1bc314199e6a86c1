import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCall } from './make-call.ts'

type Sent = { url: string; headers: Record<string, string>; body: unknown; method: string; signal: unknown }

function world(answer: () => Response | Promise<Response>, token?: string) {
  const sent: Sent[] = []
  const invalid: string[] = []
  const call = makeCall({
    fetch: async (url, init) => {
      sent.push({
        url: String(url),
        headers: (init?.headers ?? {}) as Record<string, string>,
        body: init?.body,
        method: init?.method ?? '',
        signal: init?.signal,
      })
      return answer()
    },
    readToken: () => token,
    onInvalidSession: (old) => invalid.push(old),
  })
  return { call, sent, invalid }
}
const json = (status: number, body: unknown): Response => Response.json(body, { status })

test('the session goes with calls of a member and not with public ones', async () => {
  const { call, sent } = world(() => json(200, {}), 'secret')
  await call('account', {})
  await call('listItems', { query: {} })
  assert.equal(sent[0]?.headers['x-auth-session'], 'Bearer secret')
  assert.equal(sent[1]?.headers['x-auth-session'], undefined)
})

test('a call waits as long as it takes, unless its caller aborts it', async () => {
  const { call, sent } = world(() => json(200, {}), 'secret')
  const stop = new AbortController()
  for (const name of ['emailSignIn', 'refresh', 'flowPrepare', 'account'] as const) await call(name, {} as never)
  await call('account', {}, { signal: stop.signal })
  assert.deepEqual(
    sent.map(({ signal }) => signal),
    [undefined, undefined, undefined, undefined, stop.signal],
  )
})

test('a session can be named or left out', async () => {
  const { call, sent } = world(() => json(200, {}), 'secret')
  await call('refresh', {}, { session: 'older' })
  await call('account', {}, { session: null })
  assert.equal(sent[0]?.headers['x-auth-session'], 'Bearer older')
  assert.equal(sent[1]?.headers['x-auth-session'], undefined)
})

test('path, query, bot token, idempotency key and body each go to their place', async () => {
  const { call, sent } = world(() => json(200, {}), 's')
  await call(
    'entryOrderNewCard',
    { params: { packId: 'pack-1' }, body: { retUrl: '/x', paymentToken: 'p' } },
    { idempotencyKey: 'k', bot: { version: 'v3', token: 'b' } },
  )
  await call('listItems', { query: { rarity: ['rare', 'epic'], q: '狐' } })
  assert.equal(sent[0]?.url, '/api/packs/pack-1/entry-order/new-card')
  assert.equal(sent[0]?.headers['idempotency-key'], 'k')
  assert.equal(sent[0]?.headers['x-recaptcha-token-v3'], 'b')
  assert.equal(sent[0]?.body, '{"retUrl":"/x","paymentToken":"p"}')
  assert.equal(sent[1]?.url, '/api/items?rarity=rare&rarity=epic&q=%E7%8B%90')
})

test('a refusal comes back as its code', async () => {
  const body = { errorCode: 'NOT_FOUND', message: 'not found' }
  const { call } = world(() => json(404, body))
  assert.deepEqual(await call('showItem', { params: { itemId: 'x' }, query: {} }), { ok: false, status: 404, body })
})

test('an answer that the session is gone names the token it was for', async () => {
  const { call, invalid } = world(() => json(401, { errorCode: 'INVALID_SESSION', message: '' }), 'secret')
  await call('account', {})
  assert.deepEqual(invalid, ['secret'])
})

test('an unreachable server, and one that returns nonsense, are both SERVICE_UNAVAILABLE', async () => {
  const offline = await world(() => Promise.reject(new TypeError('offline'))).call('listCategories', {})
  const nonsense = await world(() => new Response('<html>', { status: 502 })).call('listCategories', {})
  assert.deepEqual(
    [offline, nonsense].map((result) => !result.ok && [result.status, result.body.errorCode]),
    [
      [0, 'SERVICE_UNAVAILABLE'],
      [502, 'SERVICE_UNAVAILABLE'],
    ],
  )
})
