import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import postgres from 'postgres'
import { adoptEmbedded, removeEmbedded, startEmbedded, stopEmbedded } from './embedded.ts'
import { placeOf } from './postgres-user.ts'
import { identify, isAlive, signal, waitUntilGone } from './process-identity.ts'

// mkdtemp makes folders with mode 0700: every test here is also the test of a clone that no other
// user can enter.
function home(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'kura-embedded-'))
  const dataDir = join(folder, 'postgres')
  const lines: string[] = []
  t.after(async () => {
    await stopEmbedded({ dataDir })
    removeEmbedded(dataDir)
    rmSync(folder, { recursive: true })
  })
  return { folder, lines, options: { dataDir, port: 0, fsync: false, log: (line: string) => void lines.push(line) } }
}

async function ask(url: string, question: string): Promise<unknown> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    const [row] = await sql.unsafe(question)
    return row && Object.values(row)[0]
  } finally {
    await sql.end()
  }
}

test('the database survives a stop and a start, and Japanese partial matches have their extension', async (t) => {
  const { folder, options } = home(t)
  const first = await startEmbedded(options)
  assert.equal(first.adopted, false)
  await ask(first.url, 'create table kept as select 7 as a')
  assert.equal(await ask(first.url, `select datlocale from pg_database where datname = 'kura'`), 'C.UTF-8')
  await ask(first.url, 'create extension pg_trgm')
  await stopEmbedded(options)
  assert.equal(isAlive(first.process), false)
  const second = await startEmbedded(options)
  assert.equal(await ask(second.url, 'select a from kept'), 7)
  const password = join(folder, 'keys', 'postgres-password')
  assert.equal(statSync(password).mode & 0o777, 0o600)
  await assert.rejects(ask(second.url.replace(readFileSync(password, 'utf8'), 'wrong'), 'select 1'), /password/)
})

test('a server that runs already is adopted with its own port, by start and by another start at once', async (t) => {
  const { options } = home(t)
  const [one, two] = await Promise.all([startEmbedded(options), startEmbedded(options)])
  assert.deepEqual(one.process, two.process)
  assert.deepEqual(await adoptEmbedded(options), { ...one, adopted: true })
})

test('a server killed with SIGKILL is started again on the same data', async (t) => {
  const { options: unsafe } = home(t)
  const options = { ...unsafe, fsync: true }
  const first = await startEmbedded(options)
  await ask(first.url, 'create table kept as select 7 as a')
  signal(first.process, 'SIGKILL')
  assert.ok(await waitUntilGone(first.process, 60_000))
  const second = await startEmbedded(options)
  assert.notDeepEqual(second.process, first.process)
  assert.equal(await ask(second.url, 'select a from kept'), 7)
})

test('a pid file whose number now belongs to another process is not believed', async (t) => {
  const { options } = home(t)
  const first = await startEmbedded(options)
  const file = join(options.dataDir, 'postmaster.pid')
  const text = readFileSync(file, 'utf8')
  await stopEmbedded(options)
  writeFileSync(file, text.replace(/^\d+/, String(process.ppid)))
  const second = await startEmbedded(options)
  assert.equal(second.adopted, false)
  assert.ok(identify(process.ppid))
  assert.notEqual(second.process.pid, first.process.pid)
})

test('a taken port gives way to a free one', async (t) => {
  const { options } = home(t)
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  t.after(() => taken.close())
  const { port } = taken.address() as AddressInfo
  const server = await startEmbedded({ ...options, port })
  assert.notEqual(server.port, port)
})

test(
  'where root may not use a user namespace, another user runs it from a place that user can reach, and this is said',
  {
    skip: process.getuid?.() !== 0 && 'needs root',
  },
  async (t) => {
    const { options, lines } = home(t)
    const server = await startEmbedded({ ...options, namespaces: false })
    assert.notEqual(statSync(`/proc/${server.process.pid}`).uid, 0)
    assert.notEqual(placeOf(options.dataDir), options.dataDir)
    assert.match(
      lines.join('\n'),
      /runs as \w+, its programs? .* because that user cannot reach this folder|its data in/,
    )
    await ask(server.url, 'create table kept as select 7 as a')
    await stopEmbedded(options)
    // The next start finds the data where it lies, also where the namespace would work.
    const again = await startEmbedded(options)
    assert.equal(await ask(again.url, 'select a from kept'), 7)
  },
)

test(
  'a folder that may not be written is said in one sentence',
  { skip: process.getuid?.() === 0 && 'root may write everywhere' },
  async (t) => {
    const { folder, options } = home(t)
    chmodSync(folder, 0o500)
    t.after(() => chmodSync(folder, 0o700))
    await assert.rejects(startEmbedded(options), /EACCES|may not/)
    chmodSync(folder, 0o700)
  },
)
