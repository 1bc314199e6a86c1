// Every way in and every change of an account, as members go them in a real browser.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { rootFolder } from '@kura/ops/settings'
import type { Browser, Page } from 'playwright-core'
import { password, readMail } from './acts.ts'
import { startBrowser } from './browser.ts'
import {
  addressOf,
  comeAsMember,
  fallSilent,
  linkOwnWallet,
  readSession,
  readToken,
  signedInAnew,
  useWallet,
  watchWallet,
} from './identity-acts.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { desktop, journey, journeyTime, phone } from './journey.ts'
import { openLivePage } from './live-page.ts'
import { until } from './until.ts'

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

const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
const answer = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click()
const fill = (page: Page, name: string, value: string) => page.locator(`main input[name=${name}]`).fill(value)
const said = (page: Page, text: string) => page.getByText(text).first().waitFor()
/** Records messages shown during `act`: a toast is gone within seconds. */
const hears = (page: Page, text: string, act: () => Promise<void>) => Promise.all([said(page, text), act()])
const linkTo = (links: string[], path: string) =>
  links.find((each) => each.includes(path)) ?? assert.fail(`no link to ${path} in ${links.join(' ')}`)

/**
 * Signs out by the menu of the account. The page has to be there as a whole: coming, it closes a
 * menu that is open.
 */
async function leaveByMenu(page: Page): Promise<void> {
  await page.locator('button[popovertarget=account-menu]').click()
  await page.getByRole('button', { name: 'ログアウト' }).click()
}

async function logIn(page: Page, email: string, secret: string): Promise<void> {
  await page.goto('/login?redirect=/mypage/account')
  await fill(page, 'email', email)
  await fill(page, 'password', secret)
  await press(page, 'ログインする')
  await page.waitForURL(({ pathname }) => pathname === '/mypage/account')
}

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
      return signedInAnew(page, first)
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
    const second = await signedInAnew(page)
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
      return signedInAnew(page, second)
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
    await signedInAnew(page)
    const terms = page.getByRole('dialog', { name: '利用規約への同意' })
    await terms.waitFor()
    await look('terms, asked for')
    await page.keyboard.press('Escape')
    await terms.getByRole('button', { name: '同意して続ける' }).click()
    await terms.waitFor({ state: 'hidden' })
    assert.equal((await readSession(page))?.flowAddress, await addressOf(kura, 'taro'))
  }),
)

/** Signs in with the wallet that approves by itself. */
async function signInByWallet(page: Page): Promise<void> {
  await page.goto('/login')
  await press(page, 'ウォレットでログイン')
  await press(page, 'ウォレットを選ぶ')
  await signedInAnew(page)
}

/** What somebody else may try to have our pages and the wallet library believe. */
function sendForged(target: Window): number {
  const services = [
    { f_type: 'Service', type: 'authn', uid: 'forged', id: '0xf8d6e0586b0a20c7', identity: {} },
    { f_type: 'Service', type: 'account-proof', data: { address: '0xf8d6e0586b0a20c7', nonce: 'ab', signatures: [] } },
  ]
  const data = { f_type: 'AuthnResponse', f_vsn: '1.0.0', addr: '0xf8d6e0586b0a20c7', services }
  const approved = { f_type: 'PollingResponse', f_vsn: '1.0.0', status: 'APPROVED', reason: null, data }
  const messages = [
    { type: 'FCL:VIEW:READY' },
    { type: 'FCL:VIEW:RESPONSE', ...approved },
    { type: 'FCL:VIEW:RESPONSE', f_type: 'PollingResponse', status: 'DECLINED', reason: 'forged' },
    { type: 'FCL:FRAME:RESPONSE', ...data },
    { jsonrpc: '2.0', id: 1, result: approved },
    { type: 'FCL:VIEW:CLOSE' },
    { kuraCaptcha: 'x', event: 'checked', token: 'forged' },
    { session: { userId: 'x', token: 'forged', flowAddress: '', timestamp: Date.now() } },
    'session',
    null,
  ]
  for (const message of messages) target.postMessage(message, '*')
  return messages.length
}

/**
 * Resolves when a message of the page to itself has arrived, and so has what was sent before it.
 */
const postLast = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        addEventListener('message', ({ data }) => data === 'the last one' && resolve())
        window.postMessage('the last one', '*')
      }),
  )

void test(
  'forged messages, of another site that opened ours or of the page itself, move neither our pages nor the open wallet',
  journeyTime,
  journey({ ...world, email: 'forged@visitor.example', device: desktop }, async (visitor) => {
    const { page, context } = visitor
    await kura.play('wallet', { auto: false })
    await comeAsMember(visitor)
    const token = await readToken(page)
    await fallSilent(page)
    const sent: string[] = []
    context.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))

    await context.route('http://evil.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>evil</title>' }),
    )
    const evil = await context.newPage()
    await evil.goto('http://evil.example/')
    const opening = context.waitForEvent('page')
    await evil.evaluate((url) => void Object.assign(window, { victim: open(url) }), `${kura.app}/mypage/wallet`)
    const victim = await opening
    await victim.getByRole('main').getByRole('button', { name: 'ウォレットを連携する' }).click()
    await victim.getByRole('button', { name: 'ウォレットと無料で連携する' }).click()
    const wallet = victim.frameLocator('#FCL_IFRAME')
    await wallet.locator('[data-wallet="IFRAME/RPC"]').waitFor()
    const before = sent.length

    // ours, told by itself: whatever the window policies are, this arrives
    await victim.evaluate(() => {
      const { dataset } = document.documentElement
      addEventListener('message', ({ source, data }) => {
        if (source === window && data !== 'the last one') dataset['heard'] = String(Number(dataset['heard'] ?? 0) + 1)
      })
    })
    await victim.evaluate(`(${sendForged.toString()})(window)`)
    await postLast(victim)
    const heard = await victim.evaluate(() => document.documentElement.dataset['heard'])
    assert.equal(heard, '9', 'every message but the one without content arrived')
    // and by the site that opened it: our policy has the browser take the window from its hands, so
    // nothing arrives at all
    await victim.evaluate(() => {
      addEventListener('message', ({ source, origin }) => {
        if (source !== window && origin.includes('evil')) document.documentElement.dataset['forged'] = origin
      })
    })
    assert.equal(await evil.evaluate('window.victim.closed'), true, 'the opener holds nothing of our window')
    assert.equal(await evil.evaluate(`(${sendForged.toString()})(window.victim)`), 10)
    await postLast(victim)
    assert.equal(await victim.evaluate(() => document.documentElement.dataset['forged']), undefined)

    assert.deepEqual(
      sent.slice(before).filter((each) => /\/auth\//.test(each)),
      [],
      'nothing was sent in their name',
    )
    assert.equal(await readToken(victim), token)
    assert.equal(await victim.getByRole('alertdialog').count(), 0)
    assert.ok(await wallet.locator('[data-wallet="IFRAME/RPC"]').isVisible(), 'the wallet is still open')

    await wallet.locator('[data-wallet="IFRAME/RPC"]').click()
    const midori = await addressOf(kura, 'midori')
    await wallet.locator(`[data-account="midori"] input`).check()
    await wallet.locator('[data-behaviour=approve]').click()
    await wallet.getByText('Cadence').first().waitFor()
    await wallet.locator('[data-behaviour=approve]').click()
    await victim.getByRole('dialog', { name: '正会員になりました' }).waitFor({ timeout: 60_000 })
    assert.equal((await readSession(victim))?.flowAddress, midori, 'only the true wallet was believed')
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
  const server = kura.addresses().processes.find(({ name }) => name === 'server') ?? assert.fail('no server')
  const environment = (await readFile(`/proc/${server.pid}/environ`, 'utf8')).split('\0').map((pair) => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1) }
  })
  const isSecret = /SECRET|PASS|DATABASE_URL|SMTP_URL|KEY_FILE/
  const secrets = environment.filter(({ name, value }) => isSecret.test(name) && value !== '')
  const keys = await Promise.all(
    secrets
      .filter(({ name }) => name.endsWith('KEY_FILE'))
      .map(async ({ value }) => (await readFile(value, 'utf8')).trim()),
  )
  assert.ok(secrets.length >= 6 && keys.length >= 1, secrets.map(({ name }) => name).join(' '))
  const folder = join(rootFolder, 'web', 'build', readFileSync(join(rootFolder, 'web/build/current'), 'utf8'), 'client')
  const names = (await readdir(folder, { recursive: true })).filter((name) =>
    /\.(js|css|html|json|svg|map)$/.test(name),
  )
  assert.ok(names.length > 60, `${names.length} files`)
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8')
    for (const secret of secrets) {
      assert.ok(!text.includes(secret.value), `${name} holds ${secret.name}`)
      assert.ok(!text.includes(secret.name), `${name} names ${secret.name}`)
    }
    for (const key of keys) assert.ok(!text.includes(key), `${name} holds a key`)
    assert.doesNotMatch(
      text,
      /-----BEGIN [A-Z ]*PRIVATE KEY|\bsk_(live|test)_\w|postgres(ql)?:\/\/|process\.env\.[A-Z]*(SECRET|PASS)/,
      name,
    )
    assert.ok(!name.endsWith('.map'), 'no source map')
  }
})
