import type { Page } from 'playwright-core'
import type { Shot } from './shot.ts'

const openFold = (at: number) => async (page: Page) => {
  await page.locator('main [aria-expanded]').nth(at).click()
  await page.locator('main form').waitFor()
}

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
