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
export const signedInAnew = (page: Page, before?: string): Promise<string> =>
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
