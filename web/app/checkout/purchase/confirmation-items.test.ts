import assert from 'node:assert/strict'
import test from 'node:test'
import { checkoutWords } from '../../words/en/checkout.ts'
import { tradeWords } from '../../words/en/trade.ts'
import { checkoutWords as jaCheckoutWords } from '../../words/ja/checkout.ts'
import { tradeWords as jaTradeWords } from '../../words/ja/trade.ts'
import { confirmationItems, confirmationNames, missingItems } from './confirmation-items.ts'
import type { ChargedBy, Paying } from './confirmation-items.ts'

const en = { ...checkoutWords, ...tradeWords }
const ja = { ...jaCheckoutWords, ...jaTradeWords }
const sellable = {
  kind: 'pack',
  packKind: 'random',
  cardsPerPack: 5,
  priceYen: 3300,
  saleStartsAt: null,
  saleEndsAt: null,
} as const
const token = {
  kind: 'token',
  priceYen: 3300,
  serial: 42,
  sellerName: 'はなこ',
  isTaxed: false,
  expiresAt: '2026-12-24T00',
} as const
const formatTime = (instant: string) => instant.slice(0, 10)
const points = (count: number) => `${count} P`
const charges: ChargedBy[] = [
  { by: 'new-card', digits: '1111' },
  { by: 'stored-card', card: 'Visa 222' },
  { by: 'card-page' },
  { by: 'paidy' },
]
const byCard: Paying = { usedPoint: 0, charge: charges[0] ?? null, points }
/** Every tender: each charge alone and with points, and points alone. */
const payings: Paying[] = [
  ...charges.flatMap((charge) => [0, 300].map((usedPoint) => ({ usedPoint, charge, points }))),
  { usedPoint: 3300, charge: null, points },
]
const lineOf = (paying: Paying, name: string) =>
  confirmationItems(sellable, paying, formatTime)
    .find((item) => item.name === name)
    ?.lines.map(({ word, values }) => `${word} ${Object.values(values ?? {}).join(' ')}`.trim())

test('the last screen names all six items of the law, in order, for every way of paying', () => {
  assert.equal(payings.length, 9)
  for (const bought of [sellable, token])
    for (const paying of payings) {
      const items = confirmationItems(bought, paying, formatTime)
      assert.deepEqual(
        items.map(({ name }) => name),
        [...confirmationNames],
      )
      assert.deepEqual(missingItems(items), [])
    }
})

test('an item that is left out, or says nothing, is missing', () => {
  const items = confirmationItems(sellable, byCard, formatTime)
  for (const name of confirmationNames) {
    assert.deepEqual(missingItems(items.filter((item) => item.name !== name)), [name])
    assert.deepEqual(missingItems(items.map((item) => (item.name === name ? { name, lines: [] } : item))), [name])
  }
  assert.deepEqual(missingItems([]), [...confirmationNames])
  const gaps: (string | number | null | undefined)[] = ['', ' ', '¥NaN', Number.NaN, null, undefined]
  for (const gap of gaps) {
    const empty = { name: 'quantity', lines: [{ word: 'confirm.quantity', values: { count: gap as number } }] } as const
    assert.deepEqual(missingItems([empty, ...items.slice(1)]), ['quantity'], String(gap))
  }
})

test('every line has words in both languages', () => {
  const sellables = [
    sellable,
    { ...sellable, packKind: 'single' },
    { ...sellable, saleEndsAt: '2026-12-01' },
    token,
    { ...token, sellerName: '' },
  ] as const
  for (const each of sellables)
    for (const paying of payings)
      for (const { lines } of confirmationItems(each, paying, formatTime))
        for (const { word } of lines) {
          assert.ok(word in ja, word)
          assert.ok(word in en || `${word}_other` in en, word)
        }
})

test('the payment is said with its time for each tender, a card by its last digits only', () => {
  assert.deepEqual(
    payings.map((paying) => lineOf(paying, 'payment')),
    [
      ['confirm.payment 1111', 'confirm.payment-time'],
      ['confirm.payment 1111', 'confirm.payment-and-point 300 P', 'confirm.payment-time'],
      ['confirm.payment-stored Visa 222', 'confirm.payment-time'],
      ['confirm.payment-stored Visa 222', 'confirm.payment-and-point 300 P', 'confirm.payment-time'],
      ['confirm.payment-page', 'confirm.payment-time'],
      ['confirm.payment-page', 'confirm.payment-and-point 300 P', 'confirm.payment-time'],
      ['confirm.payment-paidy', 'confirm.payment-paidy-time'],
      ['confirm.payment-paidy', 'confirm.payment-and-point 300 P', 'confirm.payment-paidy-time'],
      ['confirm.payment-point 3300 P', 'confirm.payment-point-time'],
    ],
  )
})

test('the price is the whole one with its tax, and what is left of it besides points', () => {
  assert.deepEqual(lineOf(byCard, 'price'), ['confirm.price ¥3,300', 'confirm.price-extra'])
  assert.deepEqual(lineOf({ ...byCard, usedPoint: 300 }, 'price'), [
    'confirm.price ¥3,300',
    'confirm.price-split 300 P ¥3,000',
    'confirm.price-extra',
  ])
  assert.equal(lineOf({ ...byCard, usedPoint: 1 }, 'cancellation')?.length, 3)
})

test('that nothing else is to be paid is said only where the payment names no fees', () => {
  const extras = payings.map((paying) => [lineOf(paying, 'price')?.at(-1), lineOf(paying, 'payment')?.at(-1)])
  for (const [extra, time] of extras)
    assert.equal(extra === 'confirm.price-extra-paidy', time === 'confirm.payment-paidy-time', `${extra} ${time}`)
  const claim = /手数料や送料はかかりません|no further fees or delivery charges/
  for (const words of [ja, en]) {
    assert.match(words['confirm.price-extra'], claim)
    assert.doesNotMatch(words['confirm.price-extra-paidy'], claim)
  }
})

test('the period is that of the sale, or open', () => {
  const period = (start: string | null, end: string | null) =>
    confirmationItems({ ...sellable, saleStartsAt: start, saleEndsAt: end }, byCard, formatTime).at(-1)?.lines[0]
  assert.deepEqual(period(null, null), { word: 'confirm.period-open' })
  assert.deepEqual(period('2026-11-01T00', '2026-12-01T00'), {
    word: 'confirm.period',
    values: { start: '2026-11-01', end: '2026-12-01' },
  })
  assert.equal(period(null, '2026-12-01T00')?.word, 'confirm.period-until')
})

test('of a token it is said which one, whose, and until when', () => {
  const items = confirmationItems(token, byCard, formatTime)
  const lines = (name: string) => items.find((item) => item.name === name)?.lines
  assert.deepEqual(lines('quantity'), [
    { word: 'confirm.quantity-token', values: { serial: '#0042' } },
    { word: 'confirm.seller', values: { name: 'はなこ' } },
  ])
  assert.deepEqual(lines('period'), [{ word: 'confirm.period-token', values: { end: '2026-12-24' } }])
  assert.equal(lines('delivery')?.[0]?.word, 'confirm.delivery-token')
  // a seller's name is text of theirs, which may say anything
  const odd = confirmationItems({ ...token, sellerName: 'null' }, byCard, formatTime)
  assert.deepEqual(missingItems(odd), [])
})

test('a price is called taxed where there is tax in it: in the shop’s own, and in that of a registered seller', () => {
  const priceOf = (bought: Parameters<typeof confirmationItems>[0]) =>
    confirmationItems(bought, byCard, formatTime).find(({ name }) => name === 'price')?.lines[0]?.word
  assert.equal(priceOf(sellable), 'confirm.price')
  assert.equal(priceOf({ ...token, isTaxed: true }), 'confirm.price')
  assert.equal(priceOf(token), 'confirm.price-plain')
  for (const words of [ja, en]) assert.doesNotMatch(words['confirm.price-plain'], /税|tax/)
})
