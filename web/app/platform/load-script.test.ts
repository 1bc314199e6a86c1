import assert from 'node:assert/strict'
import test, { afterEach, beforeEach, mock } from 'node:test'
import { inTime, makeScriptLoader } from './load-script.ts'

type Script = { src: string; isThere: boolean; tell: (event: string) => void }
let scripts: Script[] = []
const before = Object.getOwnPropertyDescriptor(globalThis, 'document')

beforeEach(() => {
  scripts = []
  const createElement = () => {
    const listeners = new Map<string, () => void>()
    const script = {
      src: '',
      isThere: false,
      addEventListener: (event: string, listener: () => void) => void listeners.set(event, listener),
      remove: () => void (script.isThere = false),
      tell: (event: string) => listeners.get(event)?.(),
    }
    scripts.push(script)
    return script
  }
  const head = { append: (script: Script) => void (script.isThere = true) }
  Object.defineProperty(globalThis, 'document', { value: { createElement, head }, configurable: true })
  mock.timers.enable({ apis: ['setTimeout'] })
})
afterEach(() => {
  mock.timers.reset()
  if (before) Object.defineProperty(globalThis, 'document', before)
  else Reflect.deleteProperty(globalThis, 'document')
})

test('a script is loaded once for everybody who asks', async () => {
  const load = makeScriptLoader<string>()
  const both = Promise.all([load('/a.js', () => 'there'), load('/a.js', () => 'there')])
  scripts[0]?.tell('load')
  assert.deepEqual(await both, ['there', 'there'])
  assert.deepEqual([scripts.length, scripts[0]?.src, scripts[0]?.isThere], [1, '/a.js', true])
})

test('after any failure the next one who asks tries again', async () => {
  const load = makeScriptLoader<string>()
  const provider: { brought?: string } = {}
  const failures = [
    () => scripts.at(-1)?.tell('error'),
    // another script than the provider's
    () => scripts.at(-1)?.tell('load'),
    // neither comes
    () => mock.timers.tick(60_000),
  ]
  for (const fail of failures) {
    const asked = load('/a.js', () => provider.brought)
    fail()
    await assert.rejects(asked)
    assert.equal(scripts.at(-1)?.isThere, false)
  }
  provider.brought = 'there'
  const asked = load('/a.js', () => provider.brought)
  scripts.at(-1)?.tell('load')
  assert.equal(await asked, 'there')
  assert.equal(scripts.length, failures.length + 1)
})

test('an answer that never comes is a failure', async () => {
  const late = inTime(new Promise(() => undefined), 30_000, 'the answer')
  mock.timers.tick(30_000)
  await assert.rejects(late, /took too long/)
  assert.equal(await inTime(Promise.resolve('in time'), 30_000, 'the answer'), 'in time')
})
