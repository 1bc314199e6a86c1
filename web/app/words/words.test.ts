import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { errors } from '@kura/contract/errors'
import { publicSteps, tradeSteps } from '@kura/contract/states'
import { en } from './en.ts'
import { checkoutWords as enCheckout } from './en/checkout.ts'
import { fanWords as enFan } from './en/fan.ts'
import { giftWords as enGift } from './en/gift.ts'
import { giveWords as enGive } from './en/give.ts'
import { identityWords as enIdentity } from './en/identity.ts'
import { leaveWords as enLeave } from './en/leave.ts'
import { legalWords as enLegal } from './en/legal.ts'
import { libraryWords as enLibrary } from './en/library.ts'
import { marketWords as enMarket } from './en/market.ts'
import { notificationWords as enNotification } from './en/notification.ts'
import { orderWords as enOrder } from './en/order.ts'
import { packWords as enPack } from './en/pack.ts'
import { payoutWords as enPayout } from './en/payout.ts'
import { pointWords as enPoint } from './en/point.ts'
import { searchWords as enSearch } from './en/search.ts'
import { listingWords as enListing } from './en/listing.ts'
import { serviceWords as enService } from './en/service.ts'
import { signingWords as enSigning } from './en/signing.ts'
import { tradeWords as enTrade } from './en/trade.ts'
import { transferWords as enTransfer } from './en/transfer.ts'
import { laterNamespaces } from './i18n-options.ts'
import { ja } from './ja.ts'
import { checkoutWords as jaCheckout } from './ja/checkout.ts'
import { fanWords as jaFan } from './ja/fan.ts'
import { giftWords as jaGift } from './ja/gift.ts'
import { giveWords as jaGive } from './ja/give.ts'
import { identityWords as jaIdentity } from './ja/identity.ts'
import { leaveWords as jaLeave } from './ja/leave.ts'
import { legalWords as jaLegal } from './ja/legal.ts'
import { libraryWords as jaLibrary } from './ja/library.ts'
import { marketWords as jaMarket } from './ja/market.ts'
import { notificationWords as jaNotification } from './ja/notification.ts'
import { orderWords as jaOrder } from './ja/order.ts'
import { packWords as jaPack } from './ja/pack.ts'
import { payoutWords as jaPayout } from './ja/payout.ts'
import { pointWords as jaPoint } from './ja/point.ts'
import { searchWords as jaSearch } from './ja/search.ts'
import { listingWords as jaListing } from './ja/listing.ts'
import { serviceWords as jaService } from './ja/service.ts'
import { signingWords as jaSigning } from './ja/signing.ts'
import { tradeWords as jaTrade } from './ja/trade.ts'
import { transferWords as jaTransfer } from './ja/transfer.ts'
import { serverI18n } from './server-i18n.ts'

type Texts = Record<string, string>
/** Every namespace there is, in both languages. */
const namespaces: Record<'common' | (typeof laterNamespaces)[number], { ja: Texts; en: Texts }> = {
  common: { ja, en },
  checkout: { ja: jaCheckout, en: enCheckout },
  fan: { ja: jaFan, en: enFan },
  gift: { ja: jaGift, en: enGift },
  give: { ja: jaGive, en: enGive },
  identity: { ja: jaIdentity, en: enIdentity },
  leave: { ja: jaLeave, en: enLeave },
  legal: { ja: jaLegal, en: enLegal },
  library: { ja: jaLibrary, en: enLibrary },
  market: { ja: jaMarket, en: enMarket },
  notification: { ja: jaNotification, en: enNotification },
  order: { ja: jaOrder, en: enOrder },
  pack: { ja: jaPack, en: enPack },
  payout: { ja: jaPayout, en: enPayout },
  point: { ja: jaPoint, en: enPoint },
  search: { ja: jaSearch, en: enSearch },
  listing: { ja: jaListing, en: enListing },
  service: { ja: jaService, en: enService },
  signing: { ja: jaSigning, en: enSigning },
  trade: { ja: jaTrade, en: enTrade },
  transfer: { ja: jaTransfer, en: enTransfer },
}
const all = Object.entries(namespaces)
const everyText = (language: 'ja' | 'en') => all.flatMap(([, words]) => Object.entries(words[language]))

const stem = (key: string): string => key.replace(/_(one|other)$/, '')
const holes = (text: string): string[] => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted()

test('Japanese and English have the same keys, in every namespace, and no key is in two', () => {
  for (const [namespace, words] of all) {
    const keys = [...new Set(Object.keys(words.ja).map(stem))].toSorted()
    assert.ok(keys.length > 20, namespace)
    assert.deepEqual(keys, [...new Set(Object.keys(words.en).map(stem))].toSorted(), namespace)
  }
  for (const language of ['ja', 'en'] as const) {
    const keys = everyText(language).map(([key]) => key)
    assert.equal(new Set(keys).size, keys.length)
  }
})

test('both languages fill the same places in every text', () => {
  const other: Texts = Object.fromEntries(everyText('en').map(([key, text]) => [stem(key), text]))
  for (const [key, text] of everyText('ja')) {
    // a plural form may leave the number out
    const expected = new Set(holes(other[stem(key)] ?? ''))
    for (const hole of holes(text)) assert.ok(expected.has(hole) || hole === '{{count}}', `${key}: ${hole}`)
  }
})

test('every failure and every step has words a member understands', () => {
  for (const words of [ja, en] as Texts[]) {
    for (const code of Object.keys(errors)) {
      const text = words[`error.${code}`]
      assert.ok(text && !/[A-Z]{3,}_|undefined|\bnonce\b|\btoken\b/.test(text), code)
    }
    for (const step of [...publicSteps, ...tradeSteps])
      assert.ok(words[`step.${step}`] && words[`step.${step}.next`], step)
  }
})

test('no text is empty, none shows a key or a code, and no Japanese text is left in English', () => {
  const keys = new Set(everyText('ja').map(([key]) => key))
  for (const language of ['ja', 'en'] as const)
    for (const [key, text] of everyText(language)) {
      assert.ok(text.trim() !== '', key)
      assert.doesNotMatch(text, /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\bundefined\b/, key)
      for (const word of text.split(/[\s「」（）、。]+/)) assert.ok(!keys.has(word), `${key} shows the key ${word}`)
    }
  for (const [key, text] of everyText('en'))
    assert.ok(key === 'shell.language.ja' || !/[\u3040-\u30ff\u4e00-\u9fff]/.test(text), key)
})

test('every key of every namespace comes out as its text', () => {
  for (const language of ['ja', 'en'] as const)
    for (const [key, text] of everyText(language))
      assert.equal(serverI18n(language).t(key, { skipInterpolation: true }), text)
})

const appFolder = join(import.meta.dirname, '..')
const sources = readdirSync(appFolder, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.') && !path.startsWith('words/'))
  .map((path) => ({ path, text: readFileSync(join(appFolder, path), 'utf8') }))

test('a part that uses words that load later waits for them', () => {
  const common = Object.keys(ja)
  for (const namespace of laterNamespaces) {
    const own = Object.keys(namespaces[namespace].ja)
    const isOwn = (literal: string): boolean =>
      own.includes(literal) ||
      // the beginning of a key that is put together
      (literal.endsWith('.') &&
        own.some((key) => key.startsWith(literal)) &&
        !common.some((key) => key.startsWith(literal)))
    const users = sources.filter(({ text }) =>
      [...text.matchAll(/['"`]([a-z-]+\.[\w.-]*)(?=['"`]|\$\{)/g)].some(([, literal]) => isOwn(literal ?? '')),
    )
    assert.ok(users.length >= 3, namespace)
    for (const { path, text } of users)
      assert.match(text, new RegExp(`^import '.*/words/${namespace}-words\\.ts'$`, 'm'), path)
  }
})

test('a first visit to the home page waits for no words but its own', () => {
  const seen = new Set<string>()
  const visit = (path: string): void => {
    if (seen.has(path) || !existsSync(path)) return
    seen.add(path)
    const text = readFileSync(path, 'utf8')
    for (const [, to] of text.matchAll(/^(?:import|export)(?: (?!type )[^;]*?from)? '(\.[^']+)'/gm))
      visit(join(dirname(path), to ?? ''))
  }
  for (const start of ['root.tsx', 'entry.client.tsx', 'shell/home/home-screen.tsx']) visit(join(appFolder, start))
  assert.ok(seen.size > 50, `${seen.size} files`)
  for (const namespace of laterNamespaces)
    assert.ok(!seen.has(join(appFolder, 'words', `${namespace}-words.ts`)), namespace)
})

test('numbers are put in with the plural of the language', () => {
  assert.equal(serverI18n('en').t('item.count', { count: 1 }), '1 item')
  assert.equal(serverI18n('en').t('item.count', { count: 3 }), '3 items')
  assert.equal(serverI18n('ja').t('item.count', { count: 3 }), '3件')
})

test('a name with special characters stays as it is: React escapes it', () => {
  assert.equal(serverI18n('en').t('profile.title', { name: '<b>&"' }), 'Collection of <b>&"')
})
