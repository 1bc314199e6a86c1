import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'

type Handler = (event: Record<string, unknown>) => void
const source = await readFile(fileURLToPath(new URL('../../../public/push-worker.js', import.meta.url)), 'utf8')

function startWorker(pages: { url: string; focus: () => void }[] = []) {
  const handlers = new Map<string, Handler>()
  const shown: unknown[] = []
  const opened: string[] = []
  const self = {
    addEventListener: (name: string, handle: Handler) => handlers.set(name, handle),
    registration: { showNotification: (...words: unknown[]) => void shown.push(words) },
    clients: { matchAll: async () => pages, openWindow: async (href: string) => void opened.push(href) },
    location: { origin: 'https://kura.example' },
  }
  runInNewContext(source, { self, URL })
  return { handlers, shown, opened }
}
const click = async (worker: ReturnType<typeof startWorker>, path: string) => {
  const waiting: Promise<unknown>[] = []
  const notification = { close: () => undefined, data: { path } }
  worker.handlers.get('notificationclick')?.({
    notification,
    waitUntil: (work: Promise<unknown>) => waiting.push(work),
  })
  await Promise.all(waiting)
}

test('the service worker shows pushes and opens their page, and does nothing else', async () => {
  const worker = startWorker()
  assert.deepEqual([...worker.handlers.keys()], ['push', 'notificationclick'])
  const message = { title: 'T', body: 'B', path: '/packs/moon', tag: 'x' }
  worker.handlers.get('push')?.({ data: { json: () => message }, waitUntil: () => undefined })
  assert.equal(
    JSON.stringify(worker.shown),
    JSON.stringify([['T', { body: 'B', tag: 'x', icon: '/icon.png', data: { path: '/packs/moon' } }]]),
  )
  await click(worker, '/packs/moon')
  assert.deepEqual(worker.opened, ['https://kura.example/packs/moon'])
})

test('a click opens pages of this site only, and goes to one that is open', async () => {
  let focused = 0
  const worker = startWorker([{ url: 'https://kura.example/mypage', focus: () => void (focused += 1) }])
  await click(worker, 'https://evil.example/')
  await click(worker, '//evil.example/')
  await click(worker, '/mypage')
  assert.deepEqual([worker.opened, focused], [[], 1])
})
