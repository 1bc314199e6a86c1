import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import sharp from 'sharp'
import { publicFiles } from './serve-pages.ts'

const shipped = fileURLToPath(new URL('../../../../web/public/', import.meta.url))

test('the icon that wallets show is shipped: square, small and a PNG', async () => {
  const icon = await readFile(join(shipped, 'icon.png'))
  const { format, width, height } = await sharp(icon).metadata()
  assert.deepEqual([format, width, height], ['png', 256, 256])
  assert.ok(icon.length < 20_000, `${icon.length} bytes`)
})

test('files with an address of their own are served with tag and type, folders and other kinds are not', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'kura-public-'))
  const app = Fastify()
  t.after(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })
  for (const name of ['icon.png', 'robots.txt'])
    await writeFile(join(folder, name), await readFile(join(shipped, name)))
  await writeFile(join(folder, 'notes.html'), '<script>1</script>')
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets', 'a.txt'), 'a')
  await app.register(publicFiles, { folder })
  const icon = await app.inject('/icon.png')
  assert.deepEqual([icon.statusCode, icon.headers['content-type']], [200, 'image/png'])
  assert.equal(icon.headers['cache-control'], 'public, max-age=86400')
  assert.deepEqual(icon.rawPayload, await readFile(join(shipped, 'icon.png')))
  const again = await app.inject({ url: '/icon.png', headers: { 'if-none-match': String(icon.headers.etag) } })
  assert.deepEqual([again.statusCode, again.body], [304, ''])
  const head = await app.inject({ method: 'HEAD', url: '/icon.png' })
  assert.deepEqual([head.statusCode, head.body], [200, ''])
  const robots = await app.inject('/robots.txt')
  assert.match(String(robots.headers['content-type']), /^text\/plain/)
  assert.match(robots.body, /^User-agent: \*\nDisallow: \/api\//)
  for (const path of ['/notes.html', '/assets/a.txt', '/icon.png/', '/ICON.png'])
    assert.equal((await app.inject(path)).statusCode, 404, path)
})
