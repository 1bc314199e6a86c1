import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults } from './faults.ts'
import { mutants } from './mutants.ts'

const range = (letter: string, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => `${letter}${first + n}`)

test('every fault that several processes can show has a row, and only one', () => {
  const wanted = [...range('F', 1, 17), 'F19', 'F22', 'F23', ...range('A', 29, 35), 'A46', 'A47']
  assert.deepEqual(faults.map(({ name }) => name).toSorted(), wanted.toSorted())
})

test('every row is proven by a guard that is taken out', () => {
  const proven = new Set(mutants.map(({ row }) => row))
  assert.deepEqual(
    faults.map(({ name }) => name).filter((name) => !proven.has(name)),
    [],
  )
})
