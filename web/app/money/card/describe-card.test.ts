import assert from 'node:assert/strict'
import test from 'node:test'
import { serverI18n } from '../../words/server-i18n.ts'
import type { Translate } from '../../words/use-words.ts'
import { describeCard, expiryOf, lastDigits } from './describe-card.ts'

const card = {
  cardSeq: '01990000-0000-7000-8000-000000000001',
  cardName: 'daily',
  maskedNumber: '*************111',
  brand: 'Visa',
  expires: '3912',
  isExpired: false,
  holderName: 'HANAKO SATO',
}
const t: Translate = (key, values) => serverI18n('en').t(key, values ?? {})

test('a stored card is named by its brand and the digits the gateway left visible', () => {
  assert.equal(describeCard(card, t), 'Visa ending in 111')
  assert.equal(describeCard({ ...card, brand: '', maskedNumber: '************1234' }, t), 'Card ending in 1234')
  assert.equal(lastDigits('****'), '')
  assert.equal(lastDigits('4111111111111111'), '1111')
})

test('the expiry is read from year and month, anything else is none', () => {
  assert.deepEqual(expiryOf('3912'), { year: '2039', month: '12' })
  for (const wrong of ['', '3913', '3900', '12/39', '201239']) assert.equal(expiryOf(wrong), undefined, wrong)
})
