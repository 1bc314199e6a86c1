import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { cardBuyer } from '../testing/card-buyer.ts'
import { cardClient } from '../testing/card-client.ts'
import { sendJson, testSandbox } from '../testing/test-sandbox.ts'
import { sandboxShop, sandboxSite } from './start-card.ts'

type Result = { transactionresult: Record<string, string | null>; credit: Record<string, string | null> }
const access = { ShopID: sandboxShop.id, ShopPass: sandboxShop.pass }
const typed = { cardno: '4111 1111 1111 1111', month: '12', year: '2049', securitycode: '123', holdername: 'HANAKO' }

async function hostedPage(t: TestContext) {
  const { addresses } = await testSandbox(t)
  const { pages } = addresses
  const open = (OrderID: string, more: { transaction?: object; credit?: object; displaysetting?: object } = {}) =>
    sendJson('POST', `${pages}/card/payment/GetLinkplusUrlPayment.json`, {
      geturlparam: access,
      configid: 'kura',
      transaction: {
        OrderID,
        Amount: '1200',
        Tax: '0',
        RetUrl: 'http://shop.test/ret',
        CompleteUrl: 'http://shop.test/done?o=1',
        CancelUrl: 'http://shop.test/cancel',
        PayMethods: ['credit'],
        ResultSkipFlag: '1',
        ...more.transaction,
      },
      credit: { JobCd: 'CAPTURE', Method: '1', TdFlag: '2', Tds2Type: '2', ...more.credit },
      displaysetting: more.displaysetting,
    })
  const url = async (...args: Parameters<typeof open>) => {
    const { status, body } = await open(...args)
    assert.equal(status, 200)
    return (body as { LinkUrl: string }).LinkUrl
  }
  const submit = (link: string, fields: Record<string, string>) =>
    fetch(link, { method: 'POST', body: new URLSearchParams({ act: 'pay', ...fields }), redirect: 'manual' })
  /** Types a card and walks through the bank's page; answers where the browser ends. */
  const pay = async (link: string, fields: Record<string, string> = typed) => {
    const submitted = await submit(link, fields)
    assert.equal(submitted.status, 303)
    const end = await cardBuyer(pages, sandboxShop.id).walkChallenge(submitted.headers.get('location') ?? '')
    assert.ok('address' in end)
    return fetch(end.address, { redirect: 'manual' })
  }
  return { ...cardClient(pages), pages, open, url, submit, pay }
}

/** Reads the signed result as a shop does. */
function readResult(location: string | null): Result {
  const [text = '', sign] = new URL(location ?? '').searchParams.get('result')?.split('.') ?? []
  const expected = createHash('sha256').update(text + sandboxShop.pass)
  assert.equal(sign, expected.digest('hex'))
  return JSON.parse(Buffer.from(text, 'base64').toString()) as Result
}

test('a buyer pays at the hosted page and comes back with a signed result', async (t) => {
  const { url, pay, search } = await hostedPage(t)
  const link = await url('link-1')
  const shown = await (await fetch(link)).text()
  assert.match(shown, /<html lang="ja">[\s\S]*カードでのお支払い[\s\S]*¥1,200/)
  assert.equal((await search('link-1')).ErrInfo, 'E01110002')
  const back = await pay(link)
  assert.equal(back.status, 303)
  const location = back.headers.get('location')
  assert.match(location ?? '', /^http:\/\/shop\.test\/done\?o=1&result=/)
  const result = readResult(location)
  const found = await search('link-1')
  assert.deepEqual([found.Status, found.Amount], ['CAPTURE', '1200'])
  assert.deepEqual(
    [result.transactionresult.Result, result.transactionresult.AccessID, result.credit.TranID],
    ['PAYSUCCESS', found.AccessID, found.TranID],
  )
  // Coming back to the page pays nothing twice and leads on.
  assert.equal((await fetch(link, { redirect: 'manual' })).status, 303)
})

test('a refused card can be replaced, a wrong number is shown as an error, and the page of the result speaks English', async (t) => {
  const { url, submit, pay, search } = await hostedPage(t)
  const link = await url('link-2', { transaction: { ResultSkipFlag: '0' }, displaysetting: { Lang: 'en' } })
  assert.match(await (await submit(link, { ...typed, cardno: '4111111111111112' })).text(), /Please check the card/)
  const refused = await pay(link, { ...typed, cardno: '4999000000000179' })
  assert.match(await refused.text(), /Please try another card\.[\s\S]*42G020000/)
  assert.equal((await search('link-2')).Status, 'AUTHENTICATED')
  const done = await (await pay(link)).text()
  assert.match(done, /<html lang="en">[\s\S]*Payment complete[\s\S]*href="http:\/\/shop\.test\/done/)
  assert.equal((await search('link-2')).Status, 'CAPTURE')
})

test('a buyer who cancels goes back, and a rejected or expired page takes no card', async (t) => {
  const { open, url, submit, pay, pages } = await hostedPage(t)
  const link = await url('link-3')
  const cancelled = await submit(link, { act: 'cancel' })
  assert.match(cancelled.headers.get('location') ?? '', /^http:\/\/shop\.test\/cancel\?result=/)
  assert.equal(readResult(cancelled.headers.get('location')).transactionresult.Result, 'PAYSTART')
  const reject = (OrderID: string) =>
    sendJson('POST', `${pages}/card/payment/RejectLinkplusUrlPayment.json`, { ...access, OrderID })
  assert.equal((await reject('link-3')).status, 200)
  assert.equal((await submit(link, typed)).status, 410)
  const old = await url('link-4', { transaction: { PaymentExpireDate: '202001010000' } })
  const over = await fetch(old)
  assert.equal(over.status, 410)
  assert.match(await over.text(), /href="http:\/\/shop\.test\/cancel\?result=/)
  const paid = await url('link-5')
  await pay(paid)
  assert.deepEqual(await reject('link-5'), { status: 400, body: [{ ErrCode: 'E11', ErrInfo: 'E11010001' }] })
  assert.equal((await fetch(`${pages}/card/link/none`)).status, 410)
  assert.deepEqual((await open('注文', { transaction: { Amount: '' } })).body, [
    { ErrCode: 'E01', ErrInfo: 'E01040013' },
    { ErrCode: 'E01', ErrInfo: 'E01060001' },
  ])
})

test('a page rejected while the buyer is at the bank takes no money', async (t) => {
  const { url, submit, pages, search } = await hostedPage(t)
  const submitted = await submit(await url('link-8'), typed)
  const end = await cardBuyer(pages, sandboxShop.id).walkChallenge(submitted.headers.get('location') ?? '')
  assert.ok('address' in end)
  await sendJson('POST', `${pages}/card/payment/RejectLinkplusUrlPayment.json`, { ...access, OrderID: 'link-8' })
  assert.equal((await fetch(end.address)).status, 410)
  assert.equal((await search('link-8')).Status, 'AUTHENTICATED')
})

test('a member keeps the card at the hosted page and picks it the next time', async (t) => {
  const { url, pay, call, search } = await hostedPage(t)
  const member = { SiteID: sandboxSite.id, SitePass: sandboxSite.pass, MemberID: 'm-1' }
  await call('SaveMember', member)
  const credit = { MemberID: 'm-1', RegistMemberID: 'm-1' }
  await pay(await url('link-6', { credit }), { ...typed, keep: '1' })
  assert.equal((await call('SearchCard', member)).CardNo, '************1111')
  const again = await url('link-7', { credit })
  assert.match(await (await fetch(again)).text(), /登録済みのカード[\s\S]*\*{12}1111/)
  await pay(again, { cardseq: '0' })
  const found = await search('link-7')
  assert.deepEqual([found.Status, found.MemberID], ['CAPTURE', 'm-1'])
})
