// Every way in and every change of an account, as members go them in a real browser.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { password, readMail } from './acts.ts'
import { startBrowser } from './browser.ts'
import {
  addressOf,
  answer,
  comeAsMember,
  fallSilent,
  fill,
  hears,
  leaveByMenu,
  linkOwnWallet,
  linkTo,
  logIn,
  press,
  readSession,
  readToken,
  said,
  signedInAgain,
  signInByWallet,
  useWallet,
  watchWallet,
} from './identity-acts.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { desktop, journey, journeyTime, phone } from './journey.ts'
import { openLivePage } from './live-page.ts'
import { until } from './until.ts'
import { checkForged } from './forged-messages.ts'
import { checkNoSecrets } from './no-secrets.ts'

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
const world = { kura: () => kura, browser: () => browser }
const another = 'an umbrella in the shade'

void test(
  'a mailed link signs in once; who is signed in is asked before, and stays when they want to',
  journeyTime,
  journey({ ...world, email: 'link@visitor.example', device: phone }, async (visitor) => {
    const { page, email, look, watch } = visitor
    await comeAsMember(visitor)
    const first = await readToken(page)
    await page.goto('/login/link')
    await fill(page, 'email', email)
    await press(page, 'リンクを送る')
    const mail = await readMail(kura, email, /ログイン用リンク/)
    const link = linkTo(mail.links, '/login/link?token=')
    await page.goto(link)
    await press(page, 'ログインする')
    await page.getByRole('alertdialog').waitFor()
    await look('one-time link, somebody is signed in')
    await answer(page, 'キャンセル')
    assert.equal(await readToken(page), first, 'who cancels stays')
    await press(page, 'ログインする')
    const second = await watch.whileEnding(first, async () => {
      await hears(page, 'ログインしました', () => answer(page, 'ログアウトして進む'))
      return signedInAgain(page, first)
    })
    const gone = await fetch(`${kura.app}/auth/account`, { headers: { 'x-auth-session': `Bearer ${first}` } })
    assert.equal(gone.status, 401, 'the session before was ended, not only forgotten')

    watch.expect(/status of 4(04|10) .*onetime_token_sign_in/)
    await page.goto(link)
    await press(page, 'ログインする')
    await watch.whileEnding(second, async () => {
      await answer(page, 'ログアウトして進む')
      await said(page, 'すでに使われたか、有効期限が切れています')
    })
    assert.equal(await readSession(page), null)
  }),
)

void test(
  'a forgotten password is reset by code and by link, also over a session that is asked for first',
  journeyTime,
  journey({ ...world, email: 'reset@visitor.example', device: desktop }, async (visitor) => {
    const { page, email, look, watch } = visitor
    await comeAsMember(visitor)
    const first = await readToken(page)
    await page.goto('/login/reset')
    await fill(page, 'email', email)
    await press(page, '再設定のメールを送る')
    const mail = await readMail(kura, email, /パスワードの再設定/)
    watch.expect(/status of 404 .*password_reset/)
    await fill(page, 'code', '00000000')
    await fill(page, 'password', another)
    await press(page, 'パスワードを変更してログインする')
    await watch.whileEnding(first, async () => {
      await answer(page, 'ログアウトして進む')
      // signed out meanwhile, and the form is still there with what is wrong at its field
      await page.locator('main input[name=code][aria-invalid=true]').waitFor()
    })
    await look('reset, wrong code')
    assert.equal(await readSession(page), null)
    await fill(page, 'code', mail.code ?? '')
    await press(page, 'パスワードを変更してログインする')
    const second = await signedInAgain(page)
    assert.notEqual(second, first)

    await page.goto('/login/reset')
    await fill(page, 'email', email)
    await press(page, '再設定のメールを送る')
    const next = await readMail(kura, email, /パスワードの再設定/, mail)
    await page.goto(linkTo(next.links, '/login/reset?token='))
    await fill(page, 'password', password)
    await press(page, 'パスワードを変更してログインする')
    await answer(page, 'キャンセル')
    assert.equal(await readToken(page), second)
    await press(page, 'パスワードを変更してログインする')
    const third = await watch.whileEnding(second, async () => {
      await answer(page, 'ログアウトして進む')
      return signedInAgain(page, second)
    })
    // the page leaves by itself, and an open menu closes with it: the address changes before the
    // page does
    await page.waitForURL(({ pathname }) => pathname === '/')
    await page.getByRole('heading', { name: '販売中のパック' }).waitFor()

    await watch.whileEnding(third, async () => {
      await leaveByMenu(page)
      await until('signed out', async () => (await readSession(page)) === null)
    })
    watch.expect(/status of 401 .*email_sign_in/)
    await page.goto('/login')
    await fill(page, 'email', email)
    await fill(page, 'password', another)
    await press(page, 'ログインする')
    await page.locator('main input[name=password][aria-invalid=true]').waitFor()
    await logIn(page, email, password)
  }),
)

void test(
  'settings: another address, another password, and a device that is signed out and shown why',
  journeyTime,
  journey({ ...world, email: 'before@visitor.example', device: phone }, async (visitor) => {
    const { page, look, watch } = visitor
    const email = 'after@visitor.example'
    await comeAsMember(visitor)
    await page.goto('/mypage/email')
    watch.expect(/status of 401 .*\/auth\/(email_change|password_change)\)/)
    await fill(page, 'email', email)
    await fill(page, 'password', another)
    await press(page, '確認メールを送る')
    await page.locator('main input[name=password][aria-invalid=true]').waitFor()
    await look('settings, e-mail')
    await fill(page, 'password', password)
    await press(page, '確認メールを送る')
    await page.locator('main input[name=code]').waitFor()
    await fill(page, 'code', (await readMail(kura, email, /新しいメールアドレスの確認/)).code ?? '')
    await press(page, 'メールアドレスを確定する')
    // in the list of the account: the page that is left says it, too
    await page.locator('main li', { hasText: email }).waitFor()

    await page.goto('/mypage/password')
    await fill(page, 'currentPassword', another)
    await fill(page, 'password', another)
    await press(page, 'パスワードを変更する')
    await page.locator('main input[name=currentPassword][aria-invalid=true]').waitFor()
    await look('settings, password')
    await fill(page, 'currentPassword', password)
    await hears(page, 'パスワードを変更しました', () => press(page, 'パスワードを変更する'))
    await page.waitForURL(/\/mypage\/account$/)

    const other = await browser.newContext({ baseURL: kura.app, locale: 'ja-JP' })
    try {
      const elsewhere = await openLivePage(other)
      await logIn(elsewhere, email, another)
      await page.goto('/mypage/devices')
      const end = page.getByRole('main').getByRole('button', { name: /^ログアウトさせる/ })
      await end.waitFor()
      await look('settings, devices')
      assert.equal(await end.count(), 1, 'this device has no such button')
      await end.click()
      await answer(page, 'ログアウトさせる')
      await end.waitFor({ state: 'detached' })
      await elsewhere.goto('/mypage/email')
      await elsewhere.waitForURL(/\/login\?redirect=/)
      await said(elsewhere, 'ログインの有効期限が切れました')
      await logIn(elsewhere, email, another)
      assert.equal(await elsewhere.getByText('ログインの有効期限が切れました').count(), 0)
    } finally {
      await other.close()
    }
  }),
)

void test(
  'a wallet is linked, changed for another, asked back for a third, which the mailed link stops; it signs in by itself',
  journeyTime,
  journey({ ...world, email: 'wallets@visitor.example', device: desktop }, async (visitor) => {
    const { page, email, look } = visitor
    const [yuki, ken] = await Promise.all([addressOf(kura, 'yuki'), addressOf(kura, 'ken')])
    await useWallet(kura, 'yuki')
    await comeAsMember(visitor)
    await linkOwnWallet(visitor)
    assert.equal((await readSession(page))?.flowAddress, yuki)

    await press(page, '別のウォレットに変更する')
    await press(page, '今のウォレットで確認する')
    await said(page, `確認しました: ${yuki}`)
    // the same one once more is no other
    await press(page, '新しいウォレットで確認する')
    await said(page, '今と同じウォレットです')
    await look('settings, change of the wallet')
    await useWallet(kura, 'ken')
    await press(page, '新しいウォレットで確認する')
    await said(page, `確認しました: ${ken}`)
    await hears(page, 'ウォレットを変更しました', () => press(page, 'ウォレットを変更する'))
    await until('the session knows', async () => (await readSession(page))?.flowAddress === ken)

    await useWallet(kura, 'midori')
    await page.goto('/mypage/wallet')
    await press(page, '今のウォレットが使えないとき')
    await press(page, '新しいウォレットで確認する')
    await said(page, `確認しました: ${await addressOf(kura, 'midori')}`)
    await page.locator('main textarea[name=reason]').fill('鍵を失くしました')
    await fill(page, 'password', password)
    await press(page, '変更を申し込む')
    await said(page, 'ウォレットの変更手続き中')
    await look('settings, recovery of the wallet')
    const mail = await readMail(kura, email, /再連携のお申し込み/)
    // a page of a member would notice, and might ask as nobody
    await fallSilent(page)
    await page.evaluate(() => localStorage.clear())
    await page.goto(linkTo(mail.links, '/wallet/recovery/cancel?token='))
    await look('recovery, stop')
    await press(page, '変更を取り消す')
    await said(page, '取り消しました')
    const [row] = await kura.sql<{ address: string }[]>`
      select flow_address as address from members where email = ${email}`
    assert.equal(row?.address, ken)

    await useWallet(kura, 'ken')
    await signInByWallet(page)
    assert.equal((await readSession(page))?.flowAddress, ken)
    assert.equal(await page.getByRole('dialog', { name: '利用規約への同意' }).count(), 0)
  }),
)

void test(
  'a wallet nobody has seen makes a member, who is asked for the terms; who leaves the wallet is shown nothing',
  journeyTime,
  journey({ ...world, email: 'nobody@visitor.example', device: phone }, async ({ page, look }) => {
    await useWallet(kura, 'taro', { behaviour: 'decline' })
    await page.goto('/login')
    await press(page, 'ウォレットでログイン')
    await look('wallet sign-in')
    await watchWallet(page).visitedBy(() => press(page, 'ウォレットを選ぶ'))
    await page.locator('main button:not([aria-busy=true])', { hasText: 'ウォレットを選ぶ' }).waitFor()
    assert.equal(await page.locator('main [role=alert]:not(:empty)').count(), 0)
    await useWallet(kura, 'taro', { behaviour: 'no-account-proof' })
    await press(page, 'ウォレットを選ぶ')
    await said(page, 'このウォレットには、連携に必要な機能がありません')

    await useWallet(kura, 'taro')
    await press(page, 'ウォレットを選ぶ')
    await signedInAgain(page)
    const terms = page.getByRole('dialog', { name: '利用規約への同意' })
    await terms.waitFor()
    await look('terms, asked for')
    await page.keyboard.press('Escape')
    await terms.getByRole('button', { name: '同意して続ける' }).click()
    await terms.waitFor({ state: 'hidden' })
    assert.equal((await readSession(page))?.flowAddress, await addressOf(kura, 'taro'))
  }),
)

void test(
  'forged messages, of another site that opened ours or of the page itself, move neither our pages nor the open wallet',
  journeyTime,
  journey({ ...world, email: 'forged@visitor.example', device: desktop }, async (visitor) => {
    await kura.play('wallet', { auto: false })
    await comeAsMember(visitor)
    await checkForged(kura, visitor)
  }),
)

void test(
  'tabs are in step; who does not stay signed in is a guest after reloading; without a measurement id nothing is measured',
  journeyTime,
  journey({ ...world, email: 'tabs@visitor.example', device: desktop }, async (visitor) => {
    const { page, context, email, watch } = visitor
    await comeAsMember(visitor)
    const elsewhere: string[] = []
    context.on('request', (request) => {
      const { hostname } = new URL(request.url())
      if (!['localhost', '127.0.0.1'].includes(hostname)) elsewhere.push(hostname)
    })
    // as agreed to while there was something to measure
    await page.evaluate(() => localStorage.setItem('kura_consent', 'granted'))
    await page.goto('/mypage')
    const second = await openLivePage(context)
    await second.goto('/mypage/account')
    const isSignedIn = (tab: Page) => tab.evaluate(() => document.documentElement.dataset['session'] === 'member')
    assert.ok(await isSignedIn(second))

    await page.getByRole('heading', { level: 1 }).waitFor()
    await watch.whileEnding(await readToken(page), async () => {
      await leaveByMenu(page)
      await second.waitForURL(/\/login\?redirect=/)
      assert.equal(await isSignedIn(second), false, 'signed out there is signed out here')
    })

    await fill(second, 'email', email)
    await fill(second, 'password', password)
    await press(second, 'ログインする')
    await second.waitForURL(/\/mypage\/account$/)
    await said(second, email)
    await until('the other tab is signed in, too', () => isSignedIn(page))

    await watch.whileEnding(await readToken(second), async () => {
      await leaveByMenu(second)
      await until('signed out everywhere', async () => !(await isSignedIn(page)))
    })
    await page.goto('/login?redirect=/mypage/account')
    await fill(page, 'email', email)
    await fill(page, 'password', password)
    await page.locator('main input[name=keep]').uncheck()
    await press(page, 'ログインする')
    await page.waitForURL(/\/mypage\/account$/)
    await said(page, email)
    assert.equal(await readSession(page), null, 'nothing is stored')
    assert.equal(await isSignedIn(second), false, 'and no other tab knows')
    await page.reload()
    await page.waitForURL(/\/login\?redirect=/)
    assert.deepEqual(elsewhere, [])
    assert.equal(await page.locator('.consent-banner').count(), 0)
  }),
)

void test('the scripts a browser gets hold none of the secrets of the server, nor a name of one', async () => {
  await checkNoSecrets(kura)
})
