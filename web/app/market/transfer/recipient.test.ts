import assert from 'node:assert/strict'
import test from 'node:test'
import { inGroups, readAddress } from './recipient.ts'

const local = '0xf8d6e0586b0a20c7'
const status = (text: string): string => readAddress(text, 'local').status

test('an address is known however it is written', () => {
  for (const text of [
    local,
    ` ${local} `,
    local.toUpperCase().replace('0X', '0x'),
    local.slice(2),
    '０ｘｆ８ｄ６ｅ０５８６ｂ０ａ２０ｃ７',
    `https://shop.example/profile?id=${local}`,
    `https://shop.example/profile?lang=en&id=${local}#top`,
    'f8d6 e058 6b0a 20c7',
  ])
    assert.deepEqual(readAddress(text, 'local'), { status: 'right', address: local }, text)
})

test('while it is being typed nothing is wrong yet', () => {
  assert.equal(status(''), 'empty')
  assert.equal(status('  '), 'empty')
  for (let length = 1; length < local.length; length += 1) assert.equal(status(local.slice(0, length)), 'short')
})

test('a mistyped address and one of another network are distinguished', () => {
  assert.equal(status('0xf8d6e0586b0a20c8'), 'mistyped')
  assert.equal(status('0xf8d6e0586b0a20c7a'), 'mistyped')
  assert.equal(status('hanako'), 'mistyped')
  assert.equal(status('hanako@example.com'), 'mistyped')
  assert.equal(status('0x1d7e57aa55817448'), 'other-network')
  assert.equal(status('0x74daa6f9c7ef24b1'), 'other-network')
  assert.equal(readAddress('0x1d7e57aa55817448', 'mainnet').status, 'right')
})

test('an address is shown in groups that can be compared', () => {
  assert.equal(inGroups(local), '0x f8d6 e058 6b0a 20c7')
})
