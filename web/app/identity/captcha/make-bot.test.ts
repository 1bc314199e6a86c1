import assert from 'node:assert/strict'
import test from 'node:test'
import { makeBot } from './make-bot.ts'

const bot = () => makeBot(async (action) => `token-of-${action}`)

test('version 3 is always ready and counts its challenges', async () => {
  const check = bot()
  assert.equal(check.isReady(), true)
  assert.deepEqual(await check.take('email_sign_in'), { version: 'v3', token: 'token-of-email_sign_in' })
  await check.take('email_sign_in')
  assert.deepEqual(check.read(), { version: 'v3', v2Token: '', count: 2, spent: 0 })
})

test('after a refusal the visible check is asked for and is ready only once it is solved', async () => {
  const check = bot()
  check.fallBack()
  assert.equal(check.isReady(), false)
  check.solve('solved')
  assert.equal(check.isReady(), true)
  assert.deepEqual(await check.take('email_sign_in'), { version: 'v2', token: 'solved' })
  assert.equal(check.isReady(), false, 'a token is good once')
})

test('an expired or failed check is not ready any more', () => {
  const check = bot()
  check.fallBack()
  check.solve('solved')
  check.reset()
  assert.deepEqual([check.isReady(), check.read().v2Token], [false, ''])
})

test('a call waits until the person has solved the check', async () => {
  const check = bot()
  check.fallBack()
  const taken = check.take('flow_add')
  check.solve('late')
  assert.deepEqual(await taken, { version: 'v2', token: 'late' })
  assert.deepEqual([check.isReady(), check.read().spent], [false, 1])
})

test('who listens hears of every change', async () => {
  const check = bot()
  let heard = 0
  const stop = check.subscribe(() => (heard += 1))
  await check.take('a')
  check.fallBack()
  stop()
  check.solve('x')
  assert.equal(heard, 2)
})

test('a failed challenge counts nothing', async () => {
  const check = makeBot(() => Promise.reject(new Error('no script')))
  await assert.rejects(check.take('a'))
  assert.equal(check.read().count, 0)
})

test('a solved check goes to the newest act of the person, the one before it needs another', async () => {
  const check = bot()
  check.fallBack()
  const taken: string[] = []
  const note = (name: string) => (token: { token: string }) => void taken.push(`${name}: ${token.token}`)
  const both = [check.take('flow_setup').then(note('older')), check.take('flow_add').then(note('newer'))]
  check.solve('first')
  await both[1]
  check.solve('second')
  await both[0]
  assert.deepEqual(taken, ['newer: first', 'older: second'])
})

test('a call does not wait for a check that is not on the page any more', async () => {
  const check = bot()
  check.fallBack()
  const [one, other] = [check.attachWidget(), check.attachWidget()]
  const taken = check.take('flow_add')
  let isOver = false
  taken.catch(() => (isOver = true))
  one()
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(isOver, false, 'another check is still there to be solved')
  other()
  await assert.rejects(taken)
  check.solve('later')
  assert.equal(check.isReady(), true, 'the next one is nobody else’s')
})
