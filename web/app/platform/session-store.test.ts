import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errors } from '@kura/contract/errors'
import type { ErrorCode } from '@kura/contract/errors'
import { droppingErrors, makeSessionStore, parseSession, sessionKey } from './session-store.ts'
import type { Session } from './session-store.ts'

const stored: Session = { userId: 'u1', token: 't1', flowAddress: '', timestamp: 1000 }
const grant = { userId: 'u1', flowAddress: '0x01cf0e2f2f715450', sessionJwt: 't2' }

function memory(initial?: unknown) {
  const values = new Map<string, string>()
  if (initial !== undefined) values.set(sessionKey, JSON.stringify(initial))
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}
const failing = (errorCode: ErrorCode) => async () =>
  ({ ok: false, status: 410, body: { errorCode, message: '' } }) as const

test('a stored session is taken as it is, an empty wallet address included', () => {
  assert.deepEqual(makeSessionStore({ storage: memory(stored) }).read(), stored)
})

test('a stored session with a missing field or one of another type is ignored', () => {
  for (const field of ['userId', 'token', 'flowAddress', 'timestamp'] as const) {
    assert.equal(parseSession(JSON.stringify({ ...stored, [field]: undefined })), undefined)
    assert.equal(parseSession(JSON.stringify({ ...stored, [field]: null })), undefined)
  }
  assert.equal(parseSession('{'), undefined)
  assert.equal(parseSession('null'), undefined)
  assert.equal(parseSession('{"userId":"u","token":"t","flowAddress":"","timestamp":1e999}'), undefined)
  assert.equal(parseSession(null), undefined)
})

test('attaching stores the session and notifies every listener once', () => {
  const storage = memory()
  const store = makeSessionStore({ storage, now: () => 5 })
  let calls = 0
  store.subscribe(() => (calls += 1))
  store.attach(grant)
  assert.equal(calls, 1)
  assert.deepEqual(parseSession(storage.getItem(sessionKey)), {
    userId: 'u1',
    token: 't2',
    flowAddress: grant.flowAddress,
    timestamp: 5,
  })
})

test('without persistence the stored session goes and memory keeps the new one', () => {
  const storage = memory(stored)
  const store = makeSessionStore({ storage })
  store.attach(grant, { isPersistent: false })
  assert.equal(storage.getItem(sessionKey), null)
  assert.equal(store.read()?.token, 't2')
})

test('a session is old after 24 hours, not before', () => {
  let now = 1000 + 86_400_000
  const store = makeSessionStore({ storage: memory(stored), now: () => now })
  assert.equal(store.isOld(), false)
  now += 1
  assert.equal(store.isOld(), true)
})

test('renewing replaces the session with what the server gave', async () => {
  const store = makeSessionStore({ storage: memory(stored), now: () => 9 })
  await store.refresh(async (token) => {
    assert.equal(token, 't1')
    return { ok: true, data: grant }
  })
  assert.deepEqual(store.read(), { userId: 'u1', token: 't2', flowAddress: grant.flowAddress, timestamp: 9 })
})

test('each of the four session errors ends the session, in memory and in storage, as ended by the server', async () => {
  assert.deepEqual([...droppingErrors].toSorted(), [
    'AUTHENTICATION_FAILED',
    'INVALID_SESSION',
    'TOKEN_EXPIRED',
    'TOKEN_NOTFOUND',
  ])
  for (const code of droppingErrors) {
    const storage = memory(stored)
    const store = makeSessionStore({ storage })
    let ended = 0
    store.onEnded(() => (ended += 1))
    await store.refresh(failing(code))
    assert.deepEqual([store.read(), storage.getItem(sessionKey), ended], [undefined, null, 1], code)
  }
})

test('any other error leaves the session as it is and is only logged, by its code', async () => {
  const storage = memory(stored)
  const logged: string[][] = []
  const store = makeSessionStore({ storage, log: { warn: (...words) => void logged.push(words) } })
  const others = (Object.keys(errors) as ErrorCode[]).filter((code) => !droppingErrors.some((each) => each === code))
  assert.ok(others.length > 20)
  for (const code of others) await store.refresh(failing(code))
  assert.deepEqual([store.read(), parseSession(storage.getItem(sessionKey))], [stored, stored])
  assert.deepEqual(
    logged,
    others.map((code) => ['session refresh', code]),
  )
})

test('signing out while a renewal is under way stays signed out', async () => {
  const store = makeSessionStore({ storage: memory(stored) })
  await store.refresh(async () => {
    store.clear()
    return { ok: true, data: grant }
  })
  assert.equal(store.read(), undefined)
})

test('another tab signing in or out is followed', () => {
  const store = makeSessionStore({ storage: memory(stored) })
  store.follow(null)
  assert.equal(store.read(), undefined)
  store.follow(JSON.stringify(stored))
  assert.deepEqual(store.read(), stored)
})

test('a tab that was frozen takes over what the others stored meanwhile', () => {
  const storage = memory(stored)
  const store = makeSessionStore({ storage })
  storage.setItem(sessionKey, JSON.stringify({ ...stored, token: 't9' }))
  assert.equal(store.read()?.token, 't1')
  store.catchUp()
  assert.equal(store.read()?.token, 't9')
  storage.removeItem(sessionKey)
  store.catchUp()
  assert.equal(store.read(), undefined)
})

test('what is sent is the token of the newest session that is stored, never one that another tab replaced', async () => {
  const storage = memory(stored)
  const store = makeSessionStore({ storage })
  const elsewhere = (token: string) => storage.setItem(sessionKey, JSON.stringify({ ...stored, token }))
  elsewhere('t2')
  assert.deepEqual([store.readToken(), store.read()?.token], ['t2', 't2'])
  elsewhere('t3')
  await store.refresh(async (token) => {
    assert.equal(token, 't3')
    elsewhere('t4')
    return { ok: true, data: { ...grant, sessionJwt: 'slower' } }
  })
  assert.equal(store.readToken(), 't4', 'the one that was stored first stays')
  storage.removeItem(sessionKey)
  assert.equal(store.readToken(), undefined)
})

test('a refusal of a token that another tab replaced meanwhile ends nothing', async () => {
  const storage = memory(stored)
  const store = makeSessionStore({ storage })
  store.onEnded(() => assert.fail('it continues with the newer token'))
  const elsewhere = (token: string) => storage.setItem(sessionKey, JSON.stringify({ ...stored, token }))
  elsewhere('t2')
  store.clearIf('t1')
  assert.equal(store.read()?.token, 't2')
  await store.refresh(async () => {
    elsewhere('t3')
    return failing('INVALID_SESSION')()
  })
  assert.deepEqual([store.read()?.token, parseSession(storage.getItem(sessionKey))?.token], ['t3', 't3'])
})

test('a session that is only in memory stays so: through a renewal, and when nothing is stored', async () => {
  const storage = memory()
  const store = makeSessionStore({ storage })
  store.attach({ ...grant, sessionJwt: 't1' }, { isPersistent: false })
  store.catchUp()
  store.follow(null)
  await store.refresh(async () => ({ ok: true, data: grant }))
  assert.deepEqual([store.read()?.token, storage.getItem(sessionKey)], ['t2', null])
  storage.setItem(sessionKey, JSON.stringify({ ...stored, token: 't7' }))
  store.catchUp()
  assert.equal(store.read()?.token, 't7', 'signing in elsewhere is followed all the same')
})

test('a refusal of an older token does not end the present session; one of its own does, and is shown', () => {
  const store = makeSessionStore({ storage: memory(stored) })
  let ended = 0
  store.onEnded(() => (ended += 1))
  store.clearIf('older')
  assert.deepEqual([store.read()?.token, ended], ['t1', 0])
  store.clearIf('t1')
  assert.deepEqual([store.read(), ended], [undefined, 1])
})

test('who signs out, here or in another tab, is shown nothing', () => {
  const store = makeSessionStore({ storage: memory(stored) })
  store.onEnded(() => assert.fail('nobody was put out'))
  store.follow(null)
  store.attach(grant)
  store.clear()
  assert.equal(store.read(), undefined)
})

test('a browser that forbids storage still has a session for the life of the page', () => {
  const refuse = (): never => {
    throw new Error('denied')
  }
  const store = makeSessionStore({ storage: { getItem: refuse, setItem: refuse, removeItem: refuse } })
  store.attach(grant)
  assert.equal(store.read()?.token, 't2')
})
