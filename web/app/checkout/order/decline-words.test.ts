import assert from 'node:assert/strict'
import test from 'node:test'
import { declineWord } from './decline-words.ts'

test('every family of refusals has words of its own', () => {
  const table: [string | null, string][] = [
    ['42G020000', 'decline.balance'],
    ['42G030000', 'decline.limit'],
    ['42G050000', 'decline.limit'],
    ['42G550000', 'decline.limit'],
    ['42G440000', 'decline.code'],
    ['42G650000', 'decline.number'],
    ['E41170099', 'decline.number'],
    ['42G830000', 'decline.expiry'],
    ['E21020002', 'decline.cancelled'],
    ['E21010201', 'decline.no-secure'],
    ['E21010001', 'decline.secure'],
    ['E41170002', 'decline.unsupported'],
    ['EX1000302', 'decline.token'],
    ['42C030000', 'decline.busy'],
    ['E91019999', 'decline.busy'],
    ['42G120000', 'error.PAYMENT_DECLINED'],
    [null, 'error.PAYMENT_DECLINED'],
  ]
  for (const [code, word] of table) assert.equal(declineWord(code), word, String(code))
})
