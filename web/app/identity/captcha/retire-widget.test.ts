import assert from 'node:assert/strict'
import test from 'node:test'
import { retireWidget } from './retire-widget.ts'

test('a removed widget stays on the page, hidden, for five seconds', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const kept = new Set<object>()
  const host = { hidden: false, remove: () => void kept.delete(host) }
  Object.assign(globalThis, { document: { body: { append: (each: object) => kept.add(each) } } })
  retireWidget(host as unknown as HTMLElement)
  assert.equal(host.hidden, true)
  t.mock.timers.tick(4999)
  assert.ok(kept.has(host))
  t.mock.timers.tick(1)
  assert.ok(!kept.has(host))
})
