import assert from 'node:assert/strict'
import test from 'node:test'
import { orderWords as en } from '../words/en/order.ts'
import { orderWords as ja } from '../words/ja/order.ts'
import { confirmationItems } from './confirmation-items.ts'

const offer = { kind: 'random', cardsPerPack: 5, priceYen: 3300, saleStartsAt: null, saleEndsAt: null } as const
const shown = { lastFour: '1111', formatTime: (instant: string) => instant.slice(0, 10) }

test('the last screen names all six items of the law, in order', () => {
  const names = confirmationItems(offer, shown).map(({ name }) => name)
  assert.deepEqual(names, ['quantity', 'price', 'payment', 'delivery', 'cancellation', 'period'])
})

test('every line has words in both languages', () => {
  const offers = [offer, { ...offer, kind: 'single' }, { ...offer, saleEndsAt: '2026-12-01' }] as const
  for (const each of offers)
    for (const { lines } of confirmationItems(each, shown))
      for (const { word } of lines) {
        assert.ok(word in ja, word)
        assert.ok(word in en || `${word}_other` in en, word)
      }
})

test('the price is said with its tax, the card by its last four digits only', () => {
  const text = JSON.stringify(confirmationItems(offer, shown))
  assert.ok(text.includes('¥3,300') && text.includes('"digits":"1111"'))
})

test('the period is that of the sale, or open', () => {
  const period = (start: string | null, end: string | null) =>
    confirmationItems({ ...offer, saleStartsAt: start, saleEndsAt: end }, shown).at(-1)?.lines[0]
  assert.deepEqual(period(null, null), { word: 'confirm.period-open' })
  assert.deepEqual(period('2026-11-01T00', '2026-12-01T00'), {
    word: 'confirm.period',
    values: { start: '2026-11-01', end: '2026-12-01' },
  })
  assert.equal(period(null, '2026-12-01T00')?.word, 'confirm.period-until')
})
