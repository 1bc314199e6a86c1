import assert from 'node:assert/strict'
import test from 'node:test'
import type { Result } from '@kura/contract/result'
import type { Call } from '../../platform/make-call.ts'
import { makeSessionStore } from '../../platform/session-store.ts'
import { makeSignOut } from './keep-session.ts'

const grant = { userId: 'u1', flowAddress: '', sessionJwt: 'secret-token' }

function world(answer: Result<unknown>) {
  const session = makeSessionStore({ storage: undefined })
  const sent: unknown[] = []
  const logged: string[][] = []
  const call = async (...words: unknown[]) => {
    sent.push([...words, session.read()])
    return answer
  }
  const signOut = makeSignOut({
    session,
    call: call as unknown as Call,
    log: { warn: (...words) => void logged.push(words) },
  })
  return { session, sent, logged, signOut }
}

test('the session is gone here before the server hears of it, by the token it had', async () => {
  const { session, sent, logged, signOut } = world({ ok: true, data: {} })
  session.attach(grant)
  await signOut()
  assert.deepEqual(sent, [['signOut', {}, { session: 'secret-token' }, undefined]])
  assert.deepEqual(logged, [])
  await signOut()
  assert.equal(sent.length, 1, 'a guest has nothing to sign out of')
})

test('a failure is logged by its code, without the token, and the session is gone all the same', async () => {
  const body = { errorCode: 'SERVICE_UNAVAILABLE', message: 'secret-token' } as const
  const { session, logged, signOut } = world({ ok: false, status: 503, body })
  session.attach(grant)
  await signOut()
  assert.deepEqual([session.read(), logged], [undefined, [['sign out', 'SERVICE_UNAVAILABLE']]])
})
