import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import test, { after } from 'node:test'
import { rootFolder } from '../settings.ts'
import { runTestFiles, runWithSecondTry } from './node-tests.ts'

const folder = mkdtempSync(join(tmpdir(), 'kura-second-try-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** A test file of one test that passes and one that fails for its first `failures` runs. */
function writeTests(name: string, failures: number): string {
  const file = join(folder, `${name}.test.mjs`)
  const runs = JSON.stringify(join(folder, `${name}.runs`))
  writeFileSync(
    file,
    `import test from 'node:test'
     import { appendFileSync, readFileSync } from 'node:fs'
     test('fine', () => {})
     test('at times', () => {
       appendFileSync(${runs}, '.')
       if (readFileSync(${runs}).length <= ${failures}) throw new Error('not this time')
     })`,
  )
  return relative(rootFolder, file)
}
// Node runs no tests inside of tests where this is set
const options = { concurrency: 2, env: { NODE_TEST_CONTEXT: undefined } }

void test('what failed at first is run once more, and then counts', async () => {
  const files = [writeTests('steady', 0), writeTests('once', 1)]
  const { seldom, ...counts } = await runWithSecondTry(files, options)
  assert.deepEqual(counts, { passed: 4, failed: 0, failures: [] })
  assert.match(seldom?.join() ?? '', /once\.test\.mjs: at times\n.*not this time/, 'and is told all the same')
})

void test('what fails again has failed', async () => {
  const files = [writeTests('calm', 0), writeTests('always', 9)]
  const { passed, failed, failures, seldom } = await runWithSecondTry(files, options)
  assert.deepEqual({ passed, failed, failures: failures.length }, { passed: 3, failed: 1, failures: 1 })
  assert.deepEqual(seldom, [])
  assert.match(failures[0] ?? '', /always\.test\.mjs: at times\n.*not this time/)
})

void test('what failed only at first is told also where another failed again', async () => {
  const { passed, failed, failures, seldom } = await runWithSecondTry(
    [writeTests('first', 1), writeTests('both', 9)],
    options,
  )
  assert.deepEqual({ passed, failed }, { passed: 3, failed: 1 })
  assert.match(failures.join(), /^\S*both\.test\.mjs: at times\n/)
  assert.match(seldom?.join() ?? '', /^\S*first\.test\.mjs: at times\n/)
  assert.equal(seldom?.length, 1)
})

void test('where many fail nothing is tried again', async () => {
  const files = ['one', 'two', 'three'].map((name) => writeTests(name, 1))
  const { passed, failed } = await runWithSecondTry(files, options)
  assert.deepEqual({ passed, failed }, { passed: 3, failed: 3 })
})

void test('the stages without it take the first word', async () => {
  const { passed, failed, failedFiles } = await runTestFiles([writeTests('plain', 1)], options)
  assert.deepEqual({ passed, failed, files: failedFiles.length }, { passed: 1, failed: 1, files: 1 })
})
