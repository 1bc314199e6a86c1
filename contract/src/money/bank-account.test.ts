import assert from 'node:assert/strict'
import test from 'node:test'
import { fromBankKana, toBankKana } from './bank-kana.ts'
import { readJapanPost } from './japan-post.ts'

void test('a name becomes what banks take: half width, large kana, hyphen for a long vowel', () => {
  const cases: [string, string][] = [
    ['ヤマダ　タロウ', 'ﾔﾏﾀﾞ ﾀﾛｳ'],
    ['やまだ たろう', 'ﾔﾏﾀﾞ ﾀﾛｳ'],
    ['ﾔﾏﾀﾞ ﾀﾛｳ', 'ﾔﾏﾀﾞ ﾀﾛｳ'],
    ['キョウコ・シェリー', 'ｷﾖｳｺ.ｼｴﾘ-'],
    ['ヲノ ヴィオラ', 'ｵﾉ ｳﾞｲｵﾗ'],
    ['ヰノウエ ヱミ', 'ｲﾉｳｴ ｴﾐ'],
    ['か\u3099とう', 'ｶﾞﾄｳ'],
    ['ぱぴぷぺぽ', 'ﾊﾟﾋﾟﾌﾟﾍﾟﾎﾟ'],
    ['ａｎｎａ ｌｅｅ', 'ANNA LEE'],
    ['カ）クラ', 'ｶ)ｸﾗ'],
    ['  ヤマダ   タロウ ', 'ﾔﾏﾀﾞ ﾀﾛｳ'],
    ['カー−ー', 'ｶ---'],
    // every sign that looks like one
    ['ラ-‐‑–—―−─━゠－ｰ', `ﾗ${'-'.repeat(12)}`],
    ['キャッシュ ﾁｮｯﾄ', 'ｷﾔﾂｼﾕ ﾁﾖﾂﾄ'],
    // marks typed on their own, as some keyboards write them
    ['カ゛トウ ハ゜ル', 'ｶﾞﾄｳ ﾊﾟﾙ'],
    ['か゛とう', 'ｶﾞﾄｳ'],
    ['ｶﾞﾄｳ', 'ｶﾞﾄｳ'],
    ['ゔぃ', 'ｳﾞｲ'],
    ['José Núñez', 'JOSE NUNEZ'],
  ]
  for (const [typed, kana] of cases) assert.deepEqual(toBankKana(typed), { kana, refused: [] }, typed)
})

void test('every kana has a form that banks take', () => {
  for (let code = 0x30a1; code <= 0x30fa; code += 1) {
    const typed = String.fromCodePoint(code)
    assert.deepEqual(toBankKana(typed).refused, [], `${typed} (${code.toString(16)})`)
    assert.match(toBankKana(typed).kana, /^[ｱ-ﾝﾞﾟ]{1,2}$/, typed)
  }
  assert.equal(fromBankKana('ｳﾞｲｵﾗ'), 'ヴイオラ')
})

void test('what banks do not take is named, each character once', () => {
  assert.deepEqual(toBankKana('山田 山男').refused, ['山', '田', '男'])
  assert.deepEqual(toBankKana('ﾔﾏﾀﾞ😀&').refused, ['😀', '&'])
  assert.deepEqual(toBankKana('゛ア゛キ゜').refused, ['゛', '゜'], 'marks that belong to no letter')
  assert.equal(toBankKana('　').kana, '')
})

void test('symbol and number of Japan Post Bank become branch, type and account', () => {
  const ordinary = { accountType: 'ordinary' } as const
  assert.deepEqual(readJapanPost('10520', '12345671'), { ...ordinary, branchCode: '058', accountNumber: '1234567' })
  assert.deepEqual(readJapanPost('17370', '19927651'), { ...ordinary, branchCode: '738', accountNumber: '1992765' })
  assert.deepEqual(readJapanPost('１１９９０', '123４561'), {
    ...ordinary,
    branchCode: '198',
    accountNumber: '0123456',
  })
  assert.deepEqual(readJapanPost('00500-', ' 123456'), {
    accountType: 'current',
    branchCode: '059',
    accountNumber: '0123456',
  })
})

void test('symbol and number of Japan Post Bank fit by their check digit, as those that charities publish do', () => {
  for (const [symbol, number] of [
    ['00110', '5606'],
    ['00140', '507'],
    ['00190', '31000'],
    ['00190', '566468'],
    ['14030', '12345671'],
  ] as const) {
    assert.ok(!('fault' in readJapanPost(symbol, number)), `${symbol} ${number}`)
    for (let digit = 0; digit < 10; digit += 1) {
      const other = `${symbol.slice(0, 3)}${digit}0`
      if (other !== symbol) assert.deepEqual(readJapanPost(other, number), { fault: 'number' }, `${other} ${number}`)
    }
  }
  // two digits swapped
  assert.deepEqual(readJapanPost('14030', '12354671'), { fault: 'number' })
})

void test('a wrong symbol or number is named', () => {
  for (const symbol of ['', '1053', '20530', '10531', '105300', 'abcde'])
    assert.deepEqual(readJapanPost(symbol, '12345671'), { fault: 'symbol' }, symbol)
  for (const number of ['', '1', '12345672', '123456781', '1234567a'])
    assert.deepEqual(readJapanPost('10520', number), { fault: 'number' }, number)
  for (const number of ['', '0', '12345678'])
    assert.deepEqual(readJapanPost('00500', number), { fault: 'number' }, number)
})
