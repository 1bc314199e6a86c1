import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { paidyBuyer, paidyPayload } from '../testing/paidy-buyer.ts'
import { paidyClient } from '../testing/paidy-client.ts'
import { sendJson, tempFolder, testSandbox } from '../testing/test-sandbox.ts'
import type { PaidyPayment } from './payment-book.ts'
import { sandboxPaidy } from './start-paidy.ts'

const sidesOf = (pages: string) => {
  const buyer = paidyBuyer(pages, sandboxPaidy.publicKey)
  const authorise = async (orderRef: string) => {
    const end = await buyer.pay(paidyPayload(orderRef))
    assert.ok('id' in end && end.status === 'authorized')
    return end.id
  }
  return { pages, buyer, authorise, shop: paidyClient(pages) }
}
const paidy = async (t: TestContext) => sidesOf((await testSandbox(t)).addresses.pages)

test('a buyer authorises, the shop captures once, and gives back no more than that', async (t) => {
  const { authorise, shop } = await paidy(t)
  const id = await authorise('o-1')
  assert.match(id, /^pay_\w{16}$/)
  const before = (await shop.get(id)).body
  assert.deepEqual(
    [before?.status, before?.amount, before?.currency, before?.order.order_ref, before?.test, before?.captures],
    ['authorized', 1200, 'JPY', 'o-1', true, []],
  )
  const days = (Date.parse(before?.expires_at ?? '') - Date.parse(before?.created_at ?? '')) / 86_400_000
  assert.equal(days, 30)
  assert.equal((await shop.refund(id, { capture_id: 'cap_none' })).status, 409)

  const captured = (await shop.capture(id)).body
  const capture_id = captured?.captures[0]?.id ?? ''
  assert.deepEqual([captured?.status, captured?.captures[0]?.amount], ['closed', 1200])
  assert.equal((await shop.capture(id)).status, 409)
  assert.equal((await shop.close(id)).status, 409)

  assert.equal((await shop.refund(id, { capture_id: 'cap_other', amount: 1 })).status, 400)
  assert.equal((await shop.refund(id, { capture_id, amount: 1201 })).status, 400)
  assert.equal((await shop.refund(id, { capture_id, amount: 0.5 })).status, 400)
  assert.equal((await shop.refund(id, { capture_id, amount: 200, reason: '一部' })).body?.refunds[0]?.amount, 200)
  const rest = (await shop.refund(id, { capture_id })).body
  assert.deepEqual(
    rest?.refunds.map(({ amount }) => amount),
    [200, 1000],
  )
  const refused = await shop.refund(id, { capture_id })
  assert.deepEqual([refused.status, refused.body?.code], [409, 'payment.conflict'])
})

test('a rejected buyer, a closed overlay and a voided payment move no money', async (t) => {
  const { buyer, authorise, shop } = await paidy(t)
  const rejected = await buyer.pay(paidyPayload('r-1'), 'rejected')
  assert.ok('id' in rejected)
  assert.equal(rejected.status, 'rejected')
  assert.equal((await shop.get(rejected.id)).body?.status, 'rejected')
  assert.equal((await shop.capture(rejected.id)).status, 409)
  const closed = await buyer.pay(paidyPayload('c-1'), 'closed')
  assert.ok('id' in closed)
  assert.deepEqual([closed.status, closed.amount, closed.currency], ['closed', 1200, 'JPY'])
  assert.equal((await shop.get(closed.id)).status, 404)
  const id = await authorise('v-1')
  assert.deepEqual([(await shop.close(id)).body?.status, (await shop.get(id)).body?.captures], ['closed', []])
  assert.equal((await shop.close(id)).status, 409)
  assert.equal((await shop.capture(id)).status, 409)
})

test('an idempotency key does its work once and refuses another request, also after a restart', async (t) => {
  const dataDir = await tempFolder(t)
  const first = await testSandbox(t, { dataDir })
  const { authorise, shop } = sidesOf(first.addresses.pages)
  const id = await authorise('k-1')
  const captured = await shop.capture(id, 'capture-1')
  assert.deepEqual(await shop.capture(id, 'capture-1'), captured)
  const capture_id = captured.body?.captures[0]?.id
  const refunds = await Promise.all([1, 2, 3].map(() => shop.refund(id, { capture_id, amount: 100 }, 'refund-1')))
  assert.deepEqual(
    refunds.map(({ body }) => body?.refunds.length),
    [1, 1, 1],
  )
  assert.equal((await shop.refund(id, { capture_id, amount: 200 }, 'refund-1')).status, 409)
  await first.close()

  const again = paidyClient((await testSandbox(t, { dataDir })).addresses.pages)
  assert.equal((await again.refund(id, { capture_id, amount: 100 }, 'refund-1')).body?.refunds.length, 1)
  assert.equal((await again.get(id)).body?.refunds.length, 1)
})

test('an authorisation ends after thirty days, and the shop may change its own notes', async (t) => {
  const { authorise, shop, pages } = await paidy(t)
  const id = await authorise('e-1')
  const updated = await shop.update(id, { description: 'メモ', metadata: { a: 1 }, order: { order_ref: 'e-2' } })
  assert.deepEqual(
    [
      updated.body?.description,
      updated.body?.metadata,
      updated.body?.order.order_ref,
      updated.body?.order.items.length,
    ],
    ['メモ', { a: '1' }, 'e-2', 1],
  )
  const pairs = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`k${index}`, 'v']))
  assert.equal((await shop.update(id, { metadata: pairs })).status, 400)
  await sendJson('PUT', `${pages}/sandbox/paidy/switches`, { clockOffsetDays: 31 })
  assert.equal((await shop.capture(id)).status, 409)
  assert.equal((await shop.get(id)).body?.status, 'closed')
})

test('wrong keys, sums and fields are refused in the words of the API', async (t) => {
  const { buyer, pages, shop } = await paidy(t)
  const wrongKey = await paidyClient(pages, 'sk_other').get('pay_x')
  assert.deepEqual([wrongKey.status, wrongKey.body?.code], [401, 'authentication.failed'])
  assert.deepEqual((await shop.get('pay_none')).body, {
    status: 404,
    code: 'not_found',
    title: 'Not found',
    description: 'no such payment',
  })
  const payload = paidyPayload('w-1')
  const wrong = (more: object) => buyer.pay({ ...payload, ...more })
  await assert.rejects(wrong({ amount: 1199 }), /400: amount: 1199 is not the sum of items, tax and shipping, 1200/)
  await assert.rejects(wrong({ currency: 'USD' }), /400: currency/)
  await assert.rejects(wrong({ buyer: { name1: ' ' } }), /400: buyer\.name1/)
  await assert.rejects(wrong({ order: undefined }), /400: order/)
  await assert.rejects(wrong({ shipping_address: { zip: '1000001' } }), /400: shipping_address\.zip/)
  await assert.rejects(paidyBuyer(pages, 'pk_other').pay(payload), /401/)
  const { session } = (await buyer.post('', { api_key: sandboxPaidy.publicKey, payload })) as { session: string }
  const buyerOf = (email: string, phone: string) => buyer.post(`/${session}/buyer`, { email, phone })
  await assert.rejects(buyer.post(`/${session}/code`, { code: '8888' }), /400: the buyer comes first/)
  assert.deepEqual(await buyerOf('someone@example.test', '08000000001'), { wrong: 'buyer' })
  assert.deepEqual(await buyerOf('successful.payment@paidy.com', '09000000000'), { wrong: 'buyer' })
  assert.deepEqual(await buyerOf('successful.payment@paidy.com', '080-0000-0001'), { next: 'code' })
  assert.deepEqual(await buyer.post(`/${session}/code`, { code: '0000' }), { wrong: 'code' })
  const answer = await fetch(`${pages}/paidy/payments/pay_x/captures`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${sandboxPaidy.secretKey}` },
    body: '{',
  })
  assert.deepEqual(
    [answer.status, ((await answer.json()) as { code: string }).code],
    [400, 'request_content.malformed'],
  )
})

test('calls with lost responses take effect, planned errors and forgotten refunds do not, as the book shows', async (t) => {
  const { authorise, shop, pages } = await paidy(t)
  const put = (body: object) => sendJson('PUT', `${pages}/sandbox/paidy/switches`, body)
  const id = await authorise('f-1')
  await put({ failNext: [{ call: 'capture', status: 503, count: 1 }] })
  assert.equal((await shop.capture(id)).status, 503)
  assert.equal((await shop.get(id)).body?.status, 'authorized')
  await put({ loseResponses: [{ call: 'capture', count: 1 }] })
  await assert.rejects(shop.capture(id), /fetch failed/)
  await put({ http500After: [{ call: 'refund', count: 1 }] })
  const capture_id = (await shop.get(id)).body?.captures[0]?.id
  assert.equal((await shop.refund(id, { capture_id, amount: 5 })).status, 500)
  await put({ forgetNext: [{ call: 'refund', count: 1 }] })
  assert.equal((await shop.refund(id, { capture_id, amount: 7 })).body?.refunds.length, 2)
  const { payments } = (await (await fetch(`${pages}/sandbox/paidy`)).json()) as { payments: PaidyPayment[] }
  const kept = payments.map(({ status, captures, refunds }) => [
    status,
    captures[0]?.amount,
    refunds.map(({ amount }) => amount),
  ])
  assert.deepEqual(kept, [['closed', 1200, [5]]])
  await put({ down: true })
  assert.equal((await shop.get(id)).status, 503)
  assert.equal((await put({ down: 1 })).status, 400)
})

test('the merchant’s list has every payment', async (t) => {
  const { authorise, pages } = await paidy(t)
  const id = await authorise('o-list')
  const [headings, line] = (await (await fetch(`${pages}/sandbox/paidy/payments.csv`)).text()).split('\r\n')
  assert.equal(headings, '"決済ID","注文番号","金額","状態","作成日時"')
  assert.match(line ?? '', new RegExp(`^"${id}","o-list","1200","authorized","`))
})
