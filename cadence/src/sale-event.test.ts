import assert from 'node:assert/strict'
import { test } from 'node:test'
import { string, uint64, type CdcValue } from './json-cdc.ts'
import { parseSaleEvent, saleEventTypes } from './sale-event.ts'

const at = '0x01cf0e2f2f715450'
const payload = (id: string, fields: Record<string, CdcValue>): CdcValue => ({
  type: 'Event',
  value: { id, fields: Object.entries(fields).map(([name, value]) => ({ name, value })) },
})

test('a cancelled order is read with its addresses in our spelling and its token id unrounded', () => {
  const type = 'A.01cf0e2f2f715450.SalePermission.OrderCancelled'
  const account = (value: string): CdcValue => ({ type: 'Address', value })
  const fields = {
    orderHash: string('ab'),
    orderId: string('order'),
    agent: account('0x01CF0E2F2F715450'),
    seller: account('0x179b6b1cb6755e31'),
    nftID: uint64(9_007_199_254_740_993n),
    uuid: uint64(7),
    price: uint64(12_000),
    expiry: uint64(1_790_000_000),
    by: account('0x179b6b1cb6755e31'),
  }
  assert.deepEqual(parseSaleEvent(at, { type, payload: payload(type, fields) }), {
    kind: 'cancelled',
    orderHash: 'ab',
    orderId: 'order',
    agent: at,
    seller: '0x179b6b1cb6755e31',
    nftId: 9_007_199_254_740_993n,
    uuid: 7n,
    priceYen: 12_000,
    expiry: 1_790_000_000,
    by: '0x179b6b1cb6755e31',
  })
})

test('events of other contracts, and of a contract of the same name elsewhere, are ignored', () => {
  const type = 'A.179b6b1cb6755e31.SalePermission.SalesPaused'
  const fields = { paused: { type: 'Bool', value: true } }
  assert.equal(parseSaleEvent(at, { type, payload: payload(type, fields) }), undefined)
  assert.deepEqual(parseSaleEvent('0x179b6b1cb6755e31', { type, payload: payload(type, fields) }), {
    kind: 'paused',
    paused: true,
  })
  const unknown = 'A.01cf0e2f2f715450.SalePermission.Else'
  assert.equal(parseSaleEvent(at, { type: unknown, payload: payload(unknown, {}) }), undefined)
})

test('the node is asked for each kind of event by its full name', () => {
  const types = saleEventTypes(at)
  assert.ok(types.includes('A.01cf0e2f2f715450.SalePermission.OrderAdded'))
  assert.ok(types.includes('A.01cf0e2f2f715450.SalePermission.Grant.ResourceDestroyed'))
  assert.ok(types.includes('A.01cf0e2f2f715450.SalePermission.AgentKeyRevoked'))
  assert.equal(new Set(types).size, 9)
})
