import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { cardGateway, returnKinds } from './card-gateway.ts'
import { readAnswer } from './card-wire.ts'

const shop = { CARD_SHOP_ID: 'shop', CARD_SHOP_PASS: 'pass', CARD_SITE_ID: 'site', CARD_SITE_PASS: 'word' }
const byToken = { kind: 'token', token: 't' } as const

/** A gateway that gives each call of a name the same answer; a function may look at the form. */
async function gatewayThat(
  t: TestContext,
  answers: Record<string, string | Buffer | ((form: URLSearchParams) => string)>,
) {
  const seen: { name: string; form: URLSearchParams }[] = []
  const server = createServer(async (request, response) => {
    const name = /\/card\/payment\/(\w+)\.idPass/.exec(request.url ?? '')?.[1] ?? ''
    const form = new URLSearchParams((await request.toArray()).join(''))
    seen.push({ name, form })
    const answer = answers[name]
    if (answer === undefined) return void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
    response.writeHead(200, { 'content-type': 'text/plain;charset=Windows-31J' })
    response.end(typeof answer === 'function' ? answer(form) : answer)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/card`
  return { seen, card: cardGateway({ ...shop, CARD_GATEWAY_URL: url }) }
}

const access = { accessId: 'a', accessPass: 'b' }
const paid = 'ACS=0&OrderID=o&Forward=f&Method=1&PayTimes=&Approve=0001&TranID=t&TranDate=20260101000000'
const check = createHash('md5').update('of10001t20260101000000pass').digest('hex')

test('responses are read as the gateway writes them', () => {
  assert.deepEqual(readAnswer('AccessID=a=b&Empty='), { kind: 'fields', fields: { AccessID: 'a=b', Empty: '' } })
  assert.deepEqual(readAnswer('ErrCode=E01|E01&ErrInfo=E01050002|E01060006'), {
    kind: 'refused',
    codes: ['E01050002', 'E01060006'],
  })
  for (const text of [
    '',
    '<html>',
    'ErrCode=E91&ErrInfo=E91019999',
    'ErrCode=E90&ErrInfo=E90010001',
    'ErrCode=&ErrInfo=',
  ])
    assert.equal(readAnswer(text).kind, 'lost', text)
})

test('a payment is believed only with our check string', async (t) => {
  const right = await gatewayThat(t, { SecureTran2: `${paid}&CheckString=${check}` })
  assert.deepEqual(await right.card.complete(access), {
    kind: 'captured',
    proof: { tranId: 't', approve: '0001' },
  })
  const wrong = await gatewayThat(t, { SecureTran2: `${paid}&CheckString=${'0'.repeat(32)}` })
  assert.equal((await wrong.card.complete(access)).kind, 'unknown')
})

test('3-D Secure is always asked for, and the member comes back by GET', async (t) => {
  const { card, seen } = await gatewayThat(t, {
    EntryTran: 'AccessID=1&AccessPass=2',
    ExecTran: 'ACS=2&RedirectUrl=https://acs.example/x?a=b',
  })
  assert.deepEqual(await card.enter({ gatewayOrderId: 'o', amountYen: 5 }), {
    kind: 'entered',
    accessId: '1',
    accessPass: '2',
  })
  const executed = await card.execute({
    ...access,
    gatewayOrderId: 'o',
    card: byToken,
    retUrl: 'https://here.example/',
  })
  assert.deepEqual(executed, { kind: 'challenge', redirectUrl: 'https://acs.example/x?a=b' })
  const [entry, exec] = seen.map(({ form }) => Object.fromEntries(form))
  assert.deepEqual(
    [entry?.['TdFlag'], entry?.['Tds2Type'], entry?.['JobCd'], entry?.['Amount']],
    ['2', '2', 'CAPTURE', '5'],
  )
  assert.deepEqual([exec?.['CallbackType'], exec?.['RetUrl']], ['3', 'https://here.example/'])
})

test('a page that is no web address is not sent to the browser', async (t) => {
  const { card } = await gatewayThat(t, { ExecTran: 'ACS=2&RedirectUrl=javascript:alert(1)' })
  const executed = await card.execute({ ...access, gatewayOrderId: 'o', card: byToken, retUrl: '' })
  assert.equal(executed.kind, 'unknown')
})

test('redirects, dead lines and broken texts are unknown, never a result', async (t) => {
  const { card } = await gatewayThat(t, {
    SecureTran2: Buffer.from([0x83, 0x5c, 0xff]),
    SearchTrade: 'OrderID=other&Status=CAPTURE&Amount=1&AccessID=1',
  })
  assert.equal((await card.enter({ gatewayOrderId: 'o', amountYen: 1 })).kind, 'unknown')
  assert.equal((await card.complete(access)).kind, 'unknown')
  assert.equal((await card.search({ gatewayOrderId: 'o' })).kind, 'unknown')
  const nobody = cardGateway({ ...shop, CARD_GATEWAY_URL: 'http://127.0.0.1:9/card' })
  assert.equal((await nobody.search({ gatewayOrderId: 'o' })).kind, 'unknown')
})

test('the kind of refund follows the calendar of Japan, and the next is tried when midnight passed in between', async (t) => {
  const now = new Date('2026-03-31T16:00:00Z') // 1 April there
  assert.equal(returnKinds('20260401005900', now)[0], 'VOID')
  assert.equal(returnKinds('20260331235900', now)[0], 'RETURNX')
  assert.equal(returnKinds('20260401000000', new Date('2026-04-29T16:00:00Z'))[0], 'RETURN')
  const { card, seen } = await gatewayThat(t, {
    AlterTran: (form) => (form.get('JobCd') === 'RETURN' ? 'AccessID=1' : 'ErrCode=E11&ErrInfo=E11010003'),
  })
  t.mock.timers.enable({ apis: ['Date'], now: new Date('2026-04-29T03:00:00Z') })
  const trade = {
    status: 'captured' as const,
    amountYen: 7,
    currency: 'JPY',
    orderRef: 'o',
    ref: 'a',
    pass: 'b',
    proof: {},
    refundRef: '',
    processedAt: '20260429090000',
  }
  assert.deepEqual(await card.refund(undefined, trade), { kind: 'done' })
  assert.deepEqual(
    seen.map(({ form }) => [form.get('JobCd'), form.get('Amount')]),
    [
      ['VOID', null],
      ['RETURN', '7'],
    ],
  )
})

test('no further call refunds a payment when another process has it', async (t) => {
  const { seen, card } = await gatewayThat(t, { AlterTran: 'ErrCode=E11&ErrInfo=E11010003' })
  const trade = {
    status: 'captured',
    amountYen: 1,
    currency: 'JPY',
    orderRef: 'o',
    ref: 'a',
    pass: 'b',
    proof: {},
    refundRef: '',
    processedAt: '20260101000000',
  } as const
  let asked = 0
  const answer = await card.refund({}, trade, async () => (asked += 1) < 3)
  assert.equal(answer.kind, 'unknown')
  assert.deepEqual([asked, seen.length], [3, 2])
  assert.equal((await card.refund({}, trade)).kind, 'declined')
  assert.equal(seen.length, 5)
})
