import assert from 'node:assert/strict'
import test from 'node:test'
import { AppError } from '@kura/contract/errors'
import { checkAddressee, checkDescription, checkDisplayName, checkMessage, onlySeen, plainName } from './member-text.ts'

const faultOf = (check: (text: string) => string, text: string): string | undefined => {
  try {
    check(text)
    return undefined
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVALID_INPUT') return error.details?.[0]?.fault
    throw error
  }
}
const shown = (text: string) =>
  `${text} (${[...text].map((sign) => `U+${sign.codePointAt(0)?.toString(16)}`).join(' ')})`

const honest = [
  '',
  // Japanese: kanji and their variants, kana, marks of repetition, long vowels, middle dots, half
  // width, decomposed
  '山田　花子',
  '佐々木',
  'スーパー・マリオ',
  '渡邉\u{e0100}さん',
  '葛\u{e0100}城',
  '塚\ufe00本',
  'ﾊﾝｶｸ ｶﾅ',
  'ＦＵＬＬ　ｗｉｄｔｈ',
  'か\u3099き\u3099',
  'あ゙っ',
  'か゚',
  '髙﨑〆子',
  'みんなのクラウド',
  'ノノノ',
  '〜☆きらきら☆〜',
  '(＾▽＾)',
  '( ͡° ͜ʖ ͡°)',
  // emoji: joined, toned, flags, keycaps, in text form
  '花子🌸',
  '👩‍🎨 アキ',
  '👨‍👩‍👧‍👦',
  '🏳️‍🌈',
  '🏴‍☠️',
  '👩🏽‍🚀',
  '🧑🏻‍❤️‍💋‍🧑🏿',
  '🇯🇵',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  '1️⃣',
  '❤️',
  '❤︎',
  '⛩️蔵',
  // other scripts, with the marks and joiners that their spelling has
  'محمد',
  'نامه\u200cای',
  'اللَّٰه',
  'دوست داشتن ١٢٣٠',
  '١٠١٧',
  'דוד',
  'שָׁלוֹם',
  'נּ֑ג',
  'Nguyễn Thị Hồng Ánh',
  'Nguyễn Thị Hồng Ánh'.normalize('NFD'),
  'Đặng Tường Vi',
  'José Müller',
  "O'Brien-Łukasz",
  'Æthelþryð',
  'Ἀχιλλεύς',
  'Анна Петровна',
  'т.е. так, А.С. Пушкин',
  'กิ่งแก้ว ที่นี่',
  'မြို့သူ',
  'श्रीकृष्ण',
  'क्‍ष',
  'ශ්‍රී ලංකා',
  'അവന്‍',
  'བསྒྲུབས',
  '김민수',
  '한글과컴퓨터',
  'ᠮᠣᠩᠭᠣᠯ',
  // full stops and colons that name no host
  '3.14',
  'v2.0',
  'v1.2 です',
  'A.B.',
  'A. B.',
  'J.R.R. Tolkien',
  'T.M.Revolution',
  'Mr.Tanaka',
  'Dr.マリオ',
  'St.Louis',
  'No.1',
  'Vol.2',
  'a.k.a. Neko',
  'U.S.A.',
  'Node.js',
  '12:30',
  '12:30〜14:00',
  '2026.11.24',
  '2026/11/24',
  'です。ありがとう',
  'がんばろう。みんなで',
  'いつもありがとう。みんな！',
  'すごい！。クラウド最高',
  'おめでとう。また明日',
  'です．ありがとう',
  '…',
  'え...',
  'A/B と C:/',
  'あ@い',
  'AKB48 @ 秋葉原',
  '10% off!',
  '$100.50',
  'x = y.z',
]

const links = [
  'http://x.test',
  'HTTPS://X',
  'ｈｔｔｐ：／／ｘ',
  'line://ti/p/1',
  'www.x',
  'ｗｗｗ．ｘ',
  'evil.com',
  'EVIL.COM',
  'evil.com.',
  'go to evil.com now',
  '見てevil.comね',
  'evil.com😀',
  'evil.com、見て',
  '(evil.com)',
  'note:evil.com',
  '-evil.com',
  'evil.com_',
  'cheap-tokens.shop/now',
  'sub.evil.co.jp',
  'evil.рф',
  'пример.рф/путь',
  'evil.みんな',
  '悪い.コム',
  'わるい.みんな',
  'evil.中国',
  'evil.한국',
  'evil.भारत',
  'evil.ไทย',
  'evil.xn--p1ai',
  'evil。com',
  'evil．com',
  'evil｡com',
  '悪い。com',
  'ｅｖｉｌ．ｃｏｍ',
  'ⓔⓥⓘⓛ.ⓒⓞⓜ',
  '𝐞𝐯𝐢𝐥.𝐜𝐨𝐦',
  'evil․com',
  'evil﹒com',
  'evilꓸcom',
  'еvil.соm',
  'evil.com\u0332',
  'evil.c\u0332om',
  '💩.la',
  '💩.laだよ',
  '👩‍🎨.ws',
  '❤️.to',
  '203.0.113.5/x',
  '203.0.113.5',
  '２０３．０．１１３．５',
  '203。0。113。5',
  'a@b.example',
  'mail me: hanako@mail.test',
  'hanako＠mail．test',
  'ok. evil.dev',
]

const unseen = [
  'ㅤ',
  '\u3164\u3164',
  '⠀',
  'ᅟ',
  'ᅠ',
  'ﾠ',
  '\u200b',
  '\u2060',
  'a\ufeffb',
  '\u00ad',
  '\u034f',
  '\u180e',
  '\u17b4',
  '\ufe0f',
  '\u200d',
  '花\u200d子',
  '花\u200c子',
  'a\u200cb',
  '👩\u200d',
  '\u200d👩',
  'a\ufe0f',
  '花\u{e0100}\u{e0101}',
  'ab\u{e0061}\u{e0062}',
  '🎁\u{e0067}\u{e0062}',
  '\u{e0001}',
  '\u{1d159}',
  '\u{13441}',
  '\ufffc',
  '\ufffe',
  '\ue000',
  '\ud800',
  '\u0378',
  'a\u202eb',
  '\u202aabc\u202c',
  '\u2066abc\u2069',
  'a\u200eb',
  'محمد\u200f',
  '\u061c',
  'a\u2028b',
  'a\u0000b',
  'a\u0007b',
]

const stacked = [
  'e\u0301\u0302\u0303\u0304\u0305',
  'x\u0330\u0331\u0332',
  'x\u0308\u0308',
  'x\u20dd\u20dd',
  'Z\u0351\u036b\u0343a\u0321\u0353',
  '\u0301abc',
  'ก็็็็',
]

test('honest names and messages pass, in whatever script, and are kept as they are', () => {
  for (const text of honest)
    for (const check of [checkDisplayName, checkDescription, checkMessage, checkAddressee]) {
      assert.equal(faultOf(check, text), undefined, `${check.name}: ${shown(text)}`)
      assert.equal(check(text), text.normalize('NFC'))
    }
})

const refusals = { link: links, unseen_characters: unseen, stacked_accents: stacked }
for (const [fault, texts] of Object.entries(refusals))
  test(`no text of a member has the fault ${fault}`, () => {
    for (const text of texts)
      for (const check of [checkDisplayName, checkDescription, checkAddressee, checkMessage]) {
        // a message is one line of text: what divides lines becomes a space
        if (check === checkMessage && text.includes('\u2028')) continue
        assert.equal(faultOf(check, text), fault, `${check.name}: ${shown(text)}`)
      }
    for (const text of texts) assert.equal(plainName(text), '', shown(text))
  })

test('what a member wrote is trimmed and in one spelling', () => {
  assert.equal(checkDisplayName('  Nguye\u0302\u0303n '), 'Nguyễn')
  assert.equal(faultOf(checkDisplayName, 'a\nb'), 'unseen_characters')
  assert.equal(checkDescription('わたしの棚\r\n\r\n二段目\r三段目'), 'わたしの棚\n\n二段目\n三段目')
  assert.equal(faultOf(checkDescription, '一段目\nevil.com'), 'link')
  assert.equal(faultOf(checkDescription, '一段目\n⠀'), 'unseen_characters')
  assert.equal(checkMessage('おめでとう！\r\n\tまたね'), 'おめでとう！ またね')
  assert.equal(checkMessage(undefined), '')
})

test('a company with "Co.Ltd" gets a receipt, and no more than that', () => {
  assert.equal(checkAddressee('蔵商事 Co.Ltd'), '蔵商事 Co.Ltd')
  assert.equal(checkAddressee('Kura Co., Ltd.'), 'Kura Co., Ltd.')
  assert.equal(faultOf(checkAddressee, 'Kura Co.Ltd evil.ltd'), 'link')
})

test('what only the operator reads keeps its links and loses what is not seen', () => {
  assert.equal(onlySeen('見て https://x.test\r\n👩‍🎨 a\u202eb\u0000c\u200bd\u{e0061}'), '見て https://x.test\n👩‍🎨 abcd')
})
