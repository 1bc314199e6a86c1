import type { Page } from 'playwright-core'
import type { Shot } from './shot.ts'

const checkPasscode = (code: string) => async (page: Page) => {
  await page.locator('input[name=passcode]').fill(code)
  await page.locator('main form button[type=submit]').click()
  await page.locator('main section h2, main [role=alert] span').first().waitFor()
}

const beginChoice = (button: string) => async (page: Page) => {
  await page.locator(button).first().click()
  await page.locator('main fieldset li').first().waitFor()
}

/** Packs that are not sold: giveaways, passcodes, and what is chosen. */
export const givingShots: readonly Shot[] = [
  { name: 'airdrops', path: '/airdrops', as: 'guest', ready: 'main article' },
  { name: 'airdrop', path: '/airdrops/winter-gift', as: 'newcomer', ready: 'main button.w-full' },
  { name: 'airdrop-claimed', path: '/airdrops/welcome', as: 'collector', ready: 'main article' },
  { name: 'airdrop-minting', path: '/airdrops/winter-gift', as: 'collector', ready: 'main article' },
  {
    name: 'choice-of-one',
    path: '/airdrops/parade-choice',
    as: 'collector',
    ready: 'main button.w-full',
    act: beginChoice('main button.w-full'),
  },
  { name: 'passcode', path: '/passcode', as: 'newcomer', ready: 'input[name=passcode]' },
  {
    name: 'passcode-refused',
    path: '/passcode',
    as: 'newcomer',
    ready: 'input[name=passcode]',
    act: checkPasscode('a b c'),
  },
  {
    name: 'passcode-found',
    path: '/passcode',
    as: 'newcomer',
    ready: 'input[name=passcode]',
    act: checkPasscode('KURA-2026'),
  },
  {
    name: 'choice',
    path: '/passcode',
    as: 'collector',
    ready: 'input[name=passcode]',
    act: async (page) => {
      await checkPasscode('KURA-2026')(page)
      await beginChoice('main section button')(page)
    },
  },
]
