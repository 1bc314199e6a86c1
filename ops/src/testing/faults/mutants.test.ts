// `npm run faults -- --mutants` plays the mutants by hand; this test only checks that each guard is
// still in the source.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countIn } from '../arena/mutate.ts'
import { faults } from './faults.ts'
import { mutants } from './mutants.ts'

test('every guard that a row is proven by stands in its file, once', () => {
  assert.ok(mutants.length > 0)
  const lost = mutants.filter((mutant) => countIn(mutant) !== 1)
  assert.deepEqual(
    lost.map(({ row, file, from }) => `${row} ${file}: ${from}`),
    [],
  )
  assert.ok(mutants.every(({ from, to }) => from !== to))
})

test('every guard belongs to a row', () => {
  const names = faults.map(({ name }) => name)
  assert.deepEqual(
    mutants.filter(({ row }) => !names.includes(row)),
    [],
  )
})
