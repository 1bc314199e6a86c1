import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rates } from '@kura/contract/limits'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'

const send = ({ http }: TestWorld, fields: Record<string, string>, remoteAddress = '203.0.113.7') =>
  http.inject({
    method: 'POST',
    url: '/api/notices/card',
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

test('one hint about an order waits, however often it is sent; one that came during the look is kept', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const kept = async () =>
    (await sql`select gateway_order_id as id from gateway_notices order by received_at`).map(({ id }) => id)
  for (let time = 0; time < 5; time += 1) assert.equal((await send(world, { OrderID: 'A-1' })).body, '0')
  await send(world, { OrderID: 'B-1' })
  assert.deepEqual(await kept(), ['A-1', 'B-1'])
  await sql`update gateway_notices set worked_until = kura_now() + interval '30 seconds' where gateway_order_id = 'A-1'`
  await send(world, { OrderID: 'A-1' })
  assert.deepEqual(await kept(), ['A-1', 'B-1', 'A-1'])
  await sql`update gateway_notices set handled_at = kura_now()`
  await send(world, { OrderID: 'B-1' })
  assert.deepEqual(await kept(), ['A-1', 'B-1', 'A-1', 'B-1'])
})

test('a source that floods is told to wait and leaves nothing; another is heard', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  assert.equal((await send(world, { OrderID: 'A-1' })).statusCode, 200)
  await sql`update rate_limits set tokens = 1, updated_at = kura_now() + interval '1 minute'`
  assert.equal((await send(world, { OrderID: 'A-2' })).statusCode, 200)
  assert.equal((await send(world, { OrderID: 'A-3' })).statusCode, 429)
  assert.equal((await send(world, { OrderID: 'A-4' }, '203.0.113.8')).statusCode, 200)
  const rows = await sql`select gateway_order_id as id from gateway_notices order by id`
  assert.deepEqual(
    rows.map(({ id }) => id),
    ['A-1', 'A-2', 'A-4'],
  )
  assert.ok(rates.cardNoticePerSource.burst >= 1000, 'a rush of the gateway itself passes')
})
