import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteLink } from './queue-mail.ts'
import { renderMail } from './render-mail.ts'
import { templates } from './templates.ts'

const words = {
  code: '12345678',
  link: 'http://localhost:3000/x?a=1&b=2',
  address: '0x1cf0e2f2f715450a',
  oldAddress: '0x1cf0e2f2f715450a',
  newAddress: '0x1cf0e2f2f715450b',
  email: 'h***@example.jp',
  listings: '2',
  gifts: '3',
  note: 'A note.',
  topic: 'order',
  enquiryId: '0199f0a0-0000-7000-8000-000000000000',
  orderId: '0199f0a0-0000-7000-8000-000000000001',
  memberId: '0199f0a0-0000-7000-8000-000000000002',
  name: 'Moon <&> Night',
  isToken: '',
  tradeId: '0199f0a0-0000-7000-8000-000000000003',
  token: 'Moon <&> Night',
  price: '¥12,000',
  fee: '¥1,200',
  contentAccess: '¥100',
  royalty: '¥600',
  proceeds: '¥10,100',
  kept: '¥1,300',
  keptTax: '¥118',
  taxPercent: '10',
  deliveredOn: '21 November 2026',
  clearsOn: '28 November 2026',
  number: '00000001',
  amends: '00000000',
  issuer: 'Sample Storehouse Co.',
  invoiceNumber: 'T1234567890123',
  addressee: 'Hanako',
  txId: 'a'.repeat(64),
  tokenLink: 'http://localhost:3000/tokens/1',
  orderedAt: '2026-11-21 12:00',
  total: '¥1,100',
  tax: '¥100',
  gateway: 'card',
  charged: '¥800',
  points: '300',
  why: 'MINT_FAILED',
  receiptLink: 'http://localhost:3000/receipt',
  contactLink: 'http://localhost:3000/contact',
  item: 'Moon <&> Night',
  giver: 'Hanako',
  receiver: 'Taro',
  until: '2026-12-05 12:00',
  amount: '¥5,000',
  transferred: '¥4,800',
  bank: 'Mizuho Tokyo ••••321',
  payOn: '2026-12-01',
  reason: 'no-account',
  date: '29 November 2026',
  open: 'orders_open,proceeds_left',
  title: 'Moon <&> Night',
  body: 'Moon <&> Night',
  settingsLink: 'http://localhost:3000/settings',
  unsubscribe: 'http://localhost:3000/unsubscribe?token=t',
  message: 'See http://localhost:3000/x?a=1&b=2',
}

test('every mail has a subject of one line, a text and an HTML in both languages', () => {
  for (const name of Object.keys(templates) as (keyof typeof templates)[]) {
    for (const locale of ['ja', 'en'] as const) {
      const { subject, text, html } = renderMail(name, locale, words)
      assert.match(subject, /^[^\r\n]{8,80}$/)
      assert.ok(subject.includes('Kura 蔵'))
      assert.ok(text.includes(words.link), `${name} ${locale}`)
      assert.ok(html.includes('http://localhost:3000/x?a=1&amp;b=2'))
      assert.ok(!html.includes(words.name) && !/<(script|a href="http:\/\/localhost:3000\/x\?a=1&b)/.test(html))
      assert.doesNotMatch(text.replaceAll(words.name, ''), /[<>]/, `${name} ${locale}`)
      assert.ok(html.startsWith(`<!doctype html>\n<html lang="${locale}">`))
      assert.ok(!/undefined|\[object/.test(subject + text + html))
      assert.equal(/[ぁ-ん]/.test(text), locale === 'ja')
    }
  }
})

test('a changed wallet says how many listings and gifts went with it, and nothing where none did', () => {
  const said = (locale: 'ja' | 'en', listings: string, gifts = '0') =>
    renderMail('wallet-changed', locale, { ...words, listings, gifts }).text
  assert.match(said('ja', '12'), /出品 12 件は取り消しました/)
  assert.match(said('en', '12'), /12 listings from the old wallet were withdrawn/)
  assert.match(said('en', '1'), /One listing from the old wallet was withdrawn/)
  assert.doesNotMatch(said('ja', '0'), /出品/)
  assert.doesNotMatch(said('en', '0'), /listing/)
  assert.match(said('ja', '0', '12'), /贈りもの 12 件は取り消しました/)
  assert.match(said('en', '0', '12'), /12 gifts by mail from the old wallet were withdrawn/)
  assert.match(
    said('en', '2', '1'),
    /2 listings .* were withdrawn[^]*One gift by mail from the old wallet was withdrawn/,
  )
  assert.doesNotMatch(said('ja', '2'), /贈りもの/)
  assert.doesNotMatch(said('en', '2'), /gift/)
})

test('a word cannot become markup, and not another header', () => {
  const evil = { link: 'http://localhost:3000/', address: '<script>alert(1)</script>"\r\nBcc: all@example.jp' }
  const { subject, html } = renderMail('wallet-linked', 'en', evil)
  assert.ok(!html.includes('<script>'))
  assert.ok(!/[\r\n]/.test(subject))
})

test('a link keeps to the public address', () => {
  const env = { PUBLIC_URL: 'https://kura.example' }
  assert.equal(
    siteLink(env, '/signup/complete', { token: 'a b&c' }),
    'https://kura.example/signup/complete?token=a+b%26c',
  )
})
