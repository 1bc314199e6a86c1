import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { withTemporaryInMemory } from './memory-folder.ts'

void test('work has a temporary folder that ends with it, also when it fails, and finds the one of before again', async () => {
  const before = process.env['TMPDIR']
  let folder = ''
  const work = withTemporaryInMemory(() => {
    folder = tmpdir()
    writeFileSync(join(folder, 'kura-memory-folder.test'), '')
    throw new Error('planned')
  })
  await assert.rejects(work, /planned/)
  assert.equal(process.env['TMPDIR'], before)
  assert.notEqual(folder, '')
  // without enough memory the folder stays the same
  assert.equal(existsSync(folder), folder === tmpdir())
  rmSync(join(folder, 'kura-memory-folder.test'), { force: true })
})

void test('what a run left that was killed is removed by the next one, and what one left that runs is not', async (t) => {
  const { pid } = spawnSync('true')
  const dead = `/dev/shm/kura-run-${pid}-1-test`
  t.after(() => rmSync(dead, { recursive: true, force: true }))
  try {
    mkdirSync(dead, { recursive: true })
  } catch {
    return t.skip('no file system in memory')
  }
  await withTemporaryInMemory(async () => {
    assert.equal(existsSync(dead), false)
    const own = tmpdir()
    if (!own.startsWith('/dev/shm/')) return
    assert.equal(statSync(own).mode & 0o777, 0o755)
    await withTemporaryInMemory(async () => assert.ok(existsSync(own)))
  })
})
