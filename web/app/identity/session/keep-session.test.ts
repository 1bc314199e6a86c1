import assert from 'node:assert/strict'
import test from 'node:test'
import { sessionKey, sessionRefreshAgeMs } from '../../platform/session-store.ts'
import type { Session } from '../../platform/session-store.ts'

/** A page of one tab: what is stored, what it listens to, what it sends. `world` is changed while the tests go on. */
const values = new Map<string, string>()
const listeners = new Map<string, (event: object) => void>()
const dataset: Record<string, string> = {}
const world = {
  sent: [] as string[],
  answer: (): Response => Response.json({}),
  beforeLock: (): void => undefined,
  locks: 0,
}

const storage = {
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => void values.set(key, value),
  removeItem: (key: string) => void values.delete(key),
}
const listen = (name: string, listener: (event: object) => void) => void listeners.set(name, listener)
Object.assign(globalThis, {
  window: { localStorage: storage, addEventListener: listen },
  document: { documentElement: { dataset }, addEventListener: listen },
  fetch: async (url: string, init: RequestInit) => {
    world.sent.push(`${url} ${(init.headers as Record<string, string>)['x-auth-session']}`)
    return world.answer()
  },
})
Object.defineProperty(globalThis.navigator, 'locks', {
  value: {
    request: async (_name: string, work: () => Promise<void>) => {
      world.locks += 1
      world.beforeLock()
      await work()
    },
  },
})

const store = (session: Session | undefined) =>
  session ? values.set(sessionKey, JSON.stringify(session)) : values.delete(sessionKey)
const stored = (): Session | undefined => JSON.parse(values.get(sessionKey) ?? 'null') ?? undefined
const aged = (ms: number, token: string): Session => ({
  userId: 'u1',
  token,
  flowAddress: '',
  timestamp: Date.now() - ms,
})
const grant = (sessionJwt: string) => () =>
  Response.json({ userId: 'u1', flowAddress: '0x01cf0e2f2f715450', sessionJwt })
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

// the session is read when its module first runs: it is there before
store(aged(sessionRefreshAgeMs + 1000, 'old'))
values.set('auth-code:sign-up', JSON.stringify({ email: 'me@visitor.example', userId: '', expiresAt: 1 }))
values.set('auth-code:sign-up:status', 'sent')
const { renewSession, startSession } = await import('./keep-session.ts')
const { session } = await import('../../platform/session.ts')

test('at the start stale codes go, the document is marked, and a session older than 24 hours is renewed by its token', async () => {
  world.answer = grant('new')
  startSession()
  assert.equal(dataset['session'], 'member')
  assert.deepEqual(
    [...values.keys()].filter((key) => key.startsWith('auth-code')),
    [],
  )
  await settled()
  assert.deepEqual([world.sent, world.locks], [['/auth/refresh Bearer old'], 1])
  assert.deepEqual(
    [session.read()?.token, stored()?.token, stored()?.flowAddress],
    ['new', 'new', '0x01cf0e2f2f715450'],
  )
})

test('a young session is used as it is', async () => {
  world.sent = []
  startSession()
  await settled()
  assert.deepEqual(world.sent, [])
})

test('a tab that waited for its turn takes over what the other one renewed, and renews nothing itself', async () => {
  store(aged(sessionRefreshAgeMs + 1000, 'old again'))
  session.catchUp()
  world.sent = []
  world.beforeLock = () => store(aged(0, 'of the other tab'))
  startSession()
  await settled()
  assert.deepEqual([world.sent, session.read()?.token], [[], 'of the other tab'])
  world.beforeLock = () => undefined
})

test('other tabs are followed: signing out, another session, clearing everything, and what happened while this one was frozen', () => {
  const tell = (event: object) => listeners.get('storage')?.(event)
  tell({ key: 'something else', newValue: null })
  assert.equal(session.read()?.token, 'of the other tab')
  tell({ key: sessionKey, newValue: JSON.stringify(aged(0, 'third')) })
  assert.deepEqual([session.read()?.token, dataset['session']], ['third', 'member'])
  tell({ key: null, newValue: null })
  assert.deepEqual([session.read(), dataset['session']], [undefined, 'guest'])
  for (const [name, token] of [
    ['pageshow', 'fourth'],
    ['visibilitychange', 'fifth'],
  ] as const) {
    store(aged(0, token))
    listeners.get(name)?.({})
    assert.equal(session.read()?.token, token)
  }
})

test('a refusal that says so drops the session, a server that is away does not', async () => {
  world.answer = () => Response.json({ errorCode: 'SERVICE_UNAVAILABLE', message: '' }, { status: 503 })
  await renewSession()
  assert.equal(session.read()?.token, 'fifth')
  world.answer = () => Response.json({ errorCode: 'TOKEN_EXPIRED', message: '' }, { status: 410 })
  await renewSession()
  assert.deepEqual([session.read(), stored(), dataset['session']], [undefined, undefined, 'guest'])
})

test('every call of a tab that slept sends the token another one renewed, a file and the sign-out included', async () => {
  const { call } = await import('../../platform/api.ts')
  const { callFile } = await import('../../platform/call-file.ts')
  const { signOut } = await import('./keep-session.ts')
  world.answer = () => Response.json({})
  world.sent = []
  session.attach({ userId: 'u1', flowAddress: '', sessionJwt: 'asleep' })
  store(aged(0, 'newer'))
  await call('account', {})
  store(aged(0, 'newest'))
  await callFile('showReceipt', { params: { orderId: 'o1' } } as never)
  store(aged(0, 'last'))
  await signOut()
  assert.deepEqual(
    world.sent.map((each) => each.split(' ').at(-1)),
    ['newer', 'newest', 'last'],
  )
  assert.deepEqual([session.read(), stored()], [undefined, undefined])
})
