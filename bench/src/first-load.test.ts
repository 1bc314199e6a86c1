import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'node:test'
import { findWebBuild } from '@kura/server/platform/pages/render-page'
import { firstLoads } from './first-load.ts'
import { buildPages } from './world/build-pages.ts'

test('a first visit to home, an item or the login loads at most 200 kB of JavaScript', async () => {
  await buildPages()
  for (const { page, bytes, files } of await firstLoads()) {
    assert.ok(bytes > 50_000, `${page}: ${bytes} bytes cannot be all of it`)
    assert.ok(bytes <= 200_000, `${page}: ${bytes} bytes, gzip, of\n  ${files.join('\n  ')}`)
  }
})

test('the wallet library is not part of a first load', async () => {
  await buildPages()
  const client = join((await findWebBuild()) ?? '', 'client')
  // a string of the wallet library, whichever file it was bundled into
  const isOfWallets = async (file: string) => (await readFile(join(client, file), 'utf8')).includes('FCL:VIEW:RESPONSE')
  const scripts = (await readdir(join(client, 'assets'))).filter((name) => name.endsWith('.js'))
  const found = await Promise.all(scripts.map((name) => isOfWallets(`/assets/${name}`)))
  assert.ok(found.includes(true), 'the library was not found, so this test searches for the wrong string')
  for (const { page, files } of await firstLoads())
    for (const file of files) assert.ok(!(await isOfWallets(file)), `${page} loads ${file}`)
})
