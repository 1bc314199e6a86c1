import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { step, withSteps } from '../platform/step.ts'
import { armFaults } from './fault-plan.ts'

afterEach(() => armFaults(''))

test('a point without a plan does nothing, a planned one breaks there', async () => {
  let done = 0
  const work = async () => (done += 1)
  assert.equal(await step('anywhere', work), 1)
  armFaults('throw:before here,sleep:before there:1,throw:after last')
  assert.equal(await step('anywhere', work), 2)
  assert.equal(await step('there', work), 3)
  await assert.rejects(step('here', work), /before here/)
  assert.equal(done, 3, 'nothing is done after a fault before it')
  await assert.rejects(step('last', work), /after last/)
  assert.equal(done, 4, 'a fault after a step comes when it is done')
})

test('the calls of a client are steps by its name, and it is otherwise the same', async () => {
  const client = withSteps('bank', { url: 'http://bank', pay: async (yen: number) => yen, close: () => 'closed' })
  assert.equal(client.url, 'http://bank')
  assert.equal(client.close(), 'closed')
  armFaults('throw:after bank.pay')
  await assert.rejects(client.pay(100), /after bank\.pay/)
  armFaults('')
  assert.equal(await client.pay(100), 100)
})

test('a plan that does not read is refused', () => {
  assert.throws(() => armFaults('explode:before here'), /not a fault/)
  assert.throws(() => armFaults('kill'), /not a fault/)
  assert.throws(() => armFaults('kill:here'), /not a point/)
})
