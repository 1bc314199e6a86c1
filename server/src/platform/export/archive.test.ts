import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { writeArchive } from './archive.ts'
import type { ExportPart, ExportRow } from './part.ts'
import { readArchive } from './testing/read-archive.ts'

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'kura-archive-'))
  t.after(() => rm(path, { recursive: true }))
  return path
}
const words = { ja: 'メモ', en: 'Notes' }
const part: ExportPart = {
  name: 'notes',
  title: words,
  about: words,
  fields: {
    text: words,
    yen: { ...words, kind: 'yen' },
    at: { ...words, kind: 'time' },
    state: { ...words, kind: 'code' },
    isOpen: words,
    name: words,
    more: words,
    all: { ...words, isDataOnly: true },
  },
  tables: [],
  read: () => assert.fail('read by rowsOf'),
}
const content = {
  site: 'Kura',
  locale: 'en' as const,
  at: new Date('2026-12-31T15:00:00Z'),
  parts: [part],
  files: [],
  onProgress: () => Promise.resolve(),
}
async function* pieces(...rows: ExportRow[]): AsyncGenerator<ExportRow[]> {
  for (const row of rows) yield [row]
}

test('a page shows amounts, times of Japan, names of states and words of the language, and JSON keeps what they are', async (t) => {
  const path = join(await folder(t), 'a.zip')
  const row = {
    text: 'a & b',
    yen: 1200,
    at: new Date('2026-12-31T15:00:00Z'),
    state: 'delivered',
    isOpen: true,
    name: { ja: '月', en: 'Moon' },
    more: ['one', { state: 'delivered', at: '2026-12-31T15:00:00Z' }],
    all: { n: 1 },
  }
  const empty = { text: '', yen: null, at: null, state: 'new-state', isOpen: false, name: null, more: null, all: null }
  const bytes = await writeArchive(path, { ...content, rowsOf: () => pieces(row, empty) })
  const zip = await readFile(path)
  assert.equal(bytes, zip.length)
  const files = await readArchive(zip)
  const shown = [...(files.get('pages/notes.html') ?? '').matchAll(/<tr><td>(.*)<\/td><\/tr>/g)]
  assert.deepEqual(
    shown.map(([, cells = '']) => cells.replaceAll('</td><td>', '|')),
    [
      'a &amp; b|¥1,200|1 Jan 2027, 00:00:00|delivered|Yes|Moon|one, delivered 1 Jan 2027, 00:00:00',
      '–|–|–|new-state|No|–|–',
    ],
  )
  assert.deepEqual(JSON.parse(files.get('data/notes.json') ?? ''), {
    subject: 'notes',
    title: words,
    about: words,
    exportedAt: '2026-12-31T15:00:00.000Z',
    fields: Object.fromEntries(Object.keys(part.fields).map((name) => [name, words])),
    items: [{ ...row, at: '2026-12-31T15:00:00.000Z' }, empty],
  })
  assert.match(files.get('index.html') ?? '', /2 entries/)
  const none = await writeArchive(join(await folder(t), 'b.zip'), { ...content, rowsOf: () => pieces() })
  assert.ok(none > 0)
})

test('a failure of the database leaves no file', async (t) => {
  const path = await folder(t)
  const failing = async function* (): AsyncGenerator<ExportRow[]> {
    yield [{ text: 'one' }]
    throw new Error('connection lost')
  }
  await assert.rejects(writeArchive(join(path, 'a.zip'), { ...content, rowsOf: failing }), /connection lost/)
  await assert.rejects(
    writeArchive(join(path, 'a.zip'), {
      ...content,
      rowsOf: () => pieces({}),
      onProgress: () => Promise.reject(new Error('lost')),
    }),
    /lost/,
  )
  assert.deepEqual(await readdir(path), [])
})

test('a member with a hundred times more data needs no more memory', async (t) => {
  const path = join(await folder(t), 'a.zip')
  // twice 90 MB of text in a heap of 40
  const script = `
    import { writeArchive } from ${JSON.stringify(import.meta.resolve('./archive.ts'))}
    const words = { ja: 'x', en: 'x' }
    const part = { name: 'notes', title: words, about: words, fields: { text: words, n: words }, tables: [] }
    async function* rowsOf() {
      for (let piece = 0; piece < 600; piece += 1)
        yield Array.from({ length: 500 }, (_, n) => ({ text: 'x'.repeat(280), n: piece * 500 + n }))
    }
    const at = new Date()
    await writeArchive(${JSON.stringify(path)}, { site: 'x', locale: 'en', at, parts: [part], files: [], rowsOf, onProgress: async () => {} })`
  await promisify(execFile)(process.execPath, ['--max-old-space-size=40', '--input-type=module', '-e', script])
  const page = (await readArchive(await readFile(path))).get('pages/notes.html') ?? ''
  assert.match(page, /The newest 5,000 of 300,000 entries/)
})
