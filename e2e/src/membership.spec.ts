// What stands around a membership in a real browser: a first wallet in a session that is not fresh,
// or under a doubting bot check, an operator's ban, and the language of the mails.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { linkWallet, password, signUpByCode } from './acts.ts'
import { passMinutes } from './books.ts'
import { startBrowser } from './browser.ts'
import { comeAsMember, fallSilent, readSession, readToken, useWallet, watchWallet } from './identity-acts.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { desktop, journey, journeyTime, phone } from './journey.ts'
import { until } from './until.ts'

let kura: Kura
let browser: Browser
before(async () => {
  kura = await startInstance()
  browser = await startBrowser()
})
after(async () => {
  await browser?.close()
  await kura?.stop()
})
const world = { kura: () => kura, browser: () => browser }

void test(
  'who signed in a while ago links a first wallet with the password; a ban signs them out',
  journeyTime,
  journey({ ...world, email: 'late@visitor.example', device: phone }, async (visitor) => {
    const { page, look, email } = visitor
    await page.goto('/signup?redirect=/packs/moon-first/checkout')
    await signUpByCode(visitor)
    // the open window keeps a nonce ready, which would be too old by then
    await fallSilent(page)
    await passMinutes(kura, 11)
    await page.goto('/packs/moon-first/checkout')
    // the browser counts two refusals as errors
    visitor.watch.expect(/status of 401 .*\/flow_add/)
    await linkWallet(visitor, 'hanako', async () => {
      const field = page.getByRole('dialog').locator('input[name=password]')
      await field.waitFor()
      await look('wallet link, password')
      const submit = page.getByRole('button', { name: 'このウォレットを連携する' })
      await submit.click()
      await page.getByText('パスワードを入力してください。').first().waitFor()
      await field.fill('not the password')
      await submit.click()
      await page.getByText('パスワードが違います').first().waitFor()
      await look('wallet link, wrong password')
      await field.fill(password)
      await submit.click()
    })

    // a page that continues polling would also be refused
    await fallSilent(page)
    const who = ['member', 'ban', email, '--reason', 'a journey']
    const dry = await kura.command(...who, '--dry-run')
    assert.match(dry.output, /would end the sessions of 1 devices; nothing was changed/)
    assert.equal(await isRefused(visitor.page), false)
    const done = await kura.command(...who)
    assert.equal(done.code, 0, done.output)
    assert.match(done.output, /is banned; signed out on 1 devices/)
    assert.equal(await isRefused(visitor.page), true)
    const again = await kura.command(...who)
    assert.notEqual(again.code, 0)
    assert.match(again.output, /banned already/)
    assert.match((await kura.command('member', 'ban', email)).output, /The reason is kept in the audit/)
  }),
)

void test(
  'where version 3 refuses, the visible check comes up in the window, on the page, and a solved one continues',
  journeyTime,
  journey({ ...world, email: 'robot@visitor.example', device: phone }, async (visitor) => {
    const { page, look, watch } = visitor
    await useWallet(kura, 'yuki')
    await comeAsMember(visitor)
    watch.expect(/status of 403 .*\/auth\/flow_prepare\)/)
    // the calls a solved check went along with
    const spent: string[] = []
    visitor.context.on('request', (request) => {
      if (request.headers()['x-recaptcha-token-v2']) spent.push(new URL(request.url()).pathname)
    })
    const goesWith = (...calls: string[]) =>
      until(`checks for ${calls.join(' ')}`, async () => spent.length >= calls.length).then(() =>
        assert.deepEqual(spent, calls),
      )
    await kura.play('captcha', { score: 0.1 })
    try {
      await page.goto('/mypage/wallet')
      await page.getByRole('main').getByRole('button', { name: 'ウォレットを連携する' }).click()
      const check = page.locator('dialog[open]').getByRole('group', { name: '人による操作の確認' })
      await check.waitFor()
      await look('wallet link, visible check')
      // a provider shows its challenge in the page itself: nothing of it may be out of reach
      assert.ok(await page.evaluate(() => document.querySelector('dialog[open]')?.matches(':modal') === false))
      await kura.play('captcha', { score: 0.9 })
      const box = check.frameLocator('iframe').locator('input[type=checkbox]')
      const start = page.getByRole('button', { name: 'ウォレットと無料で連携する' })
      assert.equal(await start.getAttribute('aria-disabled'), 'true', 'it waits for the check')
      const wallet = watchWallet(page)
      const walletCame = async (act: () => Promise<void>) => {
        await wallet.visitedBy(act)
        await box.waitFor()
      }
      // one tick for every call, and every call takes the tick that was meant for it
      await box.click()
      await walletCame(() => start.click())
      await goesWith('/auth/flow_prepare')
      await walletCame(() => box.click())
      await goesWith('/auth/flow_prepare', '/auth/flow_setup')
      await box.click()
      const welcome = page.getByRole('dialog', { name: '正会員になりました' })
      await welcome.waitFor()
      await goesWith('/auth/flow_prepare', '/auth/flow_setup', '/auth/flow_add')
      await welcome.getByRole('button', { name: '閉じる' }).last().click()

      // what linking already showed is not requested again
      await page.getByRole('main').getByText('作成済み').waitFor()
      assert.equal(spent.length, 3)
    } finally {
      await kura.play('captcha', { score: 0.9 })
    }
  }),
)

/** Whether the session the page keeps is refused by the server. */
const isRefused = async (page: Page): Promise<boolean> => {
  const token = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('session') ?? '{}') as { token?: string }).token,
  )
  const answer = await fetch(`${kura.app}/auth/account`, { headers: { 'x-auth-session': `Bearer ${token}` } })
  return answer.status === 401
}

void test(
  'the language a member switches to is that of the mails, too, and that of the browser they log in with next',
  journeyTime,
  journey({ ...world, email: 'language@visitor.example', device: desktop }, async ({ page, email, ...visitor }) => {
    await comeAsMember({ page, email, ...visitor })
    const mailLocale = async () => {
      const headers = { 'x-auth-session': `Bearer ${await readToken(page)}` }
      return ((await (await fetch(`${kura.app}/api/users/self/profiles`, { headers })).json()) as { locale: string })
        .locale
    }
    const choose = (name: string) => page.getByRole('contentinfo').getByRole('button', { name, exact: true }).click()
    assert.equal(await mailLocale(), 'ja')
    await choose('English')
    await page.locator('html[lang=en]').waitFor()
    assert.equal(await mailLocale(), 'en')
    await page.locator('button[popovertarget=account-menu]').click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.locator('html[lang=en]').waitFor()
    await until('signed out', async () => (await readSession(page)) === null)
    await choose('日本語')
    await page.locator('html[lang=ja]').waitFor()
    await page.goto('/login?redirect=/mypage/account')
    await page.locator('main input[name=email]').fill(email)
    await page.locator('main input[name=password]').fill(password)
    await page.getByRole('main').getByRole('button', { name: 'ログインする', exact: true }).click()
    await page.waitForURL(({ pathname }) => pathname === '/mypage/account')
    assert.equal(await mailLocale(), 'ja')
  }),
)
