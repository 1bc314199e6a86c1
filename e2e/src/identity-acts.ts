import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { signUpByCode } from './acts.ts'
import type { Kura } from './instance.ts'
import type { Visitor } from './journey.ts'
import { until } from './until.ts'

/** What the browser keeps of the member who is signed in. */
export const readSession = (page: Page): Promise<{ userId: string; token: string; flowAddress: string } | null> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? 'null') as never)

/** The token of the session, which must be there. */
export const readToken = async (page: Page): Promise<string> =>
  (await readSession(page))?.token ?? assert.fail('nobody is signed in')

/** Resolves when somebody is signed in by another session than `before`. */
export const signedInAgain = (page: Page, before?: string): Promise<string> =>
  until('another session', async () => {
    const token = (await readSession(page).catch(() => null))?.token
    return token !== before ? token : undefined
  })

/** Comes as a new member to their own page. */
export async function comeAsMember(visitor: Visitor): Promise<void> {
  await visitor.page.goto('/signup')
  await signUpByCode(visitor)
  // by its words: the address changes before the page does, and the one that is left has a heading,
  // too
  await visitor.page.getByRole('heading', { level: 1, name: /の蔵$/ }).waitFor()
}

/**
 * Brings a tab to an empty page of the shop. Nothing in it asks, follows other tabs or keeps
 * something ready any more, and its storage is at hand.
 */
export async function fallSilent(page: Page): Promise<void> {
  const silence = { contentType: 'text/html', body: '<!doctype html><title>silence</title>' }
  await page.route('**/silence', (route) => route.fulfill(silence))
  await page.goto('/silence')
}

/** Has the wallet answer by itself from now on, as this account. */
export const useWallet = (kura: Kura, account: string, more: object = {}): Promise<void> =>
  kura.play('wallet', { auto: true, account, behaviour: 'approve', signing: null, ...more })

/**
 * Records every visit to the sandbox's wallet. One that approves by itself may be gone before a
 * test finds its frame.
 */
export function watchWallet(page: Page): { visitedBy: (act: () => Promise<void>) => Promise<void> } {
  let visits = 0
  page.on('request', (request) => {
    const isWallet = /^\/wallet\/|^\/discovery$/.test(new URL(request.url()).pathname)
    if (isWallet && request.isNavigationRequest()) visits += 1
  })
  return {
    /** Resolves when the wallet came after `act` and has left. */
    visitedBy: async (act) => {
      const before = visits
      await act()
      await until('the wallet came', () => Promise.resolve(visits > before))
      await page.locator('#FCL_IFRAME').waitFor({ state: 'detached' })
    },
  }
}

/** The address of an account of the sandbox's wallet. */
export async function addressOf(kura: Kura, name: string): Promise<string> {
  const answer = await fetch(`${kura.addresses().sandbox}/wallet/api/accounts`)
  const { accounts } = (await answer.json()) as { accounts: { name: string; address: string }[] }
  const found = accounts.find((each) => each.name === name) ?? assert.fail(`there is no account ${name}`)
  return `0x${found.address.replace(/^0x/, '')}`
}

/** Links the wallet that approves by itself. Begins on any page of a member. */
export async function linkOwnWallet({ page }: Visitor): Promise<void> {
  await page.goto('/mypage/wallet')
  await page.getByRole('main').getByRole('button', { name: 'ウォレットを連携する' }).click()
  await page.getByRole('button', { name: 'ウォレットと無料で連携する' }).click()
  const welcome = page.getByRole('dialog', { name: '正会員になりました' })
  // the chain makes a vault first
  await welcome.waitFor({ timeout: 60_000 })
  await welcome.getByRole('button', { name: '閉じる' }).last().click()
  await welcome.waitFor({ state: 'hidden' })
}

/** Presses a button of the page's main part. */
export const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

/** Answers the question in front of the page. */
export const answer = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click()

/** Fills in a field of the page's main part. */
export const fill = (page: Page, name: string, value: string) => page.locator(`main input[name=${name}]`).fill(value)

/** Resolves when the text is shown. */
export const said = (page: Page, text: string) => page.getByText(text).first().waitFor()

/** Records messages shown during `act`: a toast is gone within seconds. */
export const hears = (page: Page, text: string, act: () => Promise<void>) => Promise.all([said(page, text), act()])

/** The link to a path among those of a mail. */
export const linkTo = (links: string[], path: string) =>
  links.find((each) => each.includes(path)) ?? assert.fail(`no link to ${path} in ${links.join(' ')}`)

/**
 * Signs out by the menu of the account. The page has to be there as a whole: coming, it closes a
 * menu that is open.
 */
export async function leaveByMenu(page: Page): Promise<void> {
  await page.locator('button[popovertarget=account-menu]').click()
  await page.getByRole('button', { name: 'ログアウト' }).click()
}

/** Logs in with a password. */
export async function logIn(page: Page, email: string, secret: string): Promise<void> {
  await page.goto('/login?redirect=/mypage/account')
  await fill(page, 'email', email)
  await fill(page, 'password', secret)
  await press(page, 'ログインする')
  await page.waitForURL(({ pathname }) => pathname === '/mypage/account')
}

/** Signs in with the wallet that approves by itself. */
export async function signInByWallet(page: Page): Promise<void> {
  await page.goto('/login')
  await press(page, 'ウォレットでログイン')
  await press(page, 'ウォレットを選ぶ')
  await signedInAgain(page)
}
