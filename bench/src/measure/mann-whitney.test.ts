import assert from 'node:assert/strict'
import test from 'node:test'
import { mannWhitneyP } from './mann-whitney.ts'

const row = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at)

test('equal samples show no difference, and shifted ones do', () => {
  assert.equal(mannWhitneyP([5, 5, 5], [5, 5, 5]), 1)
  assert.ok(mannWhitneyP(row(0, 50), row(0.25, 50)) > 0.8)
  assert.ok(mannWhitneyP(row(0, 50), row(40, 50)) < 0.0001)
})

test('a textbook example gives the published p', () => {
  // U = 6 of 30: z = (9 - 0.5) / sqrt(30) = 1.5519, two-sided p = 0.1207
  const p = mannWhitneyP([1, 2, 3, 7, 8], [4, 5, 6, 9, 10, 11])
  assert.ok(Math.abs(p - 0.1207) < 0.0005, String(p))
})
