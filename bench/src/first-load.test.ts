import assert from 'node:assert/strict'
import test from 'node:test'
import { firstLoads } from './first-load.ts'
import { buildPages } from './world/build-pages.ts'

test('a first visit to home, an item or the login loads at most 200 kB of JavaScript', async () => {
  await buildPages()
  for (const { page, bytes, files } of await firstLoads()) {
    assert.ok(bytes > 50_000, `${page}: ${bytes} bytes cannot be all of it`)
    assert.ok(bytes <= 200_000, `${page}: ${bytes} bytes, gzip, of\n  ${files.join('\n  ')}`)
  }
})
