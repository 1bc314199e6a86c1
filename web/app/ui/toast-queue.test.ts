import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeToastQueue } from './toast-queue.ts'

/** Timers moved by hand. */
function handTimers() {
  let now = 0
  let last = 0
  const due = new Map<number, { at: number; act: () => void }>()
  return {
    timers: {
      set: (act: () => void, ms: number) => {
        due.set((last += 1), { at: now + ms, act })
        return last
      },
      clear: (timer: unknown) => void due.delete(timer as number),
      now: () => now,
    },
    pass(ms: number) {
      now += ms
      for (const [timer, { at, act }] of due)
        if (at <= now) {
          due.delete(timer)
          act()
        }
    },
  }
}

test('a toast shows at the bottom and goes after five seconds', () => {
  const { timers, pass } = handTimers()
  const queue = makeToastQueue(timers)
  queue.show({ title: '買いました' })
  assert.equal(queue.current()[0]?.position, 'bottom')
  pass(4999)
  assert.equal(queue.current().length, 1)
  pass(1)
  assert.equal(queue.current().length, 0)
})

test('every status has five seconds; without a duration a toast stays until it is closed', () => {
  for (const status of ['info', 'warning', 'success', 'error', 'loading'] as const) {
    const { timers, pass } = handTimers()
    const queue = makeToastQueue(timers)
    const id = queue.show({ title: 'endless', status, duration: null })
    queue.show({ title: 'x', status })
    pass(4999)
    assert.equal(queue.current().length, 2, status)
    pass(1)
    assert.deepEqual(
      queue.current().map(({ title }) => title),
      ['endless'],
    )
    pass(600_000)
    queue.close(id)
    assert.equal(queue.current().length, 0)
  }
})

test('hovering stops the clock; leaving lets only the rest of the time pass', () => {
  const { timers, pass } = handTimers()
  const queue = makeToastQueue(timers)
  const id = queue.show({ title: 'x' })
  pass(3000)
  queue.pause(id, 'pointer')
  pass(60_000)
  assert.equal(queue.current().length, 1)
  queue.resume(id, 'pointer')
  pass(1999)
  assert.equal(queue.current().length, 1)
  pass(1)
  assert.equal(queue.current().length, 0)
})

test('the focus leaving starts nothing again while the pointer is still there, nor the other way round', () => {
  const { timers, pass } = handTimers()
  for (const [first, last] of [
    ['focus', 'pointer'],
    ['pointer', 'focus'],
  ] as const) {
    const queue = makeToastQueue(timers)
    const id = queue.show({ title: 'x' })
    pass(1000)
    queue.pause(id, 'pointer')
    queue.pause(id, 'focus')
    pass(60_000)
    queue.resume(id, first)
    pass(60_000)
    assert.equal(queue.current().length, 1)
    queue.resume(id, last)
    pass(3999)
    assert.equal(queue.current().length, 1)
    pass(1)
    assert.equal(queue.current().length, 0)
  }
})

test('a toast that is replaced under the pointer stands still, too', () => {
  const { timers, pass } = handTimers()
  const queue = makeToastQueue(timers)
  queue.show({ id: 'order', title: '処理中', status: 'loading', duration: null })
  queue.pause('order', 'pointer')
  queue.show({ id: 'order', title: '完了', status: 'success' })
  pass(60_000)
  assert.equal(queue.current().length, 1)
  queue.resume('order', 'pointer')
  pass(5000)
  assert.equal(queue.current().length, 0)
})

test('the same id replaces and starts again', () => {
  const { timers, pass } = handTimers()
  const queue = makeToastQueue(timers)
  queue.show({ id: 'order', title: '処理中', status: 'loading', duration: null })
  pass(60_000)
  assert.equal(queue.current().length, 1)
  queue.show({ id: 'order', title: '完了', status: 'success' })
  assert.deepEqual(
    queue.current().map(({ title }) => title),
    ['完了'],
  )
  pass(5000)
  assert.equal(queue.current().length, 0)
})

test('closing takes one away and leaves the others', () => {
  const { timers } = handTimers()
  const queue = makeToastQueue(timers)
  const first = queue.show({ title: '1' })
  queue.show({ title: '2', position: 'top-right', duration: null })
  queue.close(first)
  assert.deepEqual(
    queue.current().map(({ title }) => title),
    ['2'],
  )
})
