import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, test } from 'node:test'
import type { TestContext } from 'node:test'
import { rootFolder } from '../settings.ts'
import { serverTests } from './stages.ts'
import { testProcesses } from './test-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'kura-test-process-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const head = `
  import test, { after, before, beforeEach } from 'node:test'
  import { appendFileSync } from 'node:fs'
  const note = (text) => appendFileSync(${JSON.stringify(join(folder, 'notes'))}, text)`

let files = 0
/** Writes a test file with this text after its imports; returns its path for the runner. */
function writeTests(text: string): string {
  const file = join(folder, `${(files += 1)}.test.mjs`)
  writeFileSync(file, `${head}\n${text}`)
  return relative(rootFolder, file)
}

/** Runs files one after the other in as few processes as possible. */
async function runAll(t: TestContext, texts: string[], mostSilentMs = 60_000) {
  const processes = testProcesses({ env: () => ({}), isShared: true, mostSilentMs, closingMs: 500 })
  t.after(() => processes.close())
  const results = []
  for (const text of texts) results.push(await processes.run(writeTests(text)))
  return results
}
const counts = ({ passed, failed, skipped }: { passed: number; failed: number; skipped: number }) => [
  passed,
  failed,
  skipped,
]

void test('tests are counted as Node counts them, and a failure comes with its name, its reason and what was printed', async (t) => {
  const [result] = await runAll(t, [
    `test('fine', async (t) => { await t.test('inner', () => {}) })
     test.skip('left out', () => {})
     test('broken', () => { console.log('some words'); throw new Error('planned') })
     test('outer', async (t) => { await t.test('deep', () => { throw new Error('deeper') }) })`,
  ])
  assert.deepEqual(counts(result!), [2, 2, 1])
  const reported = result!.failures.join('\n')
  assert.match(reported, /1\.test\.mjs: broken\n +Error: planned\n +at /)
  assert.match(reported, /1\.test\.mjs: deep\n +Error: deeper/)
  assert.match(reported, /\| some words/)
})

void test('hooks of one file are for its tests alone, and its end comes before the next file', async (t) => {
  const first = `before(() => note('b1 ')); beforeEach(() => note('e1 ')); after(() => note('a1 ')); test('one', () => note('t1 '))`
  writeFileSync(join(folder, 'notes'), '')
  await runAll(t, [first, first.replaceAll('1', '2')])
  assert.equal(readFileSync(join(folder, 'notes'), 'utf8'), 'b1 e1 t1 a1 b2 e2 t2 a2 ')
})

void test('a process takes one file after the other, and none after one that failed or changed it', async (t) => {
  const reported = `test('pid', () => note(process.pid + ' '))`
  const broken = `test('pid', () => { note(process.pid + ' '); throw new Error('planned') })`
  writeFileSync(join(folder, 'notes'), '')
  await runAll(t, [reported, reported, broken, reported])
  const [first, second, third, fourth] = readFileSync(join(folder, 'notes'), 'utf8').split(' ')
  assert.deepEqual([second, third], [first, first])
  assert.notEqual(fourth, first)
  for (const change of [`globalThis.planted = 1`, `process.env.PLANTED = '1'`, `process.chdir('/')`]) {
    const [, next] = await runAll(t, [
      `test('changes', () => { ${change} })`,
      `test('sees', () => { if (globalThis.planted || process.env.PLANTED || process.cwd() === '/') throw new Error('seen') })`,
    ])
    assert.deepEqual(counts(next!), [1, 0, 0], change)
  }
})

void test('what a library sets when it is first loaded is no change: files that use the server share a process', async (t) => {
  const processes = testProcesses({ env: () => ({}), isShared: true, loadsFirst: [serverTests] })
  t.after(() => processes.close())
  writeFileSync(join(folder, 'notes'), '')
  const uses = `import ${JSON.stringify(join(rootFolder, serverTests))}
    test('pid', () => note(process.pid + ' '))`
  for (let file = 1; file <= 3; file += 1) assert.deepEqual(counts(await processes.run(writeTests(uses))), [1, 0, 0])
  const [first, second, third] = readFileSync(join(folder, 'notes'), 'utf8').split(' ')
  assert.deepEqual([second, third], [first, first])
})

void test('what breaks outside of tests fails its file by name', async (t) => {
  const plants: [text: string, why: RegExp][] = [
    [`throw new Error('while it loads')`, /outside of its tests\n +Error: while it loads/],
    [
      `after(() => { throw new Error('at its end') }); test('fine', () => {})`,
      /outside of its tests\n +Error: at its end/,
    ],
    [`before(() => { throw new Error('at its start') }); test('fine', () => {})`, /Error: at its start/],
    [`void 0`, /holds no test/],
    [`test('fine', () => { process.exitCode = 3 })`, /outside of its tests\n +exit code 3/],
    [`test('ends it', () => { process.exit(0) })`, /its process ended with code 0/],
    [`test('fine', () => { setInterval(() => {}, 1000) })`, /leaves something open\n +Timeout/],
    [
      `test('fine', () => { setTimeout(() => { throw new Error('too late') }, 50) }); test('next', () => new Promise((r) => setTimeout(r, 200)))`,
      /outside of its tests\n[^]*too late/,
    ],
  ]
  for (const [text, why] of plants) {
    const [result, next] = await runAll(t, [text, `test('the next', () => {})`])
    assert.ok(result!.failed > 0, text)
    assert.match(result!.failures.join('\n'), why)
    assert.deepEqual(counts(next!), [1, 0, 0], 'the next file runs all the same')
  }
})

void test('a file that hangs fails by its name and that of its test, also when it holds its thread', async (t) => {
  const idle = `test('waits for ever', () => new Promise(() => { setInterval(() => {}, 1000) }))`
  const busy = `test('spins for ever', () => { for (;;); })`
  const [first, second, third] = await runAll(t, [idle, busy, `test('fine', () => {})`], 3000)
  assert.match(first!.failures.join(), /waits for ever\n +hangs: no test ended in 3 s/)
  assert.match(second!.failures.join(), /hangs: no test ended in 3 s/)
  assert.deepEqual(counts(third!), [1, 0, 0])
})
