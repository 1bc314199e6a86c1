import assert from 'node:assert/strict'
import test from 'node:test'
import { keptPages } from './kept-pages.ts'
import type { KeptPage } from './kept-pages.ts'

const page = (tags: string[], text = 'x'): KeptPage => ({
  status: 200,
  body: Buffer.from(text),
  brotli: async () => Buffer.from(text),
  contentType: 'text/html',
  csp: '',
  etag: '"1"',
  isHidden: false,
  tags,
  keptAt: 0,
})

test('a kept page comes back until a noun on it changes', () => {
  const pages = keptPages({ now: () => 0 })
  pages.keep('/items/a', page(['item:a', 'items']), pages.begin())
  pages.keep('/items/b', page(['item:b', 'items']), pages.begin())
  pages.drop(['item:a'])
  assert.equal(pages.find('/items/a'), undefined)
  assert.ok(pages.find('/items/b'))
  pages.drop(['*'])
  assert.equal(pages.find('/items/b'), undefined)
  assert.deepEqual(pages.size(), { pages: 0, bytes: 0 })
})

test('a page whose rows changed while it was rendered is not kept', () => {
  const pages = keptPages({ now: () => 0 })
  const since = pages.begin()
  pages.drop(['item:a'])
  pages.keep('/items/a', page(['item:a']), since)
  assert.equal(pages.find('/items/a'), undefined)
  pages.keep('/items/a', page(['item:a']), pages.begin())
  assert.ok(pages.find('/items/a'))
})

test('the least recently read page makes room, and an old one goes by itself', () => {
  let now = 0
  const pages = keptPages({ maxBytes: 1400, maxAgeMs: 100, now: () => now })
  for (const key of ['/1', '/2']) pages.keep(key, page(['t'], 'y'.repeat(50)), pages.begin())
  pages.find('/1')
  pages.keep('/3', page(['t'], 'y'.repeat(50)), pages.begin())
  assert.ok(pages.find('/1'))
  assert.equal(pages.find('/2'), undefined)
  now = 101
  assert.equal(pages.find('/1'), undefined)
})

test('visits to many addresses push out one another, not popular pages', () => {
  const pages = keptPages({ maxBytes: 3000, now: () => 0 })
  const keep = (key: string) => pages.keep(key, page(['t'], 'y'.repeat(50)), pages.begin())
  for (const key of ['/home', '/items']) {
    keep(key)
    pages.find(key)
  }
  for (let n = 0; n < 50; n += 1) keep(`/flood/${n}`)
  assert.ok(pages.find('/home') && pages.find('/items'))
  assert.ok(pages.find('/flood/49'), 'the latest of them is there, too')
  assert.ok(pages.size().bytes <= 3000)
})
