import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { gatewayOrderId, orderIdOf } from './gateway.ts'

test('the order id at the gateway fits, is made of allowed characters, and is unique per order and attempt', () => {
  const ids = new Set<string>()
  for (let round = 0; round < 200; round += 1) {
    const orderId = randomUUID()
    for (const attempt of [1, 2, 32]) {
      const id = gatewayOrderId(orderId, attempt)
      assert.match(id, /^[0-7][0-9A-HJKMNP-TV-Z]{26}$/)
      ids.add(id)
      assert.equal(orderIdOf(id), orderId)
    }
  }
  assert.equal(ids.size, 600)
  assert.equal(gatewayOrderId('00000000-0000-0000-0000-000000000000', 1), `${'0'.repeat(26)}0`)
  assert.equal(gatewayOrderId('ffffffff-ffff-ffff-ffff-ffffffffffff', 32), `7${'Z'.repeat(25)}Z`)
  for (const other of ['', 'ASIDE-1', 'Z'.repeat(27), 'u'.repeat(27), '0'.repeat(26)])
    assert.equal(orderIdOf(other), undefined)
})
