import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeCdc, decodeEvent, integer, stringDictionary, ufix64, uint64 } from './json-cdc.ts'

test('the largest token id keeps its last digit on the way out and back', () => {
  const id = 18446744073709551615n
  assert.deepEqual(uint64(id), { type: 'UInt64', value: '18446744073709551615' })
  assert.equal(decodeCdc(uint64(id)), id)
})

test('integers are checked before they travel', () => {
  assert.throws(() => integer('Int', 1.5), RangeError)
  assert.throws(() => uint64(Number.NaN), RangeError)
})

test('fixed-point numbers travel as text with eight places', () => {
  assert.equal(ufix64('0.05').value, '0.05000000')
  assert.equal(ufix64('12').value, '12.00000000')
  for (const wrong of ['-1.0', '0.123456789', '1e3', '']) assert.throws(() => ufix64(wrong), TypeError)
})

test('values of a script are plain values', () => {
  const struct = {
    type: 'Optional',
    value: {
      type: 'Struct',
      value: {
        id: 's.1.Token',
        fields: [
          { name: 'id', value: uint64(7) },
          { name: 'edition', value: { type: 'Optional', value: null } },
          { name: 'traits', value: stringDictionary({ season: 'winter' }) },
          { name: 'path', value: { type: 'Path', value: { domain: 'public', identifier: 'vault' } } },
          { name: 'list', value: { type: 'Array', value: [{ type: 'Bool', value: true }] } },
        ],
      },
    },
  }
  assert.deepEqual(decodeCdc(struct), {
    id: 7n,
    edition: null,
    traits: new Map([['season', 'winter']]),
    path: '/public/vault',
    list: [true],
  })
})

test('what is not understood is an error and never a guess', () => {
  assert.throws(() => decodeCdc({ type: 'Function', value: {} }), TypeError)
  assert.throws(() => decodeEvent(uint64(1)), TypeError)
})
