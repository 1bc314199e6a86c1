import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAddressOf, normalAddress, type FlowNetwork } from './flow-address.ts'

const known: Record<FlowNetwork, string[]> = {
  mainnet: ['0x1d7e57aa55817448', '0xf233dcee88fe0abe', '0x86185fba578bc773', '0xe467b9dd11fa00df'],
  testnet: ['0x74daa6f9c7ef24b1', '0x631e88ae7f1d7c20', '0x9a0766d93b6608b7', '0x8c5303eaa26202d6'],
  local: ['0xf8d6e0586b0a20c7', '0xee82856bf20e2aa6', '0x0ae53cb6e3f42a79', '0x01cf0e2f2f715450'],
}
const networks = Object.keys(known) as FlowNetwork[]

test('addresses of a network are known there and on no other', () => {
  for (const network of networks)
    for (const [home, addresses] of Object.entries(known))
      for (const address of addresses) assert.equal(isAddressOf(network, address), network === home, address)
})

test('one or two wrong bits are always noticed', () => {
  const right = BigInt(known.local[0]!)
  for (let first = 0n; first < 64n; first++)
    for (let second = 0n; second < 64n; second++) {
      const wrong = right ^ (1n << first) ^ (first === second ? 0n : 1n << second)
      assert.equal(isAddressOf('local', `0x${wrong.toString(16).padStart(16, '0')}`), false)
    }
})

test('any wrong hex digit is noticed', () => {
  const right = known.mainnet[0]!
  for (let place = 2; place < 18; place++)
    for (const digit of '0123456789abcdef')
      if (right[place] !== digit)
        assert.equal(isAddressOf('mainnet', right.slice(0, place) + digit + right.slice(place + 1)), false)
})

test('what is no address at all is none of any network', () => {
  for (const text of ['', '0x', 'f8d6e0586b0a20c7', '0xf8d6e0586b0a20c', '0xf8d6e0586b0a20c7 ', `0x${'0'.repeat(16)}`])
    for (const network of networks) assert.equal(isAddressOf(network, text), false, text)
  assert.equal(isAddressOf('local', '0x1cb159857af02018'), false)
})

test('an address is stored in one form only', () => {
  assert.equal(normalAddress('0x01CF0E2F2F715450'), '0x01cf0e2f2f715450')
  assert.equal(normalAddress('1cf0e2f2f715450'), '0x01cf0e2f2f715450')
  assert.throws(() => normalAddress('0xnothing'), TypeError)
})
