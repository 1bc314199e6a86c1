import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { marketWorld } from '../../market/listing/testing/market-world.ts'
import { givePoints } from './testing/tenders.ts'
import { enterTokenAndPass, listToken } from './testing/trading.ts'

const { world } = chainNetwork()

test('bad input to the calls of tokens is refused by name and changes nothing', async (t) => {
  const market = await marketWorld(t, world())
  const { deps, http } = market
  const buyer = await market.trader(0)
  await givePoints(market, buyer, 50_000)
  const { purchase } = await listToken(market)
  const held = await listToken(market)
  const { accessID } = await enterTokenAndPass(market, buyer, held.purchase)
  const { refId, ...seen } = purchase
  const card = { retUrl: '/', paymentToken: 'f'.repeat(64), ...seen }
  const page = { lang: 'ja', returnUrl: '/', ...seen }
  const stored = { retUrl: '/', cardSeq: refId, securityCode: '123', ...seen }
  type Case = [call: string, what: string, body: unknown, status: number, code: string, of?: string]
  const malformed = (call: string, bodies: Record<string, unknown>): Case[] =>
    Object.entries(bodies).map(([what, body]) => [call, what, body, 400, 'INVALID_REQUEST_FORMAT'])
  const points = (body: object) => ({
    'no points': { ...body, usedPoint: 0 },
    'points below zero': { ...body, usedPoint: -1 },
    'parts of a point': { ...body, usedPoint: 0.5 },
    'points as text': { ...body, usedPoint: '1' },
    'points without end': { ...body, usedPoint: 1e30 },
    'points missing': body,
  })
  const cases: Case[] = [
    ...malformed('entry-order-credit/new-card', {
      empty: {},
      'no fee': { ...card, contentAccessFee: undefined },
      'a fee below zero': { ...card, contentAccessFee: -1 },
      'points where none go': { ...card, usedPoint: 1 },
      'a price as text': { ...card, priceYen: '1100' },
      'a listing of its own': { ...card, listingId: refId },
      'an empty token': { ...card, paymentToken: '' },
      'a long return': { ...card, retUrl: `/${'a'.repeat(2048)}` },
    }),
    ...malformed('entry-order-credit-and-point/new-card', points(card)),
    ...malformed('entry-order-credit/selected-card', {
      'letters as a security code': { ...stored, securityCode: 'abc' },
      'a number of the gateway': { ...stored, cardSeq: 0 },
    }),
    ['entry-order-credit/selected-card', 'no such card', stored, 404, 'NOT_FOUND'],
    ...malformed('entry-order-credit-and-point/selected-card', points(stored)),
    ...malformed('payment-url-credit', {
      'another language': { ...page, lang: 'fr' },
      'no return': { ...page, returnUrl: undefined },
      'points where none go': { ...page, usedPoint: 1 },
    }),
    ...malformed('payment-url-credit-and-point', points(page)),
    ['payment-url-credit-and-point', 'the whole price', { ...page, usedPoint: 1100 }, 400, 'INVALID_INPUT'],
    ...malformed('entry-order-paidy', { 'points below zero': { ...seen, usedPoint: -1 }, 'an amount': { amount: 1 } }),
    ...malformed('buy-point', {
      'no fee': { ...seen, contentAccessFee: undefined },
      'points beside': { ...seen, usedPoint: 1100 },
    }),
    ...malformed('buy-credit', {
      empty: {},
      'small letters': { paymentOrderId: 'abc' },
      'too long': { paymentOrderId: 'A'.repeat(28) },
      'a list': { paymentOrderId: ['A'] },
      NUL: { paymentOrderId: 'A\0' },
    }),
    ['buy-credit', 'an unknown payment', { paymentOrderId: 'A'.repeat(27) }, 404, 'NOT_FOUND'],
    ...malformed('buy-credit-and-point', points({ paymentOrderId: 'A'.repeat(27) })),
    ...malformed('buy-paidy', {
      'another provider': { paymentOrderId: 'ch_123' },
      'an object': { paymentOrderId: {} },
    }),
    ['buy-paidy', 'an unknown agreement', { paymentOrderId: 'pay_unknown' }, 404, 'NOT_FOUND'],
    ...malformed('buy-paidy-and-point', points({ paymentOrderId: 'pay_unknown' })),
    ...malformed('trade-nft', {
      empty: {},
      'an object': { accessID: { $ne: '' } },
      'a state': { accessID, state: 'captured' },
      'points below zero': { accessID, usedPoint: -1 },
      'a long name': { accessID, cardName: 'a'.repeat(51) },
      'NUL in a name': { accessID, cardName: 'a\0' },
      'NUL in the holder': { accessID, cardName: 'a', holderName: '\0A' },
    }),
    // of the member's own payment that is ready to be charged: no other rule refuses it
    ...(['cardName', 'holderName'] as const).map((field): Case => [
      'trade-nft',
      `NUL in ${field} of the own payment`,
      { accessID, cardName: 'a', [field]: 'a\0' },
      400,
      'INVALID_REQUEST_FORMAT',
      held.purchase.refId,
    ]),
    ['trade-nft', 'an unknown payment', { accessID: 'a'.repeat(32) }, 404, 'NOT_FOUND'],
    ['trade-nft', 'one of another token', { accessID }, 404, 'NOT_FOUND'],
  ]
  const picture = async () => {
    const rows = []
    for (const table of ['orders', 'order_moves', 'payments', 'listings', 'trades', 'ledger_entries', 'point_spends'])
      rows.push([...(await deps.sql`select * from ${deps.sql(table)} order by 1, 2`)])
    return rows
  }
  const post = async (url: string, body: unknown) => {
    await deps.sql`delete from rate_limits`
    const headers = { 'content-type': 'application/json', 'x-auth-session': `Bearer ${buyer.session}` }
    const answer = await http.inject({ method: 'POST', url, headers, payload: JSON.stringify(body) })
    return [answer.statusCode, answer.json().errorCode]
  }
  const before = await picture()
  for (const [call, what, body, status, code, of = refId] of cases) {
    const response = await post(`/api/tokens/${of}/${call}`, body)
    assert.deepEqual(response, [status, code], `${call}: ${what}`)
  }
  for (const id of ['1', 'no-token', encodeURIComponent("' or 1=1"), '%00'])
    for (const [call, body] of [
      ['buy-point', seen],
      ['trade-nft', { accessID }],
    ] as const) {
      const [status] = await post(`/api/tokens/${id}/${call}`, body)
      assert.ok(status === 400 || status === 404, `${id} ${call}: ${status}`)
    }
  assert.deepEqual(await picture(), before)
  assert.ok(cases.length > 50)
})
