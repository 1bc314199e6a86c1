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

/** The first picture exports the data; the others find it there. */
const exportOwnData = async (page: Page) => {
  const download = page.getByRole('button', { name: /ZIP/ })
  const request = page.getByRole('button', { name: /^(データを書き出す|Export my data)$/ })
  await download.or(request).waitFor()
  if (await request.isVisible()) await request.click()
  await download.waitFor()
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

/** Says what blocks leaving, or that nothing does. */
const asLeaver = (obstacles: object[], dueAt?: string) => async (page: Page) => {
  await page.route('**/users/self/delete/check', (route) => route.fulfill({ json: { obstacles, points: 1200 } }))
  if (dueAt !== undefined)
    await page.route('**/auth/account', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as object), deletionDueAt: dueAt } })
    })
  await page.reload()
  await page
    .locator(dueAt === undefined ? 'main h2' : 'main section')
    .first()
    .waitFor()
}
const blocked = [
  { kind: 'packs_unopened', amount: 2 },
  { kind: 'listings_open', amount: 1 },
  { kind: 'proceeds_clearing', amount: 4500 },
  { kind: 'proceeds_left', amount: 12_000 },
]

const gallery = {
  clientId: 'gallery',
  name: { ja: 'みんなのコレクションギャラリー', en: 'Collectors’ Gallery' },
  picture: null,
  homepage: 'https://gallery1.example/',
}
const services = [
  {
    ...gallery,
    scopes: ['profile', 'pieces'],
    connection: {
      scopes: ['profile', 'pieces'],
      connectedAt: '2026-11-20T03:00:00Z',
      lastUsedAt: '2026-11-22T09:30:00Z',
    },
  },
  { ...gallery, clientId: 'shelf', name: { ja: '棚の写真', en: 'Shelfie' }, scopes: ['pieces'], connection: null },
]
/** A service as if the operator had imported it. */
const withServices = (items: object[]) => async (page: Page) => {
  await page.route('**/service_connect/clients', (route) => route.fulfill({ json: { items } }))
  await page.route('**/service_connect/requests/*', (route) =>
    route.fulfill({ json: { service: gallery, scopes: ['profile', 'pieces'], returnHost: 'gallery1.example' } }),
  )
  await page.reload()
  await page.locator('main a[href^="https://gallery"], main h2').first().waitFor()
}
const request = `/connect/${'a'.repeat(43)}`

/** The settings of a member. */
export const accountShots: readonly Shot[] = [
  { name: 'account', path: '/mypage/account', as: 'collector', ready: 'main li a[href="/mypage/email"]' },
  { name: 'email', path: '/mypage/email', as: 'collector', ready: 'input[name=email]' },
  { name: 'password', path: '/mypage/password', as: 'collector', ready: 'input[name=currentPassword]' },
  { name: 'devices', path: '/mypage/devices', as: 'collector', ready: 'main ul li' },
  { name: 'wallet', path: '/mypage/wallet', as: 'collector', ready: 'main [aria-expanded]' },
  { name: 'wallet-change', path: '/mypage/wallet', as: 'collector', ready: 'main [aria-expanded]', act: openFold(0) },
  { name: 'wallet-recover', path: '/mypage/wallet', as: 'collector', ready: 'main [aria-expanded]', act: openFold(1) },
  { name: 'export-none', path: '/mypage/export', as: 'newcomer', ready: 'main section button, main h1' },
  { name: 'export', path: '/mypage/export', as: 'collector', ready: 'main h1', act: exportOwnData },
  { name: 'wallet-none', path: '/mypage/wallet', as: 'newcomer', ready: 'main section button' },
  { name: 'services-none', path: '/mypage/services', as: 'newcomer', ready: 'main h2, main h1' },
  { name: 'services', path: '/mypage/services', as: 'collector', ready: 'main h1', act: withServices(services) },
  { name: 'connect', path: request, as: 'collector', ready: 'main h1', act: withServices(services) },
  { name: 'connect-over', path: request, as: 'collector', ready: 'main a[href="/mypage/services"]' },
  { name: 'connect-refused', path: '/connect/refused?error=invalid_redirect_uri', as: 'guest', ready: 'main h1' },
  { name: 'leave', path: '/mypage/leave', as: 'collector', ready: 'main h1', act: asLeaver([]) },
  { name: 'leave-blocked', path: '/mypage/leave', as: 'collector', ready: 'main h1', act: asLeaver(blocked) },
  {
    name: 'leave-asked',
    path: '/mypage/leave',
    as: 'collector',
    ready: 'main h1',
    act: asLeaver([], '2026-11-29T03:00:00Z'),
  },
  {
    name: 'leave-notice',
    path: '/packs',
    as: 'collector',
    ready: 'main h1',
    act: asLeaver([], '2026-11-29T03:00:00Z'),
  },
  { name: 'leave-cancel', path: '/leave/cancel?token=abc', as: 'guest', ready: 'main button' },
]
