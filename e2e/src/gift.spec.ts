// Giving and moving a piece, in a real browser: what stands in the way, the wallet, the way to the vault; and a gift claimed by its link.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { linkWallet, signUpByCode } from './acts.ts'
import { startBrowser } from './browser.ts'
import { readVault } from './chain.ts'
import { addressOf, comeAsMember, linkOwnWallet, readMailOf, readSession, useWallet } from './identity-acts.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { arrive, desktop, journey, phone } from './journey.ts'
import type { Visitor } from './journey.ts'
import { readOwnTokens } from './market-acts.ts'
import type { OwnToken } from './market-acts.ts'

let kura: Kura
let browser: Browser
let giver: Visitor
let friend: Visitor
let tokens: OwnToken[]
const wanted = 3
const barriers: string[] = []
before(async () => {
  kura = await startInstance()
  browser = await startBrowser()
  friend = await arrive({ ...world, email: 'friend@visitor.example', device: phone }, barriers)
  await comeWithWallet(friend, 'taro')
  giver = await arrive({ ...world, email: 'giver@visitor.example', device: phone }, barriers)
  await comeWithWallet(giver, 'hanako')
  for (let count = 0; count < wanted; count += 1) {
    const { code, output } = await kura.command('mint', 'moon-rabbit', await addressOf(kura, 'hanako'))
    assert.equal(code, 0, output)
  }
  tokens = await readOwnTokens(kura, giver.email, wanted)
})
after(async () => {
  await giver?.context.close()
  await friend?.context.close()
  await browser?.close()
  await kura?.stop()
})
const world = { kura: () => kura, browser: () => browser }
const longJourney = { timeout: 300_000 }

async function comeWithWallet(visitor: Visitor, account: string): Promise<void> {
  await useWallet(kura, account)
  await comeAsMember({ ...visitor, look: () => Promise.resolve() })
  await linkOwnWallet(visitor)
}

const tokenOf = (index: number): OwnToken => tokens[index] ?? assert.fail(`there is no token ${index}`)
const serialOf = ({ serial }: OwnToken): string => `#${String(serial).padStart(4, '0')}`
const address = ({ page }: Visitor) => page.getByRole('textbox', { name: /宛先のウォレットアドレス/ })
const toConfirmation = ({ page }: Visitor): Promise<void> =>
  page.getByRole('button', { name: '最終確認へ進む' }).click()
/** Looks at a screen that has scrolled to what was typed: what lies under the head of the page is not looked at by half. */
async function lookFromTop({ page, look }: Visitor, screen: string): Promise<void> {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await look(screen)
}
const holds = async (account: string, { tokenId }: OwnToken): Promise<boolean> =>
  (await readVault(kura, await addressOf(kura, account))).some(({ id }) => id === tokenId)

void test(
  'on a phone: every wrong address is told at its field, and a gift arrives once its giver has agreed',
  longJourney,
  async () => {
    const { page, look, watch } = giver
    // the wallet library says so itself
    watch.expect(/console: Signatures Declined/)
    const token = tokenOf(0)
    await page.goto(`/tokens/${token.tokenId}`)
    await page.getByRole('link', { name: '贈る' }).click()
    await page.getByRole('heading', { level: 1, name: 'だれかに贈る' }).waitFor()
    // back from the last screen is the form with what was typed, and back from there is the piece
    await address(giver).fill(await addressOf(kura, 'taro'))
    await page.getByText('旅人 さんのウォレットです。').waitFor()
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
    const told: [typed: string, words: RegExp][] = [
      ['0x1d7e57aa55817448', /別のネットワークのアドレスです/],
      [(taken ?? '').replace(/.$/, (last) => (last === '0' ? '1' : '0')), /このアドレスは存在しません/],
      [own ?? '', /あなたのウォレットです/],
      [empty ?? '', /保管庫がまだないため/],
    ]
    for (const [typed, words] of told) {
      await address(giver).fill(typed)
      await page.getByRole('alert').getByText(words).waitFor()
      await toConfirmation(giver)
      assert.ok(!page.url().includes('step=confirm'), typed)
    }
    await lookFromTop(giver, 'gift, an address that cannot receive')
    await address(giver).fill(`${kura.app}/profile?id=${taken}`)
    await page.getByText('旅人 さんのウォレットです。').waitFor()
    await page.getByRole('textbox', { name: 'ひとこと' }).fill('見て https://evil.example')
    await toConfirmation(giver)
    await page.getByRole('alert').getByText('URLや制御文字は使えません。').waitFor()
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
    assert.ok(await holds('hanako', token))
    await useWallet(kura, 'hanako')
    await page.getByRole('button', { name: 'ウォレットを開いて贈る' }).click()
    await page.waitForURL(/\/mypage\/gifts\/[0-9a-f-]{36}$/)
    await page.getByText('贈りものが届きました。').waitFor()
    await look('gift, arrived')
    assert.ok(await holds('taro', token))

    await friend.page.goto('/mypage/gifts?side=received')
    await friend.page.getByText('あなたに贈りものが届きました').waitFor()
    await friend.page.getByText('旅人 さんから').waitFor()
    await friend.look('gifts received')
    await friend.page.getByRole('link', { name: new RegExp(serialOf(token)) }).click()
    await friend.page.getByText('お誕生日おめでとう。').waitFor()
    await friend.look('gift, received')
    assert.deepEqual(barriers, [])
    assert.deepEqual(watch.complaints(), [])
  },
)

void test(
  'a gift by mail: somebody new signs up, makes a vault and claims it; for everybody else the link is over',
  longJourney,
  journey({ ...world, email: 'newcomer@visitor.example', device: desktop }, async (visitor) => {
    const { page, look } = visitor
    const token = tokenOf(1)
    await useWallet(kura, 'hanako')
    const link = await giveByMail(token, visitor.email)
    await page.goto(link)
    await page.getByText('旅人 さんから、アイテムが贈られました').waitFor()
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
    assert.ok(await holds('yuki', token))
    await page.getByRole('link', { name: 'アイテムを見る' }).click()
    await page.waitForURL(`**/tokens/${token.tokenId}`)

    // somebody else with the same link
    await friend.page.goto(link)
    await friend.page.getByText('この贈りものは、すでに受け取られています').waitFor()
    await friend.look('claim, taken')
    // its giver sees that it arrived
    await giver.page.reload()
    await giver.page.getByText('贈りものが届きました。').waitFor()
    assert.deepEqual(barriers, [])
  }),
)

/** Gives a token by mail as the giver, until the mail is there. Answers the path of its link. */
async function giveByMail(token: OwnToken, to: string): Promise<string> {
  const { page, look } = giver
  await page.goto(`/tokens/${token.tokenId}/gift`)
  await page.getByRole('radio', { name: /メールで贈る/ }).check()
  const field = page.getByRole('textbox', { name: /贈る相手のメールアドレス/ })
  await field.fill('nobody')
  await toConfirmation(giver)
  await page.getByRole('alert').first().waitFor()
  assert.equal(await field.getAttribute('aria-invalid'), 'true')
  await field.fill(to)
  await toConfirmation(giver)
  await page.getByText(to).waitFor()
  // reloaded there, the form is empty again, and a whole address can be typed before anything follows
  await page.reload()
  await page.waitForURL((url) => url.search === '')
  await page.getByRole('radio', { name: /メールで贈る/ }).check()
  await field.pressSequentially(to)
  assert.equal(await field.inputValue(), to)
  await page.getByRole('textbox', { name: 'ひとこと' }).fill('はじめての一枚に。')
  await toConfirmation(giver)
  await page.getByText(to).waitFor()
  await page.getByText('署名する内容をくわしく見る').click()
  await page.getByText('いつでも取り消せます。').waitFor()
  const names = await page.locator('main details dt').allInnerTexts()
  const values = await page.locator('main details dd').allInnerTexts()
  assert.deepEqual(names, ['agent', 'orderId', 'refId', 'nftId', 'version', 'metadata', 'signature', 'keyIndex'])
  assert.match(await page.locator('main pre').innerText(), /^\s*import [\s\S]*transaction\(/)
  await look('gift by mail, final confirmation')
  await page.getByRole('button', { name: 'ウォレットを開いて贈る' }).click()
  await page.waitForURL(/\/mypage\/gifts\/[0-9a-f-]{36}$/)
  // the order that the wallet signed is the one that was shown
  assert.equal(page.url().split('/').at(-1), values[1])
  await page.getByText('受け取り待ち').waitFor()
  await look('gift by mail, waiting')
  const mail = await readMailOf(kura, to, /./)
  const link = mail.links.find((each) => each.includes('/gifts/claim')) ?? assert.fail('no link in the mail')
  const { pathname, search } = new URL(link)
  return pathname + search
}

void test(
  'a gift by mail is taken back, and its link says that it is over; a piece is moved to another wallet',
  longJourney,
  async () => {
    const { page, look, watch } = giver
    const token = tokenOf(2)
    await useWallet(kura, 'hanako')
    const link = await giveByMail(token, 'later@visitor.example')
    await page.getByRole('button', { name: '贈りものを取り消す' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '贈りものを取り消す' }).click()
    await page.getByText('贈りものを取り消しました。アイテムはあなたの保管庫にあります。').waitFor()
    await look('gift, taken back')
    await friend.page.goto(link)
    await friend.page.getByText('この贈りものは終わりました').waitFor()

    const { flowAddress = '' } = (await readSession(friend.page)) ?? {}
    // a link to the last screen leads to the form
    await page.goto(`/tokens/${token.tokenId}/transfer?to=${flowAddress}&step=confirm`)
    await page.getByText('旅人 さんのウォレットです。').waitFor()
    await page.waitForURL((url) => url.search === '')
    assert.equal(await page.getByRole('heading', { name: '宛先の最終確認' }).count(), 0)
    await page.goto(`/tokens/${token.tokenId}/transfer`)
    await address(giver).fill(flowAddress.slice(2))
    await page.getByText('旅人 さんのウォレットです。').waitFor()
    await look('transfer')
    await toConfirmation(giver)
    await page.getByRole('checkbox').waitFor()
    // after a reload it has to be typed again, and typing does not lead back by itself
    await page.reload()
    await page.waitForURL((url) => url.search === '')
    await address(giver).fill(flowAddress)
    await page.getByText('旅人 さんのウォレットです。').waitFor()
    assert.equal(await page.getByRole('checkbox').count(), 0)
    await toConfirmation(giver)
    await page.getByRole('checkbox').check()
    await look('transfer, final confirmation')
    await page.getByRole('button', { name: 'ウォレットを開いて移す' }).click()
    await page.waitForURL(/\/mypage\/transfers\/[0-9a-f-]{36}$/)
    await page.getByText('アイテムは、宛先のウォレットにあります。').waitFor()
    await look('transfer, arrived')
    assert.ok(await holds('taro', token))
    await page.goto('/mypage/transfers')
    await page.getByText(serialOf(token)).waitFor()
    await look('transfers')
    assert.deepEqual(barriers, [])
    assert.deepEqual(watch.complaints(), [])
  },
)
