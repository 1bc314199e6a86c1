import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { cardClient, type Answer } from '../testing/card-client.ts'
import { sendJson, tempFolder, testSandbox } from '../testing/test-sandbox.ts'
import { magicCards, passesLuhn } from './magic-cards.ts'

async function gateway(t: TestContext) {
  const { addresses } = await testSandbox(t)
  return { ...cardClient(addresses.pages), pages: addresses.pages }
}

test('a card is approved through the challenge page and the money is taken once', async (t) => {
  const { begin, decide, call, search, shop } = await gateway(t)
  const { trade, exec } = await begin('order-1', '4111111111111111')
  assert.equal(exec.ACS, '2')
  assert.equal((await search('order-1')).Status, 'AUTHENTICATED')
  assert.equal((await call('SecureTran2', trade)).ErrInfo, 'E21010007')
  assert.match(await (await fetch(exec.RedirectUrl ?? '')).text(), /¥1,200[\s\S]*\*{12}1111/)
  const back = await decide(exec.RedirectUrl, 'approved')
  assert.equal(back.headers.get('location'), `http://shop.test/return?order=1&AccessID=${trade.AccessID}`)
  const paid = await call('SecureTran2', trade)
  assert.equal(paid.OrderID, 'order-1')
  const signed = [paid.OrderID, paid.Forward, paid.Method, paid.PayTimes, paid.Approve, paid.TranID, paid.TranDate]
  assert.equal(
    paid.CheckString,
    createHash('md5')
      .update(`${signed.join('')}${shop.ShopPass}`)
      .digest('hex'),
  )
  assert.equal(paid.TranID?.length, 28)
  const found = await search('order-1')
  assert.deepEqual([found.Status, found.Amount, found.CardNo], ['CAPTURE', '1200', '************1111'])
  assert.equal((await call('SecureTran2', trade)).ErrInfo, 'E11010001')
})

test('failing or cancelling at the bank takes no money, and going back does not change the verdict', async (t) => {
  const { begin, decide, call, search } = await gateway(t)
  const failed = await begin('f-1', '4111111111111111')
  await decide(failed.exec.RedirectUrl, 'failed')
  await decide(failed.exec.RedirectUrl, 'approved')
  assert.equal((await call('SecureTran2', failed.trade)).ErrInfo, 'E21020001')
  const cancelled = await begin('c-1', '4111111111111111')
  await decide(cancelled.exec.RedirectUrl, 'cancelled')
  assert.equal((await call('SecureTran2', cancelled.trade)).ErrInfo, 'E21020002')
  assert.equal((await search('c-1')).Status, 'AUTHENTICATED')
  const silent = await begin('t-1', '4111111111111111')
  assert.equal((await decide(silent.exec.RedirectUrl, 'timeout')).status, 200)
  assert.equal((await call('SecureTran2', silent.trade)).ErrInfo, 'E21010007')
})

test('every card of the table does what the table says', async (t) => {
  const { begin, decide, call, search } = await gateway(t)
  for (const [index, card] of magicCards.entries()) {
    assert.ok(passesLuhn(card.number), card.number)
    const { trade, exec } = await begin(`m-${index}`, card.number)
    if (card.outcome?.at === 'exec') {
      assert.equal(exec.ErrInfo, card.outcome.errInfo)
      continue
    }
    if (card.frictionless) assert.equal((await fetch(exec.RedirectUrl ?? '', { redirect: 'manual' })).status, 303)
    else await decide(exec.RedirectUrl, 'approved')
    assert.equal((await call('SecureTran2', trade)).ErrInfo, card.outcome?.errInfo, card.number)
    const status = card.outcome && !card.outcome.charged ? 'AUTHENTICATED' : 'CAPTURE'
    assert.equal((await search(`m-${index}`)).Status, status, card.number)
  }
})

test('fields are checked, faults are listed in pairs, and an order number is used once', async (t) => {
  const { call, shop } = await gateway(t)
  const entry = (more: Answer) => call('EntryTran', { ...shop, OrderID: 'A', JobCd: 'AUTH', Amount: '10', ...more })
  const both = await entry({ OrderID: '注文', JobCd: 'X' })
  assert.deepEqual(both, { ErrCode: 'E01|E01', ErrInfo: 'E01040013|E01050002' })
  assert.equal((await entry({ OrderID: 'x'.repeat(28) })).ErrInfo, 'E01040003')
  assert.equal((await entry({ Amount: '12345678' })).ErrInfo, 'E01060005')
  assert.equal((await entry({ ShopPass: 'wrong' })).ErrInfo, 'E01030002')
  const twins = await Promise.all([entry({}), entry({})])
  assert.deepEqual(twins.map((answer) => answer.ErrInfo ?? 'ok').sort(), ['E01040010', 'ok'])
  assert.equal((await call('ExecTran', { AccessID: 'x', AccessPass: 'y' })).ErrInfo, 'E01110002')
})

test('a card token works once, and bad card data gets no token', async (t) => {
  const { askToken, call, shop, token } = await gateway(t)
  const single = await token('4111111111111111')
  const pay = async (OrderID: string, Token: string) => {
    const trade = await call('EntryTran', { ...shop, OrderID, JobCd: 'AUTH', Amount: '10' })
    return call('ExecTran', { ...trade, Method: '1', Token })
  }
  assert.equal((await pay('o1', single)).ACS, '0')
  assert.equal((await pay('o2', single)).ErrInfo, 'EX1000302')
  assert.equal((await pay('o3', 'made-up')).ErrInfo, 'EX1000301')
  const codeOf = async (more: Answer) => (await askToken('4111111111111111', more)).resultCode
  assert.equal((await askToken('4111111111111112')).resultCode, '102')
  assert.equal(await codeOf({ expire: '2001' }), '113')
  assert.equal(await codeOf({ expire: '4913' }), '113')
  assert.equal(await codeOf({ securitycode: '12x' }), '121')
  assert.equal(await codeOf({ shopid: 'other' }), '180')
  const two = await askToken('4111111111111111', { tokennumber: '2' })
  assert.equal(new Set(two.tokenObject?.token).size, 2)
})

test('sales and returns follow the calendar and the states', async (t) => {
  // the day must not end half-way
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-10T03:00:00Z') })
  const { begin, decide, call, shop, pages, search } = await gateway(t)
  const { trade, exec } = await begin('s-1', '4111111111111111', { JobCd: 'AUTH' })
  const alter = (JobCd: string, more: Answer = {}) => call('AlterTran', { ...shop, ...trade, JobCd, ...more })
  assert.equal((await alter('VOID')).ErrInfo, 'E11010002')
  await decide(exec.RedirectUrl, 'approved')
  await call('SecureTran2', trade)
  assert.equal((await alter('SALES', { Amount: '1' })).ErrInfo, 'E01060010')
  assert.equal((await alter('SALES', { Amount: '1200' })).AccessID, trade.AccessID)
  assert.equal((await alter('SALES', { Amount: '1200' })).ErrInfo, 'E11010003')
  assert.equal((await alter('RETURNX')).ErrInfo, 'E11010003')
  await sendJson('PUT', `${pages}/sandbox/card`, { clockOffsetDays: 40 })
  assert.equal((await alter('VOID')).ErrInfo, 'E11010003')
  assert.equal((await alter('RETURNX')).ErrInfo, undefined)
  assert.equal((await search('s-1')).Status, 'RETURNX')
  assert.equal((await alter('RETURNX')).ErrInfo, 'E11010003')
})

test('a lost answer leaves the payment done, a planned refusal leaves it undone, and down is down', async (t) => {
  const { begin, decide, call, pages, search } = await gateway(t)
  const { trade, exec } = await begin('l-1', '4111111111111111')
  await decide(exec.RedirectUrl, 'approved')
  const put = (body: object) => sendJson('PUT', `${pages}/sandbox/card`, body)
  await put({ failNext: [{ call: 'SecureTran2', errInfo: 'E92000001', count: 1 }] })
  assert.deepEqual(await call('SecureTran2', trade), { ErrCode: 'E92', ErrInfo: 'E92000001' })
  assert.equal((await search('l-1')).Status, 'AUTHENTICATED')
  await put({ loseResponses: [{ call: 'SecureTran2', count: 1 }] })
  await assert.rejects(call('SecureTran2', trade), /fetch failed/)
  assert.equal((await search('l-1')).Status, 'CAPTURE')
  await put({ http500After: [{ call: 'SearchTrade', count: 1 }] })
  await assert.rejects(search('l-1'), /HTTP 500/)
  await put({ down: true })
  await assert.rejects(search('l-1'), /HTTP 503/)
  assert.equal((await put({ down: 'yes' })).status, 400)
  assert.equal((await put({ dwon: true })).status, 400)
})

test('two calls at once on one trade: the second is refused while the first runs', async (t) => {
  const { begin, decide, call, pages } = await gateway(t)
  const { trade, exec } = await begin('b-1', '4111111111111111')
  await decide(exec.RedirectUrl, 'approved')
  await sendJson('PUT', `${pages}/sandbox/card`, { slowMs: 3000 })
  const answers = await Promise.all([call('SecureTran2', trade), call('SecureTran2', trade)])
  assert.deepEqual(answers.map((answer) => answer.ErrInfo ?? 'paid').sort(), ['E90010001', 'paid'])
})

/** A shop that takes notices; `answers` are given in turn, then always `0`. */
async function noticeTaker(t: TestContext, answers: string[] = []) {
  const heard: URLSearchParams[] = []
  const server = createServer(async (request, response) => {
    heard.push(new URLSearchParams(await text(request)))
    response.end(answers.shift() ?? '0')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  const until = async (count: number) => {
    const deadline = Date.now() + 60_000
    while (heard.length < count && Date.now() < deadline) await sleep(20)
    return heard
  }
  return { appUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, until }
}

test('notices that were not accepted before a restart are sent after it until they are', async (t) => {
  const { appUrl, until } = await noticeTaker(t, ['1'])
  const dataDir = await tempFolder(t)
  const first = await testSandbox(t, { dataDir })
  const { begin, decide, call } = cardClient(first.addresses.pages)
  const { trade, exec } = await begin('r-1', '4111111111111111')
  await decide(exec.RedirectUrl, 'approved')
  await call('SecureTran2', trade)
  await first.close()
  await testSandbox(t, { dataDir, appUrl })
  const heard = await until(3)
  assert.equal(heard.length, 3)
  assert.deepEqual(new Set(heard.map((form) => form.get('Status'))), new Set(['AUTHENTICATED', 'CAPTURE']))
  assert.ok(heard.every((form) => form.get('ShopPass') === '**********' && form.get('OrderID') === 'r-1'))
})

// held until it is switched off, however long the payment takes
const disorder = { duplicateNotifications: 1, reorderWithinMs: 60_000 }

test('notices can come twice and in the wrong order', async (t) => {
  const { appUrl, until } = await noticeTaker(t)
  const { addresses } = await testSandbox(t, { appUrl })
  await sendJson('PUT', `${addresses.pages}/sandbox/card`, { ...disorder, reorder: true })
  const { begin, decide, call } = cardClient(addresses.pages)
  const { trade, exec } = await begin('d-1', '4111111111111111')
  await decide(exec.RedirectUrl, 'approved')
  await call('SecureTran2', trade)
  await sendJson('PUT', `${addresses.pages}/sandbox/card`, { reorder: false })
  const statuses = (await until(4)).map((form) => form.get('Status'))
  assert.equal(statuses[0], 'CAPTURE')
  assert.deepEqual(statuses.sort(), ['AUTHENTICATED', 'AUTHENTICATED', 'CAPTURE', 'CAPTURE'])
})

test('the management screen’s list has every trade of the days asked for, in the gateway’s charset', async (t) => {
  const { begin, pages } = await gateway(t)
  await begin('list-1', '4111111111111111')
  const read = async (query = '') => {
    const answer = await fetch(`${pages}/sandbox/card/trades.csv${query}`)
    return new TextDecoder('shift_jis')
      .decode(await answer.arrayBuffer())
      .trim()
      .split('\r\n')
  }
  const [headings, line, ...more] = await read()
  assert.equal(headings, '"ショップID","オーダーID","状態","処理日時","取引ID","利用金額","税送料"')
  assert.match(line ?? '', /^"sandbox000001","list-1","未決済","\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d","\w{32}","1200","0"$/)
  assert.deepEqual(more, [])
  assert.equal((await read('?to=20000101')).length, 1)
  assert.equal((await read('?from=99990101')).length, 1)
})
