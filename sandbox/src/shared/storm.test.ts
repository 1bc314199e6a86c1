import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { sandboxPaidy } from '../paidy/start-paidy.ts'
import { cardBuyer } from '../testing/card-buyer.ts'
import { cardClient } from '../testing/card-client.ts'
import { paidyBuyer, paidyPayload } from '../testing/paidy-buyer.ts'
import { paidyClient } from '../testing/paidy-client.ts'
import { sendJson, testSandbox } from '../testing/test-sandbox.ts'

const orders = Array.from({ length: 60 }, (_, index) => `order-${index}`)

async function world(t: TestContext) {
  const { addresses } = await testSandbox(t)
  const { pages } = addresses
  const card = cardClient(pages)
  const buyer = cardBuyer(pages, card.shop.ShopID)
  /** One buyer through the whole of a card payment; returns the fate of the order. */
  const buy = async (order: string) => {
    const { trade, exec } = await card.begin(order, '4111111111111111')
    if (!exec.RedirectUrl) return exec.ErrInfo
    const end = await buyer.walkChallenge(exec.RedirectUrl)
    if ('lost' in end) return 'lost'
    return (await card.call('SecureTran2', trade)).ErrInfo ?? 'paid'
  }
  const storm = (body: object) => sendJson('PUT', `${pages}/sandbox/faults`, body)
  return { pages, card, buyer, buy, storm }
}

test('the same seed brings the same storm to the same orders, another one a different storm', async (t) => {
  const body = (seed: string) => ({ seed, card: { declinePercent: 30, lostChallengePercent: 10 } })
  const fates = async (seed: string) => {
    const { buy, storm } = await world(t)
    assert.equal((await storm(body(seed))).status, 200)
    return Promise.all(orders.map(buy))
  }
  const [first, second, other] = await Promise.all([fates('7'), fates('7'), fates('8')])
  assert.deepEqual(first, second)
  assert.notDeepEqual(first, other)
  assert.deepEqual([...new Set(first)].sort(), ['42G120000', 'lost', 'paid'])
})

test('a buyer whose return is lost has approved, and one whose check is lost has not', async (t) => {
  const { card, buyer, buy, storm } = await world(t)
  await storm({ card: { lostReturnPercent: 100 } })
  const { trade, exec } = await card.begin('gone', '4111111111111111')
  assert.deepEqual(await buyer.walkChallenge(exec.RedirectUrl ?? ''), { lost: true })
  assert.equal((await card.call('SecureTran2', trade)).ErrInfo, undefined)
  await storm({ card: { lostReturnPercent: 0, lostChallengePercent: 100 } })
  assert.equal(await buy('never'), 'lost')
  assert.equal((await card.search('never')).Status, 'AUTHENTICATED')
})

test('calls are refused before, or spoilt after, they are done', async (t) => {
  const { card, storm } = await world(t)
  const entry = (OrderID: string) => card.call('EntryTran', { ...card.shop, OrderID, JobCd: 'AUTH', Amount: '10' })
  const calm = { http429Percent: 0, lostResponsePercent: 0, http500Percent: 0, downSeconds: 0 }
  await storm({ card: { ...calm, http429Percent: 100 } })
  await assert.rejects(entry('a-1'), /HTTP 429/)
  await storm({ card: { ...calm, lostResponsePercent: 100 } })
  await assert.rejects(entry('a-2'), /fetch failed/)
  await storm({ card: { ...calm, http500Percent: 100 } })
  await assert.rejects(entry('a-3'), /HTTP 500/)
  await storm({ card: { ...calm, downSeconds: 60 } })
  await assert.rejects(entry('a-4'), /HTTP 503/)
  await assert.rejects(card.token('4111111111111111'), /not valid JSON/)
  await storm({ card: calm })
  const found = await Promise.all(['a-1', 'a-2', 'a-3', 'a-4'].map((order) => card.search(order)))
  assert.deepEqual(
    found.map(({ Status, ErrInfo }) => Status ?? ErrInfo),
    ['E01110002', 'UNPROCESSED', 'UNPROCESSED', 'E01110002'],
  )
})

test('a failed call is drawn again on each repeat, so a retry gets through', async (t) => {
  const { card, storm, buy } = await world(t)
  await buy('again')
  await storm({ seed: '3', card: { http429Percent: 60 } })
  const tries = await Promise.allSettled(Array.from({ length: 40 }, () => card.search('again')))
  const answered = tries.filter(({ status }) => status === 'fulfilled').length
  assert.ok(answered > 0 && answered < 40, `${answered} of 40`)
})

test('the storm reaches Paidy as well: declined, lost with and without an authorisation, spoilt answers', async (t) => {
  const { pages, storm } = await world(t)
  const buyer = paidyBuyer(pages, sandboxPaidy.publicKey)
  const shop = paidyClient(pages)
  const fates = async () => {
    const ends = await Promise.all(orders.map((order) => buyer.pay(paidyPayload(order))))
    return ends.map((end) => ('lost' in end ? 'lost' : end.status))
  }
  await storm({ seed: '7', paidy: { declinePercent: 30, lostChallengePercent: 10 } })
  const first = await fates()
  assert.deepEqual(await fates(), first)
  assert.deepEqual([...new Set(first)].sort(), ['authorized', 'lost', 'rejected'])
  await storm({ paidy: { declinePercent: 0, lostChallengePercent: 0, lostReturnPercent: 100 } })
  assert.deepEqual(await buyer.pay(paidyPayload('orphan')), { lost: true })
  await storm({ paidy: { lostReturnPercent: 0 } })
  const listed = (await (await fetch(`${pages}/sandbox/paidy`)).json()) as {
    payments: { id: string; status: string; order: { order_ref: string } }[]
  }
  const orphan = listed.payments.find(({ order }) => order.order_ref === 'orphan')
  assert.equal(orphan?.status, 'authorized')
  await storm({ paidy: { lostResponsePercent: 100 } })
  await assert.rejects(shop.capture(orphan?.id ?? ''), /fetch failed/)
  await storm({ paidy: { lostResponsePercent: 0, http429Percent: 100 } })
  assert.equal((await shop.get(orphan?.id ?? '')).status, 429)
  await storm({ paidy: { http429Percent: 0 } })
  assert.equal((await shop.get(orphan?.id ?? '')).body?.captures.length, 1)
})

test('a storm that does not read changes nothing, and DELETE brings calm', async (t) => {
  const { pages, storm } = await world(t)
  await storm({ seed: '9', card: { declinePercent: 5 } })
  for (const wrong of [[], { cart: {} }, { seed: 1 }, { card: { declinePercent: 101 } }, { card: { x: 1 } }])
    assert.equal((await storm(wrong)).status, 400)
  const half = { card: { declinePercent: 50 }, paidy: { slowMs: -1 } }
  assert.equal((await storm(half)).status, 400)
  const read = async () => (await (await fetch(`${pages}/sandbox/faults`)).json()) as unknown
  const now = (await read()) as { seed: string; card: { declinePercent: number } }
  assert.deepEqual([now.seed, now.card.declinePercent], ['9', 5])
  await fetch(`${pages}/sandbox/faults`, { method: 'DELETE' })
  assert.equal(((await read()) as { card: { declinePercent: number } }).card.declinePercent, 0)
})

test('Paidy notifies the shop of each change, unsigned, twice and in the wrong order when asked to', async (t) => {
  const heard: { payment_id: string; order_ref: string; status: string; event_type: string }[] = []
  const server = createServer(async (request, response) => {
    assert.equal(request.url, '/api/notices/paidy')
    heard.push((await json(request)) as (typeof heard)[number])
    // The first attempt is refused, so it has to come again.
    response.writeHead(heard.length === 1 ? 500 : 200).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  const appUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { pages } = (await testSandbox(t, { appUrl })).addresses
  const put = (body: object) => sendJson('PUT', `${pages}/sandbox/paidy/switches`, body)
  const until = async (count: number) => {
    const deadline = Date.now() + 60_000
    while (heard.length < count && Date.now() < deadline) await sleep(20)
    return heard.map(({ status }) => status)
  }
  const end = await paidyBuyer(pages, sandboxPaidy.publicKey).pay(paidyPayload('n-1'))
  assert.ok('id' in end)
  assert.deepEqual(await until(2), ['authorize_success', 'authorize_success'])
  assert.deepEqual([heard[0]?.payment_id, heard[0]?.order_ref, heard[0]?.event_type], [end.id, 'n-1', 'payment'])
  // held until it is switched off, however long the two take
  await put({ duplicateNotifications: 1, reorder: true, reorderWithinMs: 60_000 })
  const shop = paidyClient(pages)
  const capture_id = (await shop.capture(end.id)).body?.captures[0]?.id
  await shop.refund(end.id, { capture_id })
  await put({ reorder: false })
  const later = (await until(6)).slice(2)
  assert.equal(later[0], 'refund_success')
  assert.deepEqual(later.sort(), ['capture_success', 'capture_success', 'refund_success', 'refund_success'])
})
