import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDialogQueue } from './dialog-queue.ts'

test('dialogs come one at a time, in the order they were asked for', async () => {
  const queue = makeDialogQueue()
  const first = queue.alert({ title: '1', description: '' })
  const second = queue.error({ title: '2', message: '' })
  const shown = queue.current()
  assert.equal(shown?.kind, 'alert')
  queue.dismiss(shown?.id ?? 0, false)
  await first
  assert.equal(queue.current()?.kind, 'error')
  queue.dismiss(queue.current()?.id ?? 0, true)
  await second
  assert.equal(queue.current(), undefined)
})

test('a confirm is true on confirm and false on cancel', async () => {
  const queue = makeDialogQueue()
  for (const answer of [true, false]) {
    const asked = queue.confirm({ description: '?', confirmTitle: '削除する' })
    queue.dismiss(queue.current()?.id ?? 0, answer)
    assert.equal(await asked, answer)
  }
})

test('dismissing twice resolves once', async () => {
  const queue = makeDialogQueue()
  const asked = queue.confirm({ description: '?', confirmTitle: 'OK' })
  const id = queue.current()?.id ?? 0
  queue.dismiss(id, true)
  queue.dismiss(id, false)
  assert.equal(await asked, true)
})
