// What stands around a membership in a real browser: a first wallet in a session that is not fresh, and an operator's ban.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { linkWallet, password, signUpByCode } from './acts.ts'
import { passMinutes } from './books.ts'
import { startBrowser } from './browser.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { journey, journeyTime, phone } from './journey.ts'

let kura: Kura
let browser: Browser
before(async () => {
  ;[kura, browser] = await Promise.all([startInstance(), startBrowser()])
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
    await passMinutes(kura, 11)
    // two refusals are answers the browser counts as errors of its own
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

/** Whether the session the page keeps is refused by the server. */
const isRefused = async (page: import('playwright-core').Page): Promise<boolean> => {
  const token = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('session') ?? '{}') as { token?: string }).token,
  )
  const answer = await fetch(`${kura.app}/auth/account`, { headers: { 'x-auth-session': `Bearer ${token}` } })
  return answer.status === 401
}
