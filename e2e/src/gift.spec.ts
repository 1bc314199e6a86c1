// Giving and moving a piece, in a real browser: what is said about an address, the way to the
// vault; and a gift by mail, claimed by its link, changed while it is prepared, cancelled, or too
// late.
import assert from 'node:assert/strict'
import test, { after, afterEach, before } from 'node:test'
import { limits } from '@kura/contract/limits'
import { paths } from '@kura/contract/paths'
import type { Browser } from 'playwright-core'
import { linkWallet, lookFromTop, password, signUpByCode } from './acts.ts'
import { passMinutes } from './books.ts'
import { startBrowser } from './browser.ts'
import { readGrants } from './chain.ts'
import { assertSays, readWords, wordOf } from './expected-words.ts'
import type { Words } from './expected-words.ts'
import { addressOf, readSession, useWallet } from './identity-acts.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { arrive, desktop, journey, journeyOf, leave, phone } from './journey.ts'
import type { Visitor } from './journey.ts'
import { comeWithTokens, comeWithWallet } from './market-acts.ts'
import type { OwnToken } from './market-acts.ts'
import { fillSending, giveByMail, holds, listSent, nextButton, standing, toConfirmation } from './sending-acts.ts'
import { checkNewestEvent } from './token-events.ts'
import { until } from './until.ts'

let kura: Kura
let browser: Browser
let giver: Visitor
let friend: Visitor
let tokens: OwnToken[]
/** The messages of failures and of outcomes. */
let words: Words
const tokenCount = 5
before(async () => {
  kura = await startInstance()
  browser = await startBrowser()
  friend = await arrive({ ...world, email: 'friend@visitor.example', device: phone })
  await comeWithWallet(friend, 'taro')
  giver = await arrive({ ...world, email: 'giver@visitor.example', device: phone })
  tokens = await comeWithTokens(giver, 'hanako', tokenCount)
  words = new Map([...(await readWords(giver.page)), ...(await readWords(giver.page, 'outcomes'))])
})
// whatever a test that failed has left of it
afterEach(() => kura?.playChain({}))
after(async () => {
  for (const each of [giver, friend]) if (each) await leave(each.context)
  await browser?.close()
  await kura?.stop()
})
const world = { kura: () => kura, browser: () => browser }
const both = () => [giver, friend]
const longJourney = { timeout: 300_000 }

const tokenOf = (index: number): OwnToken => tokens[index] ?? assert.fail(`there is no token ${index}`)
const serialOf = ({ serial }: OwnToken): string => `#${String(serial).padStart(4, '0')}`
const address = ({ page }: Visitor) => page.getByRole('textbox', { name: /宛先のウォレットアドレス/ })

void test(
  'on a phone: every wrong address is shown at its field, and a gift arrives once its giver has agreed',
  longJourney,
  journeyOf(both, async () => {
    const { page, look, watch } = giver
    // the wallet library says so itself
    watch.expect(/console: Signatures Declined/)
    const token = tokenOf(0)
    await page.goto(`/tokens/${token.tokenId}`)
    await page.getByRole('link', { name: '贈る' }).click()
    await page.getByRole('heading', { level: 1, name: 'だれかに贈る' }).waitFor()
    // back from the last screen is the form with what was typed, and back from there is the piece
    await address(giver).fill(await addressOf(kura, 'taro'))
    await page.getByText('旅人さんのウォレットです。').waitFor()
    await toConfirmation(giver)
    await page.getByRole('button', { name: '内容を変更する' }).click()
    assert.equal(await address(giver).inputValue(), await addressOf(kura, 'taro'))
    await page.goBack()
    await page.waitForURL((url) => url.pathname === `/tokens/${token.tokenId}`)
    await page.getByRole('link', { name: '贈る' }).click()
    await page.getByRole('heading', { level: 1, name: 'だれかに贈る' }).waitFor()
    await toConfirmation(giver)
    await page.getByText('宛先のウォレットアドレスを入力してください。').waitFor()
    assert.equal(await address(giver).getAttribute('aria-invalid'), 'true')
    await lookFromTop(giver, 'gift, nothing typed')

    const [own, taken, empty] = await Promise.all(['hanako', 'taro', 'ken'].map((name) => addressOf(kura, name)))
    const refusals: [typed: string, words: RegExp][] = [
      ['0x1d7e57aa55817448', /別のネットワークのアドレスです/],
      [(taken ?? '').replace(/.$/, (last) => (last === '0' ? '1' : '0')), /このアドレスは存在しません/],
      [own ?? '', /あなたのウォレットです/],
      [empty ?? '', /保管庫がまだないため/],
    ]
    for (const [typed, words] of refusals) {
      await address(giver).fill(typed)
      await page.getByRole('alert').getByText(words).waitFor()
      await toConfirmation(giver)
      assert.ok(!page.url().includes('step=confirm'), typed)
    }
    await lookFromTop(giver, 'gift, an address that cannot receive')
    await address(giver).fill(`${kura.app}/profile?id=${taken}`)
    await page.getByText('旅人さんのウォレットです。').waitFor()
    await page.getByRole('textbox', { name: 'ひとこと' }).fill('見て https://evil.example')
    await toConfirmation(giver)
    // the server judges the words, and what it refuses leads back to their field
    watch.expect(/status of 400 .*\/api\/gifts\)/)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'ウォレットを開いて贈る' }).click()
    await page.getByRole('alert').getByText('URLやメールアドレス、目に見えない文字は使えません。').waitFor()
    await page.getByRole('textbox', { name: 'ひとこと' }).fill('お誕生日おめでとう。')
    await lookFromTop(giver, 'gift, ready')
    await toConfirmation(giver)
    await page.getByRole('heading', { name: '贈りものの最終確認' }).waitFor()
    await look('gift, final confirmation')
    await page.getByRole('button', { name: 'ウォレットを開いて贈る' }).click()
    await page.getByRole('alert').getByText('アドレスを見比べて、チェックを入れてください。').waitFor()
    await page.getByRole('checkbox').check()
    // the wallet says no: nothing is sent, and the piece is free again
    await useWallet(kura, 'hanako', { signing: 'decline' })
    await page.getByRole('button', { name: 'ウォレットを開いて贈る' }).click()
    await page.getByText('ウォレットでの署名を取りやめました。何も変わっていません。').waitFor()
    await look('gift, declined in the wallet')
    assert.ok(await holds(kura, 'hanako', token))
    await useWallet(kura, 'hanako')
    // nothing of theirs is open that could tell them before they are checked
    await friend.page.goto('about:blank')
    await page.getByRole('button', { name: 'ウォレットを開いて贈る' }).click()
    await page.waitForURL(/\/mypage\/gifts\/[0-9a-f-]{36}$/)
    await page.getByText('贈りものが届きました。').waitFor()
    await look('gift, arrived')
    assert.ok(await holds(kura, 'taro', token))

    // the toast may be gone before the page is whole
    await Promise.all([
      friend.page.getByText('あなたに贈りものが届きました').waitFor(),
      friend.page.goto('/mypage/gifts?side=received'),
    ])
    await friend.page.getByText('旅人さんから').waitFor()
    await friend.look('gifts received')
    await friend.page.getByRole('link', { name: new RegExp(serialOf(token)) }).click()
    await friend.page.getByText('お誕生日おめでとう。').waitFor()
    await friend.look('gift, received')
    await checkNewestEvent(friend.page, words, token.tokenId, 'gift')
  }),
)

void test(
  'a gift by mail: somebody new signs up, makes a vault and claims it; for everybody else the link has ended',
  longJourney,
  journey({ ...world, email: 'newcomer@visitor.example', device: desktop }, (visitor) =>
    journeyOf(both, async () => {
      const { page, look } = visitor
      const token = tokenOf(1)
      await useWallet(kura, 'hanako')
      const link = await giveByMail(kura, giver, token, visitor.email)
      await page.goto(link)
      await page.getByText('旅人さんから、アイテムが贈られました').waitFor()
      await page.getByText('はじめての一枚に。').waitFor()
      await look('claim, guest')
      await page.getByRole('link', { name: '無料で登録して受け取る' }).click()
      await signUpByCode(visitor, 'ほたる')
      await page.getByRole('button', { name: 'ウォレットを連携して受け取る' }).waitFor()
      await look('claim, without a wallet')
      // who wants to give is asked for a wallet first, by no window that opens by itself
      await page.goto(`/tokens/${token.tokenId}/gift`)
      await page.getByText('終わると、この画面で続けられます。').waitFor()
      await look('gift, without a wallet')
      assert.equal(await page.getByRole('dialog').count(), 0)
      await page.goto(link)
      await kura.play('wallet', { auto: false })
      await page.getByRole('button', { name: 'ウォレットを連携して受け取る' }).click()
      await linkWallet(visitor, 'yuki')
      await page.getByText('アイテムがあなたの保管庫に届きました。').waitFor()
      await look('claim, arrived')
      assert.ok(await holds(kura, 'yuki', token))
      await page.getByRole('link', { name: 'アイテムを見る' }).click()
      await page.waitForURL(`**/tokens/${token.tokenId}`)
      await checkNewestEvent(page, words, token.tokenId, 'gift')

      // somebody else with the same link
      await friend.page.goto(link)
      await friend.page.getByText('この贈りものは、すでに受け取られています').waitFor()
      await friend.look('claim, taken')
      // its giver sees that it arrived
      await giver.page.reload()
      await giver.page.getByText('贈りものが届きました。').waitFor()
    })(),
  ),
)

void test(
  'a gift by mail is cancelled, and its link says that it has ended; a piece is moved to another wallet',
  longJourney,
  journeyOf(both, async () => {
    const { page, look } = giver
    const token = tokenOf(2)
    await useWallet(kura, 'hanako')
    const link = await giveByMail(kura, giver, token, 'later@visitor.example')
    await page.getByRole('button', { name: '贈りものを取り消す' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '贈りものを取り消す' }).click()
    await page.getByText('贈りものを取り消しました。アイテムはあなたの保管庫に残りました。').waitFor()
    await look('gift, cancelled')
    await friend.page.goto(link)
    await friend.page.getByText(wordOf(words, 'claim.over'), { exact: true }).waitFor()

    const { flowAddress = '' } = (await readSession(friend.page)) ?? {}
    // a link to the last screen leads to the form
    await page.goto(`/tokens/${token.tokenId}/transfer?to=${flowAddress}&step=confirm`)
    await page.getByText('旅人さんのウォレットです。').waitFor()
    await page.waitForURL((url) => url.search === '')
    assert.equal(await page.getByRole('heading', { name: '宛先の最終確認' }).count(), 0)
    await page.goto(`/tokens/${token.tokenId}/transfer`)
    await address(giver).fill(flowAddress.slice(2))
    await page.getByText('旅人さんのウォレットです。').waitFor()
    await look('transfer')
    await toConfirmation(giver)
    await page.getByRole('checkbox').waitFor()
    // after a reload it has to be typed again, and typing does not lead back by itself
    await page.reload()
    await page.waitForURL((url) => url.search === '')
    await address(giver).fill(flowAddress)
    await page.getByText('旅人さんのウォレットです。').waitFor()
    assert.equal(await page.getByRole('checkbox').count(), 0)
    await toConfirmation(giver)
    await page.getByRole('checkbox').check()
    await look('transfer, final confirmation')
    await kura.playChain({ holdSeals: true })
    await page.getByRole('button', { name: 'ウォレットを開いて移す' }).click()
    await page.waitForURL(/\/mypage\/transfers\/[0-9a-f-]{36}$/)
    // the tab is closed before the seal: the list of another one leads to its outcome
    await giver.reopen()
    await giver.page.goto('/mypage/transfers')
    await look('transfers')
    await giver.page.locator(`main a[href^="/mypage/transfers/"]`).first().click()
    await kura.playChain({})
    await assertSays(words, standing(giver.page), 'transfer.state.sealed-text', 'it arrived', 60_000)
    await look('transfer, arrived')
    assert.ok(await holds(kura, 'taro', token))
    await checkNewestEvent(giver.page, words, token.tokenId, 'transfer')
  }),
)

void test(
  'a gift by mail that is changed while it is prepared stays in the form, which says why',
  longJourney,
  journeyOf(
    () => [giver],
    async () => {
      const { page, look } = giver
      const { tokenId } = tokenOf(3)
      await useWallet(kura, 'hanako')
      await fillSending(page, 'mail', tokenId, 'first@visitor.example')
      const field = page.locator('main form [data-field=email] input')
      const message = page.getByRole('textbox', { name: 'ひとこと' })
      await message.fill('お元気で。')
      const { promise: typed, resolve: type } = Promise.withResolvers<void>()
      const wait = { times: 1 }
      await page.route(`**${paths.draftMailGift.path}`, (route) => typed.then(() => route.fallback()), wait)
      const sent = page.waitForRequest(`**${paths.draftMailGift.path}`)
      await nextButton(page).click()
      await sent
      await field.fill('second@visitor')
      type()
      await page.getByRole('alert').getByText('確認の準備中に内容が変わったため').waitFor()
      await look('gift, changed meanwhile')
      assert.deepEqual([await field.inputValue(), await message.inputValue()], ['second@visitor', 'お元気で。'])
      assert.equal(new URL(page.url()).search, '')
      await until('the first one is given up', async () => (await listSent(kura, tokenId)).at(-1)?.state === 'given-up')
      await field.fill('second@visitor.example')
      await nextButton(page).click()
      await page.getByRole('heading', { name: '贈りものの最終確認' }).waitFor()
      await page.getByText('second@visitor.example').waitFor()
      assert.deepEqual(
        (await listSent(kura, tokenId)).map(({ state }) => state),
        ['drafted', 'given-up'],
      )
    },
  ),
)

void test(
  'a gift by mail that nobody claims in time stays with its giver, and everybody sees it',
  longJourney,
  journeyOf(
    () => [giver],
    async () => {
      const { page, look, email, watch } = giver
      const token = tokenOf(4)
      await useWallet(kura, 'hanako')
      const link = await giveByMail(kura, giver, token, 'never@visitor.example')
      const own = new URL(page.url()).pathname
      // sessions do not last so long
      watch.expect(/status of 401 /)
      await passMinutes(kura, limits.giftClaimDays * 24 * 60 + 1)
      const readEnd = async () => (await listSent(kura, token.tokenId)).find(({ id }) => own.endsWith(id))
      await until('it has ended', async () => (await readEnd())?.state === 'ended')
      assert.equal((await readEnd())?.endReason, 'expired')
      // anyone who was away so long is signed out by the first thing that is asked for, and only
      // then is led to the form
      await page.goto(own)
      await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('redirect') === own)
      await page.locator('main input[name=email]').fill(email)
      await page.locator('main input[name=password]').fill(password)
      await page.locator('main form button[type=submit]').click()
      await page.waitForURL(`**${own}`)
      await assertSays(words, standing(page), 'gift.end.expired', 'its giver reads it')
      await look('gift by mail, too late')
      assert.ok(await holds(kura, 'hanako', token))
      assert.deepEqual(await readGrants(kura, await addressOf(kura, 'hanako')), [])
      await page.goto(link)
      await page.getByText(wordOf(words, 'claim.over'), { exact: true }).waitFor()
      await look('claim, too late')
    },
  ),
)
