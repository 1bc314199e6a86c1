import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults } from './faults.ts'
import { mutants } from './mutants.ts'

const range = (letter: string, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => `${letter}${first + n}`)

test('every fault that several processes can show has a row, and only one', () => {
  const wanted = [...range('F', 1, 17), 'F19', 'F22', 'F23', ...range('A', 29, 35), 'A46']
  assert.deepEqual(faults.map(({ name }) => name).toSorted(), wanted.toSorted())
})

test('rows that no guard is taken out for are known by name', () => {
  const proven = new Set(mutants.map(({ row }) => row))
  assert.deepEqual(
    faults.map(({ name }) => name).filter((name) => !proven.has(name)),
    ['F5', 'F9', 'F11', 'F14', 'F17', 'F19'],
  )
})
