import assert from 'node:assert/strict'
import test from 'node:test'
import { readBuyer } from './read-buyer.ts'

test('a buyer is meant by id, by address or by the page of the profile', () => {
  const userId = '01990000-0000-7000-8000-00000000000a'
  assert.deepEqual(readBuyer(` ${userId.toUpperCase()} `), { by: 'id', userId })
  const flowAddress = '0x179b6b1cb6755e31'
  for (const text of [flowAddress, '0x179B6B1CB6755E31', `https://kura.example/profile?id=${flowAddress}`])
    assert.deepEqual(readBuyer(text), { by: 'address', flowAddress }, text)
  for (const text of ['', 'hanako', '0x179b', '179b6b1cb6755e31', `${flowAddress}00`])
    assert.equal(readBuyer(text), undefined, text)
})
