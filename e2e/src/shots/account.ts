import type { Page } from 'playwright-core'
import type { Shot } from './shot.ts'

const openFold = (at: number) => async (page: Page) => {
  await page.locator('main [aria-expanded]').nth(at).click()
  await page.locator('main form').waitFor()
}

/**
 * The welcome is seen once in a member's life: the account of this one page says that the wallet is
 * there.
 */
const asLinked = async (page: Page) => {
  await page.route('**/auth/account', async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      json: { ...((await response.json()) as object), flowAddress: '0x01cf0e2f2f715450' },
    })
  })
  await page.route('**/auth/flow_setup', (route) => route.fulfill({ json: { needsSetup: false, transaction: null } }))
  // what was asked before would still be known
  await page.reload()
}

const openLink = async (page: Page) => {
  await page.locator('button[popovertarget=account-menu]').click()
  await page.locator('#account-menu button').first().click()
  await page.locator('dialog[open]').waitFor()
}

/** Linking a wallet. */
export const walletShots: readonly Shot[] = [
  { name: 'wallet-invite', path: '/', as: 'newcomer', ready: 'main', act: openLink, isView: true },
  {
    name: 'wallet-welcome',
    path: '/',
    as: 'newcomer',
    ready: 'main',
    act: async (page) => {
      await asLinked(page)
      await openLink(page)
      await page.getByRole('dialog', { name: /正会員になりました|You are a full member/ }).waitFor()
    },
    isView: true,
  },
]

/** The settings of a member. */
export const accountShots: readonly Shot[] = [
  { name: 'account', path: '/mypage/account', as: 'collector', ready: 'main li a[href="/mypage/email"]' },
  { name: 'email', path: '/mypage/email', as: 'collector', ready: 'input[name=email]' },
  { name: 'password', path: '/mypage/password', as: 'collector', ready: 'input[name=currentPassword]' },
  { name: 'devices', path: '/mypage/devices', as: 'collector', ready: 'main ul li' },
  { name: 'wallet', path: '/mypage/wallet', as: 'collector', ready: 'main [aria-expanded]' },
  { name: 'wallet-change', path: '/mypage/wallet', as: 'collector', ready: 'main [aria-expanded]', act: openFold(0) },
  { name: 'wallet-recover', path: '/mypage/wallet', as: 'collector', ready: 'main [aria-expanded]', act: openFold(1) },
  { name: 'wallet-none', path: '/mypage/wallet', as: 'newcomer', ready: 'main section button' },
]
