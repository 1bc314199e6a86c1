// Selling in a real browser: from the price to the open listing, another price, cancelled, ended by
// the wallet, and every way a wallet can say no; then asked of the books, the chain and the wallet
// library.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { startBrowser } from './browser.ts'
import { readGrants } from './chain.ts'
import { addressOf, useWallet } from './identity-acts.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { desktop, journey, phone } from './journey.ts'
import type { Visitor } from './journey.ts'
import {
  assertFocused,
  assertShowsLine,
  assertSignedOut,
  comeWithPieces,
  listingIs,
  readListing,
  readListings,
  sign,
  toSigning,
} from './listing-acts.ts'
import type { Piece } from './listing-acts.ts'
import { until } from './until.ts'
import { checkListingRefusals } from './listing-refusals.ts'

let kura: Kura
let browser: Browser
before(async () => {
  // one after the other: whichever fails, the other is known and can be ended
  kura = await startInstance()
  browser = await startBrowser()
})
after(async () => {
  await browser?.close()
  await kura?.stop()
})
/** Each waits for the chain several times over. */
const sellingTime = { timeout: 360_000 }
const world = { kura: () => kura, browser: () => browser }

const ordersOf = async (account: string) =>
  (await readGrants(kura, await addressOf(kura, account))).map(({ terms }) => terms)
const openSelling = async ({ page }: Visitor, { tokenId }: Piece): Promise<void> => {
  await page.goto(`/tokens/${tokenId}/sell`)
  await page.getByRole('button', { name: '署名の内容を確かめる' }).waitFor()
}

void test(
  'on a phone: listed, offered, its price changed by a new signature, cancelled by our agent, and listed again by the wallet alone ended',
  sellingTime,
  journey({ ...world, email: 'seller@visitor.example', device: phone }, async (visitor) => {
    const { page, look } = visitor
    const [piece, other] = await comeWithPieces(visitor, 'hanako')
    assert.ok(piece && other)
    await page.goto(`/tokens/${piece.tokenId}`)
    await page.getByRole('heading', { name: 'このアイテムでできること' }).waitFor()
    await look('own token')
    await page.getByRole('link', { name: '出品する' }).click()
    await page.getByRole('button', { name: '署名の内容を確かめる' }).waitFor()
    await look('price')

    await toSigning(visitor, '99')
    await page.getByRole('alert').getByText('¥100以上で入力してください。').waitFor()
    await assertFocused(page.getByLabel('販売価格'))
    await toSigning(visitor, '１２，０００円')
    await page.getByRole('heading', { name: '内容を確かめて署名する' }).waitFor()
    await page.getByText('署名の内容について').waitFor()
    await page.getByText('いつでも取り消せます。').waitFor()
    await page.getByText('すべての会員').waitFor()
    await page.getByText('署名する内容をくわしく見る').click()
    await look('what is signed')
    // its address comes a moment after its screen
    await page.waitForURL(/step=sign/)
    // the browser's way back leads to the price as it was typed, and what was drafted is nobody's
    // any more
    const left = await listingIs(kura, piece.tokenId, 'drafted')
    await page.goBack()
    await page.getByRole('heading', { name: '価格を決める' }).waitFor()
    assert.equal(await page.getByLabel('販売価格').inputValue(), '12000')
    assert.equal((await listingIs(kura, piece.tokenId, 'given-up')).id, left.id)
    await page.getByRole('button', { name: '署名の内容を確かめる' }).click()
    await page.getByText('署名する内容をくわしく見る').click()
    const drafted = await listingIs(kura, piece.tokenId, 'drafted')
    await page.getByText(drafted.id).waitFor()
    assert.equal(await readListing(kura, piece), undefined)
    await sign(visitor)
    await page.getByRole('heading', { name: '出品しました' }).waitFor()
    await look('listed')
    assert.equal((await readListing(kura, piece))?.price, 12_000)
    assert.deepEqual(
      (await ordersOf('hanako')).map(({ orderId, priceYen, target }) => ({ orderId, priceYen, target })),
      [{ orderId: drafted.id, priceYen: 12_000, target: undefined }],
    )

    await page.getByRole('link', { name: '出品の一覧へ' }).click()
    await page.getByRole('link', { name: /価格を変更$/ }).click()
    await page.getByText('いま¥12,000で出品しています').waitFor()
    await toSigning(visitor, '9800')
    await sign(visitor)
    await page.getByRole('heading', { name: '出品しました' }).waitFor()
    assert.equal((await readListing(kura, piece))?.price, 9800)
    assert.deepEqual(
      (await readListings(kura, piece.tokenId)).map(({ state, reason, price }) => ({ state, reason, price })),
      [
        { state: 'given-up', reason: null, price: 12_000 },
        { state: 'ended', reason: 'replaced', price: 12_000 },
        { state: 'open', reason: null, price: 9800 },
      ],
    )
    assert.deepEqual(
      (await ordersOf('hanako')).map(({ priceYen }) => priceYen),
      [9800],
    )

    await page.goto('/mypage/listings')
    await page
      .getByRole('button', { name: /取り下げる$/ })
      .last()
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: '取り下げる' }).click()
    await page.getByText('出品中のアイテムはありません').waitFor()
    assert.equal(await readListing(kura, piece), undefined)
    assert.equal((await listingIs(kura, piece.tokenId, 'ended')).reason, 'agent')
    assert.deepEqual(await ordersOf('hanako'), [])
    await page.getByRole('link', { name: '終わったもの' }).click()
    await page.getByText('ご自分で取り下げました。').waitFor()
    await page.getByText('新しい価格の出品に置きかわりました。').waitFor()
    await look('ended listings')

    for (const one of [piece, other]) {
      await openSelling(visitor, one)
      await toSigning(visitor, '5000')
      await sign(visitor)
      await page.getByRole('heading', { name: '出品しました' }).waitFor()
    }
    await page.goto('/mypage/listings')
    await page.getByRole('heading', { level: 3 }).nth(1).waitFor()
    await look('listings')
    // newest first: the other one is ended by itself
    await page.locator('main summary').first().click()
    await page.getByRole('button', { name: /の出品をウォレットから取り消す$/ }).click()
    // the terms are shown before the wallet opens, and leaving signs nothing
    const asked = page.getByRole('alertdialog')
    await assertShowsLine(asked, 'cancel: none of these orders stands')
    await asked.getByText(`この1点（${other.name} `).waitFor()
    await asked.getByText((await listingIs(kura, other.tokenId, 'open')).id).waitFor()
    await look('ending one by the wallet')
    await asked.getByRole('button', { name: 'キャンセル' }).click()
    await asked.waitFor({ state: 'detached' })
    assert.equal((await ordersOf('hanako')).length, 2)
    await page.getByRole('button', { name: /の出品をウォレットから取り消す$/ }).click()
    await asked.getByRole('button', { name: 'ウォレットを開く' }).click()
    assert.equal((await listingIs(kura, other.tokenId, 'ended')).reason, 'cancelled')
    assert.equal((await listingIs(kura, piece.tokenId, 'open')).price, 5000)
    await page.locator('main li h3').nth(1).waitFor({ state: 'detached' })
    // where the list is, not in a row that is gone
    await assertFocused(page.getByRole('region', { name: '出品中', exact: true }))
    await page.getByRole('button', { name: 'ウォレットからすべて取り消す' }).click()
    await assertShowsLine(asked, 'grants.cancelAll()')
    await asked.getByText('支払い済みの代金は購入した方に返金され').waitFor()
    await look('ending all by the wallet')
    await asked.getByRole('button', { name: 'ウォレットを開く' }).click()
    await page.getByText('出品中のアイテムはありません').waitFor()
    assert.equal((await listingIs(kura, piece.tokenId, 'ended')).reason, 'all-cancelled')
    assert.deepEqual(await ordersOf('hanako'), [])
  }),
)

/** What the buttons of the wallet come to. */
const refusals = [
  ['decline', 'ウォレットでの署名を取りやめました。'],
  ['rejected', 'ウォレットでの署名を取りやめました。'],
  ['close', 'ウォレットでの署名を取りやめました。'],
  ['expired', 'ウォレットのログインの有効期限が切れていました。'],
  ['wrong-device', 'いつもと異なる端末と判断されたため'],
] as const

void test(
  'on a computer: every way a wallet says no is shown in words, signs it out, and leaves nothing; the retry lists',
  sellingTime,
  journey({ ...world, email: 'declined@visitor.example', device: desktop }, async (visitor) => {
    const { page, look, watch } = visitor
    // said by the wallet library of every refusal, whatever its level of logging
    watch.expect(/console: Signatures Declined/)
    const [piece] = await comeWithPieces(visitor, 'taro')
    assert.ok(piece)
    await openSelling(visitor, piece)
    await toSigning(visitor, '3000')
    await page.getByRole('heading', { name: '内容を確かめて署名する' }).waitFor()
    for (const [behaviour, words] of refusals) {
      await useWallet(kura, 'taro', { signing: behaviour })
      await sign(visitor)
      await page.getByRole('alert').getByText(words).waitFor()
      if (behaviour === 'decline') await look('declined')
      await assertSignedOut(visitor)
      assert.equal((await listingIs(kura, piece.tokenId, 'given-up')).price, 3000)
      await page.getByRole('button', { name: 'もう一度試す' }).click()
      await page.getByRole('heading', { name: '内容を確かめて署名する' }).waitFor()
    }

    // another wallet than the linked one is not even asked to sign
    await useWallet(kura, 'yuki')
    await sign(visitor)
    await page.getByRole('alert').getByText('連携しているウォレットとは別のウォレットでした。').waitFor()
    await assertSignedOut(visitor)
    await listingIs(kura, piece.tokenId, 'given-up')

    // the chain refuses: no room left in the account
    await useWallet(kura, 'taro')
    await page.getByRole('button', { name: 'もう一度試す' }).click()
    await kura.playChain({ failNext: { code: 1103, count: 1 } })
    await sign(visitor)
    await page.getByRole('alert').getByText('ウォレットの保存容量が足りないため').waitFor()
    await assertSignedOut(visitor)
    await listingIs(kura, piece.tokenId, 'given-up')

    // the network never put it into a block
    await page.getByRole('button', { name: 'もう一度試す' }).click()
    await kura.playChain({ expireNext: 1 })
    await sign(visitor)
    await page.getByRole('alert').getByText('時間内に記録されませんでした。').waitFor()
    await listingIs(kura, piece.tokenId, 'given-up')
    await kura.playChain({})

    await page.getByRole('button', { name: 'もう一度試す' }).click()
    await sign(visitor)
    await page.getByRole('heading', { name: '出品しました' }).waitFor()
    assert.equal((await readListing(kura, piece))?.price, 3000)
    assert.equal((await readListings(kura, piece.tokenId)).filter(({ state }) => state === 'open').length, 1)
  }),
)

void test(
  'a page that was closed after the wallet sent is followed on by the next one; a price far below is asked about; one buyer alone; all cancelled',
  sellingTime,
  journey({ ...world, email: 'closed@visitor.example', device: phone }, async (visitor) => {
    const { look, watch } = visitor
    watch.expect(/status of 409 .*\/api\/selling-orders\)/)
    watch.expect(/status of 400 .*\/api\/selling-target\//)
    const [piece, other] = await comeWithPieces(visitor, 'ken')
    assert.ok(piece && other)
    await openSelling(visitor, piece)
    await toSigning(visitor, '20000')
    await kura.playChain({ holdSeals: true })
    await sign(visitor)
    await listingIs(kura, piece.tokenId, 'pending')
    await visitor.reopen()
    await visitor.page.goto(`/tokens/${piece.tokenId}/sell`)
    await visitor.page.getByText('前に署名した出品を確かめています。').waitFor()
    await kura.playChain({})
    await visitor.page.getByRole('heading', { name: '出品しました' }).waitFor()
    assert.equal((await readListing(kura, piece))?.price, 20_000)

    await openSelling(visitor, other)
    const { page } = visitor
    await page.getByLabel('販売価格').fill('1000')
    await page.getByText('ほかの出品よりかなり安い価格です').waitFor()
    await look('far below the floor')
    await page.getByRole('button', { name: '署名の内容を確かめる' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: '価格を直す' }).click()
    await question.waitFor({ state: 'detached' })
    assert.deepEqual(await readListings(kura, other.tokenId), [])

    await page.getByRole('checkbox', { name: '特定の会員だけに売る' }).click()
    const buyer = page.getByLabel('購入できる会員')
    await buyer.fill('somebody')
    await page.getByRole('button', { name: '確認する' }).click()
    await page.getByRole('alert').getByText('会員ID、ウォレットアドレス').waitFor()
    await buyer.fill(await addressOf(kura, 'ken'))
    await page.getByRole('button', { name: '確認する' }).click()
    await page.getByRole('alert').getByText('ご自身は指定できません。').waitFor()
    await buyer.fill(`${kura.app}/profile?id=${await addressOf(kura, 'hanako')}`)
    await page.getByRole('button', { name: '確認する' }).click()
    await page.getByText('旅人さんだけが購入できます。').waitFor()
    await look('only buyer')
    await page.getByRole('button', { name: '署名の内容を確かめる' }).click()
    await question.getByRole('button', { name: '¥1,000で出品する' }).click()
    await page.getByText('旅人さんから¥1,000の支払いを確認したあとで').waitFor()
    await sign(visitor)
    await page.getByRole('heading', { name: '出品しました' }).waitFor()
    assert.equal(await readListing(kura, other), undefined, 'meant for one member, shown to nobody else')
    const targets = (await ordersOf('ken')).map(({ target }) => target)
    assert.deepEqual(targets.toSorted(), [await addressOf(kura, 'hanako'), undefined].toSorted())

    // another price leaves it meant for the same member, and says so before anything is signed
    await openSelling(visitor, other)
    await page.getByText('いま¥1,000で出品しています').waitFor()
    await page.getByRole('checkbox', { name: '特定の会員だけに売る', checked: true }).waitFor()
    assert.match(await buyer.inputValue(), /^[0-9a-f-]{36}$/)
    await page.getByText('旅人さんだけが購入できます。').waitFor()
    await look('another price for the only buyer')
    await toSigning(visitor, '15000')
    await page.getByText('旅人さんから¥15,000の支払いを確認したあとで').waitFor()
    assert.equal(await page.getByText('すべての会員').count(), 0)
    await sign(visitor)
    await page.getByRole('heading', { name: '出品しました' }).waitFor()
    assert.equal(await readListing(kura, other), undefined, 'still meant for one member')
    const changed = (await ordersOf('ken')).find(({ priceYen }) => priceYen === 15_000)
    assert.equal(changed?.target, await addressOf(kura, 'hanako'))

    await page.goto('/mypage/listings')
    await page.getByText('特定の会員だけ').waitFor()
    await page.getByRole('button', { name: 'すべて取り下げる' }).click()
    // awaited before it can have come and gone
    await Promise.all([
      page.getByText('2件の出品を取り下げています').waitFor(),
      page.getByRole('alertdialog').getByRole('button', { name: 'すべて取り下げる' }).click(),
    ])
    // where the list was, not on a button that is gone
    await assertFocused(page.getByRole('region', { name: '出品中', exact: true }))
    await page.getByText('出品中のアイテムはありません').waitFor()
    for (const { tokenId } of [piece, other]) assert.equal((await listingIs(kura, tokenId, 'ended')).reason, 'agent')
    await until('the chain has no order', async () => (await ordersOf('ken')).length === 0)

    // a listing that failed on chain after its page was closed is shown with its reason among the
    // listings
    await openSelling(visitor, piece)
    await toSigning(visitor, '20000')
    await kura.playChain({ holdSeals: true })
    await sign(visitor)
    await listingIs(kura, piece.tokenId, 'pending')
    await visitor.reopen()
    await visitor.page.goto('/mypage/listings')
    await kura.playChain({ failNext: { code: 1103, count: 1 } })
    const toasts = visitor.page.getByRole('region', { name: 'お知らせ' })
    await toasts.getByText('出品できませんでした').waitFor()
    await toasts.getByText('ウォレットの保存容量が足りないため').waitFor()
    await look('failed while its page was closed')
    await kura.playChain({})
    await listingIs(kura, piece.tokenId, 'given-up')
  }),
)

void test(`every refusal of the server is shown in words, next to what caused it`, sellingTime, async () => {
  await checkListingRefusals(kura, browser, 'ja')
})
