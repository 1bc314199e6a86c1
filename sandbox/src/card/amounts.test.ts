import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { cardClient, type Answer } from '../testing/card-client.ts'
import { sendJson, testSandbox } from '../testing/test-sandbox.ts'
import type { Trade } from './trade-book.ts'

async function paidOrder(t: TestContext, OrderID: string, JobCd = 'CAPTURE') {
  // the kind of refund depends on the day, which must not end half-way
  t.mock.timers.reset()
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-10T03:00:00Z') })
  const { addresses } = await testSandbox(t)
  const client = cardClient(addresses.pages)
  const { trade, exec } = await client.begin(OrderID, '4111111111111111', { JobCd })
  await client.decide(exec.RedirectUrl, 'approved')
  await client.call('SecureTran2', trade)
  const change = (name: string, more: Answer) => client.call(name, { ...client.shop, ...trade, ...more })
  const state = async () => {
    const { Status, Amount } = await client.search(OrderID)
    const answer = await fetch(`${addresses.pages}/sandbox/card/trades?order=${OrderID}`)
    const [found] = ((await answer.json()) as { trades: Trade[] }).trades
    return [Status, Amount, found?.capturedAmount, found?.refundedAmount]
  }
  const put = (body: object) => sendJson('PUT', `${addresses.pages}/sandbox/card`, body)
  return { change, state, put }
}

test('a part is refunded, then the rest, and never more than was taken', async (t) => {
  const { change, state } = await paidOrder(t, 'part-1')
  assert.deepEqual(await state(), ['CAPTURE', '1200', 1200, 0])
  assert.equal((await change('AlterTran', { JobCd: 'RETURN', Amount: '1201' })).ErrInfo, 'E01060010')
  assert.equal((await change('AlterTran', { JobCd: 'RETURN', Amount: '0' })).ErrInfo, 'E01060010')
  assert.equal((await change('AlterTran', { JobCd: 'RETURN', Amount: 'x' })).ErrInfo, 'E01060006')
  assert.equal((await change('AlterTran', { JobCd: 'RETURN', Amount: '300' })).ErrInfo, undefined)
  assert.deepEqual(await state(), ['CAPTURE', '900', 1200, 300])
  assert.equal((await change('AlterTran', { JobCd: 'RETURN', Amount: '901' })).ErrInfo, 'E01060010')
  assert.equal((await change('AlterTran', { JobCd: 'RETURN', Amount: '900' })).ErrInfo, undefined)
  assert.deepEqual(await state(), ['RETURN', '900', 1200, 1200])
  assert.equal((await change('AlterTran', { JobCd: 'RETURN', Amount: '1' })).ErrInfo, 'E11010003')
})

test('a part refunded in a later month does not make the payment one of today', async (t) => {
  const { change, state, put } = await paidOrder(t, 'part-2')
  await put({ clockOffsetDays: 40 })
  assert.equal((await change('AlterTran', { JobCd: 'RETURN', Amount: '200' })).ErrInfo, 'E11010003')
  assert.equal((await change('AlterTran', { JobCd: 'RETURNX', Amount: '200' })).ErrInfo, undefined)
  assert.equal((await change('AlterTran', { JobCd: 'VOID' })).ErrInfo, 'E11010003')
  assert.deepEqual(await state(), ['CAPTURE', '1000', 1200, 200])
})

test('an amount is changed up and down, and an authorisation takes nothing until its sales', async (t) => {
  const { change, state } = await paidOrder(t, 'change-1')
  assert.equal((await change('ChangeTran', { JobCd: 'CAPTURE', Amount: '1500' })).ErrInfo, undefined)
  assert.deepEqual(await state(), ['CAPTURE', '1500', 1500, 0])
  await change('ChangeTran', { JobCd: 'CAPTURE', Amount: '1000' })
  assert.deepEqual(await state(), ['CAPTURE', '1000', 1500, 500])
  assert.equal((await change('ChangeTran', { JobCd: 'AUTH', Amount: '900' })).ErrInfo, 'E11010003')
  assert.equal((await change('ChangeTran', { JobCd: 'CAPTURE', Amount: '0' })).ErrInfo, 'E01060010')
  await change('AlterTran', { JobCd: 'VOID' })
  assert.deepEqual(await state(), ['VOID', '1000', 1500, 1500])

  const held = await paidOrder(t, 'change-2', 'AUTH')
  await held.change('ChangeTran', { JobCd: 'AUTH', Amount: '700' })
  assert.deepEqual(await held.state(), ['AUTH', '700', 0, 0])
  await held.change('AlterTran', { JobCd: 'SALES', Amount: '700' })
  assert.deepEqual(await held.state(), ['SALES', '700', 700, 0])
})

test('a refund the gateway forgot was answered as done, and the trade still holds the money', async (t) => {
  const { change, state, put } = await paidOrder(t, 'forgot-1')
  await put({ forgetNext: [{ call: 'AlterTran', count: 1 }] })
  assert.equal((await change('AlterTran', { JobCd: 'VOID' })).ErrInfo, undefined)
  assert.deepEqual(await state(), ['CAPTURE', '1200', 1200, 0])
  await change('AlterTran', { JobCd: 'VOID' })
  assert.deepEqual(await state(), ['VOID', '1200', 1200, 1200])
})
