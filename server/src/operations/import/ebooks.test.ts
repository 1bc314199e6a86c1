import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { zipSync } from 'fflate'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { listNamedFiles } from '../../library/content/import-queries.ts'
import { makePage, sweepPages } from '../../library/content/make-page.ts'
import { catalogueWorld, plainPicture } from '../../testing/catalogue-world.ts'
import type { CatalogueWorld } from '../../testing/catalogue-world.ts'
import { demoFolder } from '../../testing/demo-folder.ts'
import { importCatalogue } from './import.ts'

type Files = Parameters<CatalogueWorld['folder']>[0]

const run = async (world: CatalogueWorld, files: Files) =>
  importCatalogue({ ...world, folder: await world.folder(files), log: () => {} })
const book = (more = '  pages: book\n', id = 'book') =>
  `- id: ${id}\n  item: one\n  name: { ja: 本, en: Book }\n${more}`
const pagesOf = ({ sql }: CatalogueWorld, id = 'book') => sql<{ page: number; file: string; width: number }[]>`
  select page, file, width from content_pages where content_id = ${id} order by page`
const zip = (files: Record<string, Buffer>): Buffer => Buffer.from(zipSync(files))

/** A PDF file with a page of each size, in points, painted red up to its edges and numbered. */
async function pdf(sizes: [number, number][], options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PDFDocument({ ...options, autoFirstPage: false })
  for (const [at, size] of sizes.entries()) {
    document.addPage({ size, margin: 0 })
    document.rect(0, 0, ...size).fill('#e04020')
    document.fill('#ffffff').text(String(at + 1), 10, 10, { lineBreak: false })
  }
  document.end()
  return buffer(document)
}

test('an ebook is imported from a folder in the order of its names, and its pages are not public', async (t) => {
  const world = await catalogueWorld(t)
  const large = sharp({ create: { width: 2000, height: 3000, channels: 3, background: '#888888' } })
  const files = {
    'contents.yaml': book(),
    'book/p2.png': await plainPicture(2),
    'book/p10.png': await large.png().toBuffer(),
    'book/p1.png': await plainPicture(1),
    'book/notes.txt': 'no page',
  }
  const { counts } = await run(world, files)
  assert.equal(counts['contents'], 1)
  const pages = await pagesOf(world)
  assert.deepEqual(
    pages.map(({ page, width }) => [page, width]),
    [
      [1, 200],
      [2, 200],
      [3, 1440],
    ],
  )
  const stored = await readdir(join(world.home, 'contents'))
  assert.deepEqual(stored.toSorted(), pages.map(({ file }) => `${file}.webp`).toSorted())
  const shown = new Set((await readdir(world.mediaDir)).map((name) => name.slice(0, 32)))
  assert.ok(pages.every(({ file }) => !shown.has(file)))
  assert.equal((await run(world, files)).isUnchanged, true)
})

test('pages of an ebook are replaced, and a shorter one loses those at its end', async (t) => {
  const world = await catalogueWorld(t)
  const [one, two, three] = await Promise.all([plainPicture(1), plainPicture(2), plainPicture(3)])
  await run(world, { 'contents.yaml': book(), 'book/1.png': one, 'book/2.png': two })
  const [before] = await pagesOf(world)
  const { counts } = await run(world, { 'contents.yaml': book(), 'book/1.png': three })
  assert.equal(counts['contents'], 1)
  const after = await pagesOf(world)
  assert.equal(after.length, 1)
  assert.notEqual(after[0]?.file, before?.file)
})

test('pages that no ebook names any more go once they are a day old, and not while an import stores them', async (t) => {
  const world = await catalogueWorld(t)
  const contentDir = join(world.home, 'contents')
  const sweep = () => sweepPages(contentDir, (files) => listNamedFiles(world.sql, files))
  const [one, two] = await Promise.all([plainPicture(1), plainPicture(2)])
  await run(world, { 'contents.yaml': book(), 'book/1.png': one })
  const [old] = await pagesOf(world)
  await run(world, { 'contents.yaml': book(), 'book/1.png': two })
  const [kept] = await pagesOf(world)
  const age = async () => {
    const yesterday = new Date(Date.now() - 90_000_000)
    for (const name of await readdir(contentDir)) await utimes(join(contentDir, name), yesterday, yesterday)
  }
  assert.equal(await sweep(), 0)
  await age()
  // an import stores the old page once more, and names it only later
  await makePage(contentDir, one)
  assert.equal(await sweep(), 0)
  await age()
  assert.equal(await sweep(), 1)
  assert.deepEqual(await readdir(contentDir), [`${kept?.file}.webp`])
  assert.notEqual(old?.file, kept?.file)
})

test('an ebook is imported from a CBZ file, folders inside and files of other systems aside', async (t) => {
  const world = await catalogueWorld(t)
  const archive = zip({
    'Vol. 1/002.png': await plainPicture(2),
    'Vol. 1/001.png': await plainPicture(1),
    '__MACOSX/Vol. 1/._001.png': Buffer.from('no picture'),
    'ComicInfo.xml': Buffer.from('<ComicInfo/>'),
  })
  await run(world, { 'contents.yaml': book('  serial: 3\n  direction: ltr\n  pages: book.cbz\n'), 'book.cbz': archive })
  assert.equal((await pagesOf(world)).length, 2)
  const [row] = await world.sql`select serial, direction, kind from contents`
  assert.deepEqual({ ...row }, { serial: 3, direction: 'ltr', kind: 'ebook' })
})

test('an ebook is imported from a PDF file: each page as large as it is stored, in its own colours', async (t) => {
  const world = await catalogueWorld(t)
  const sizes: [number, number][] = [[300, 450], [450, 300], ...Array<[number, number]>(9).fill([300, 450])]
  const files = { 'contents.yaml': book('  pages: book.pdf\n'), 'book.pdf': await pdf(sizes) }
  await run(world, files)
  const pages = await pagesOf(world)
  assert.deepEqual(
    pages.map(({ width }) => width),
    sizes.map(() => 1440),
  )
  const [first, second] = await Promise.all(
    pages.map(async ({ file }) => {
      const { data, info } = await sharp(join(world.home, 'contents', `${file}.webp`))
        .raw()
        .toBuffer({ resolveWithObject: true })
      return { height: info.height, colour: [data[0], data[1], data[2]].map((value) => Math.round((value ?? 0) / 16)) }
    }),
  )
  assert.deepEqual([first?.height, second?.height], [2160, 960])
  // #e04020 on every page
  assert.deepEqual(first?.colour, [14, 4, 2])
  assert.equal((await run(world, files)).isUnchanged, true)
})

test('what is wrong with an ebook is named with its line, and nothing is imported', async (t) => {
  const world = await catalogueWorld(t)
  const cases: [string, Files, RegExp][] = [
    ['no pages', { 'contents.yaml': book('') }, /contents\.yaml:1 {2}pages: is missing/],
    ['no folder', { 'contents.yaml': book() }, /contents\.yaml:4 {2}pages: there is no folder, CBZ or PDF file "book"/],
    ['outside', { 'contents.yaml': book('  pages: ../book\n') }, /contents\.yaml:4 {2}pages: .* inside the folder/],
    ['empty', { 'contents.yaml': book(), 'book/notes.txt': 'x' }, /pages: "book" has no picture/],
    ['no picture', { 'contents.yaml': book(), 'book/1.png': randomBytes(64) }, /a page "1\.png" that is no JPEG/],
    ['a text', { 'contents.yaml': book('  pages: a.txt\n'), 'a.txt': 'x' }, /neither a folder of pictures nor a CBZ/],
    [
      'no PDF',
      { 'contents.yaml': book('  pages: a.pdf\n'), 'a.pdf': '%PDF' },
      /"a\.pdf" is no PDF file that can be read/,
    ],
    [
      'a locked PDF',
      { 'contents.yaml': book('  pages: a.pdf\n'), 'a.pdf': await pdf([[400, 600]], { userPassword: 'secret' }) },
      /"a\.pdf" needs a password/,
    ],
    [
      'a page like a ribbon',
      { 'contents.yaml': book('  pages: a.pdf\n'), 'a.pdf': await pdf([[20, 2000]]) },
      /"a\.pdf" has a page "page 1" that is too long and narrow/,
    ],
    ['no archive', { 'contents.yaml': book('  pages: a.cbz\n'), 'a.cbz': randomBytes(99) }, /"a\.cbz" is no CBZ file/],
    ['no item', { 'contents.yaml': book().replace('one', 'nope') }, /item: there is no item "nope"/],
  ]
  for (const [title, files, fault] of cases) await assert.rejects(run(world, files), fault, title)
  assert.equal((await world.sql`select 1 from contents`).length, 0)
})

test('a fee for access to contents needs one that every token of the item opens', async (t) => {
  const world = await catalogueWorld(t)
  const items = (fee: string) =>
    `- id: one\n  series: s\n  name: { ja: 名, en: Name }\n  editions: 30\n  picture: a.png\n${fee}- id: two\n  series: s\n  name: { ja: 名, en: Name }\n  editions: 20\n  picture: b.png\n`
  const fee = { 'items.yaml': items('  content-access: 120\n') }
  const page = { 'book/1.png': await plainPicture(1) }
  const refused = /items\.yaml:6 {2}content-access: is 120, but no content opens to every owner of "one"/
  await assert.rejects(run(world, fee), refused)
  const ofOne = { 'contents.yaml': book('  serial: 1\n  pages: book\n'), ...page }
  await assert.rejects(run(world, { ...fee, ...ofOne }), refused)
  await run(world, { ...fee, 'contents.yaml': book(), ...page })
  const [row] =
    await world.sql`select content_access_yen as yen, has_contents as "hasContents" from items where id = 'one'`
  assert.deepEqual({ ...row }, { yen: 120, hasContents: true })
  // the contents of the shop count, too
  await run(world, { 'items.yaml': items('  content-access: 150\n') })
})

test('the demo has a comic of twelve pages', async (t) => {
  const world = await catalogueWorld(t)
  await importCatalogue({ ...world, folder: await demoFolder(world), log: () => {} })
  assert.equal((await pagesOf(world, 'moon-walk')).length, 12)
})
