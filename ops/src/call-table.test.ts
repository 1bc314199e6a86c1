import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findCalls } from './call-table.ts'
import { rootFolder } from './settings.ts'

test('every call of the contract is made by a test of its own', () => {
  const calls = findCalls()
  assert.ok(calls.length > 190, `${calls.length} calls`)
  const untested = calls.filter(({ tests }) => tests.length === 0).map(({ name }) => name)
  assert.deepEqual(untested, [])
})

test('the page of calls names every call, and for each only tests that make it', () => {
  const page = readFileSync(join(rootFolder, 'docs/calls.md'), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))
  const calls = new Map(findCalls().map((call) => [`${call.method} ${call.path}`, call]))
  const remedy = 'run `node ops/src/call-table.ts`'
  assert.equal(rows.length, calls.size, remedy)
  for (const row of rows) {
    const call = calls.get(/`(.+?)`/.exec(row)?.[1] ?? '')
    assert.ok(call, `${row} is no call: ${remedy}`)
    const shown = [...row.matchAll(/\]\(\.\.\/(.+?)\)/g)].map(([, file]) => file ?? '')
    assert.ok(shown.length > 0 && shown.every((file) => call.tests.includes(file)), `${call.name}: ${remedy}`)
  }
})
