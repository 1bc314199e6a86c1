import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readList } from './read-list.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

test('a list names each payment once, wherever its column stands and whatever else it says', () => {
  const text =
    '\uFEFF"状態","オーダーID","利用金額"\r\n"即時売上","A-1","5"\r\n"即時売上"," B-2 ","=cmd()"\r\n"x","A-1","9"\r\n\r\n'
  assert.deepEqual(readList('card', utf8(text)), ['A-1', 'B-2'])
  assert.deepEqual(readList('card', utf8('OrderID\nC-3\n')), ['C-3'])
  assert.deepEqual(readList('paidy', utf8('注文番号,決済ID\nx,pay_1\n')), ['pay_1'])
})

test('what is no list of the gateway is refused with a sentence', () => {
  for (const [gateway, text, words] of [
    ['card', '', /no column called オーダーID or OrderID/],
    ['card', '決済ID\npay_1\n', /no column called/],
    ['card', 'オーダーID\nA B\n', /"A B" is no id/],
    ['paidy', '決済ID\nA-1\n', /"A-1" is no id/],
    ['card', '"オーダーID\n', /does not read/],
  ] as const)
    assert.throws(() => readList(gateway, utf8(text)), words)
})
