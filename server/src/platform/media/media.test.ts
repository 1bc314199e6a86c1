import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import Fastify from 'fastify'
import sharp from 'sharp'
import { inspectPicture, makeSizes, mediaFiles, PictureError } from './make-sizes.ts'
import { mediaPlugin } from './serve.ts'

async function folderOf(t: { after: (end: () => Promise<void>) => void }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kura-media-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c83a20' } })

test('a picture gets its sizes in both formats, none above the original, upright and without metadata', async (t) => {
  const folder = await folderOf(t)
  const bytes = await picture(900, 700)
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const made = await makeSizes(folder, bytes)
  assert.deepEqual([made.width, made.height, made.sizes], [700, 900, [160, 320, 640]])
  assert.match(made.colour, /^#c[0-9a-f]3[0-9a-f]{3}$/)
  assert.deepEqual((await readdir(folder)).toSorted(), mediaFiles('', made).toSorted())
  for (const file of mediaFiles(folder, made)) {
    const meta = await sharp(file).metadata()
    assert.equal(meta.width, Number(/-(\d+)\./.exec(file)?.[1]))
    assert.ok((meta.height ?? 0) > (meta.width ?? 0))
    assert.deepEqual([meta.exif, meta.icc, meta.orientation], [undefined, undefined, undefined])
  }
  const before = await Promise.all(mediaFiles(folder, made).map(async (file) => (await stat(file)).mtimeMs))
  assert.deepEqual(await makeSizes(folder, bytes), made)
  assert.deepEqual(await Promise.all(mediaFiles(folder, made).map(async (file) => (await stat(file)).mtimeMs)), before)
})

test('what is no picture of four kinds, too large or too small is refused with its reason', async () => {
  const refused = async (bytes: Buffer, why: RegExp) =>
    assert.rejects(inspectPicture(bytes), (error) => error instanceof PictureError && why.test(error.message))
  await refused(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>'), /no JPEG/)
  await refused(await picture(300, 300).gif().toBuffer(), /no JPEG/)
  await refused(await picture(300, 300).tiff().toBuffer(), /no JPEG/)
  await refused(Buffer.alloc(0), /no JPEG/)
  await refused(await picture(100, 300).png().toBuffer(), /at least/)
  await refused(await picture(6000, 5000).png().toBuffer(), /million pixels|no JPEG/)
})

test('files are served for ever under their names, and no other path is', async (t) => {
  const folder = await folderOf(t)
  const made = await makeSizes(folder, await picture(200, 200).png().toBuffer())
  await writeFile(join(folder, 'secret.txt'), 'secret')
  const app = Fastify()
  t.after(() => app.close())
  await app.register(mediaPlugin, { mediaDir: folder })
  const answer = await app.inject({ url: `/images/media/${made.id}-160.avif` })
  assert.equal(answer.statusCode, 200)
  assert.deepEqual(answer.rawPayload, await readFile(join(folder, `${made.id}-160.avif`)))
  assert.equal(answer.headers['content-type'], 'image/avif')
  assert.match(String(answer.headers['cache-control']), /immutable/)
  assert.equal(answer.headers['x-content-type-options'], 'nosniff')
  const head = await app.inject({ method: 'HEAD', url: `/images/media/${made.id}-160.webp` })
  assert.deepEqual([head.statusCode, head.body, Number(head.headers['content-length']) > 0], [200, '', true])
  for (const name of [
    'secret.txt',
    '..%2fsecret.txt',
    '%2e%2e%2fsecret.txt',
    `${made.id}-160.avif%00.txt`,
    `${made.id}-320.avif`,
    `${made.id}-160.png`,
    `${made.id.toUpperCase()}-160.avif`,
    `..%5c${made.id}-160.avif`,
  ]) {
    const missing = await app.inject({ url: `/images/media/${name}` })
    assert.equal(missing.statusCode, 404, name)
    assert.ok(!missing.body.includes('secret\n') && missing.body !== 'secret')
  }
})
