import type { ErrorCode } from '@kura/contract/errors'
import type { CallName } from '@kura/contract/paths'
import type { Page } from 'playwright-core'
import { answerScript } from './answer-calls.ts'
import type { Kura } from './instance.ts'
import type { Language } from './mocked-visit.ts'
import { fakeCardScript, orderOf, readPack, storedCard, transactionOf } from './mocked-shop.ts'
import type { Shop } from './mocked-shop.ts'

export type Visited = { page: Page; shop: Shop; language: Language; kura: Kura }

/** Types a card that the gateway takes. */
export const typeCard = async (page: Page) => {
  await page.locator('input[name=means][value=new-card]').check()
  await page.locator('[autocomplete=cc-number]').fill('4111 1111 1111 1111')
  await page.locator('[autocomplete=cc-exp]').fill('12 / 39')
  await page.locator('[autocomplete=cc-csc]').fill('123')
  await page.locator('[autocomplete=cc-name]').fill('HANAKO SATO')
}
/** Goes to the last screen before the order. */
export const toConfirmation = async (page: Page) => {
  await page.locator('main form button[type=submit]').click()
  await page.waitForURL(/step=confirm/)
  // the address is there first
  await page.locator('main section form').first().waitFor({ state: 'detached' })
}
export const orderButton = (page: Page) => page.locator('main section button').first()

/** Replaces the gateway's script by one with this result. */
export const playScript = (page: Page, resultCode: string) =>
  answerScript(page, '*/card/token.js*', fakeCardScript(resultCode))

/** Opens the page of a pack that is still closed. */
export async function closedPack(
  { page, shop, kura }: Pick<Visited, 'page' | 'shop' | 'kura'>,
  unopenedPackId: string,
) {
  const pack = await readPack(kura, 'moon-first')
  const order = orderOf(pack, { state: 'delivered', leaseUntil: null, unopenedPackId })
  shop.answer('showTransaction', { json: transactionOf(order) })
  await page.goto(`/mypage/packs/${unopenedPackId}/open?orderId=${order.orderId}`)
  await page.locator('.tear').waitFor()
}

type Act = {
  name: CallName
  /** Comes to where the call is made. */
  open: (visit: Visited) => Promise<void>
  send: (page: Page) => Promise<void>
  /** Where a refusal is shown. */
  place: string
  /** Codes that are no refusals there, or lead elsewhere. */
  other: readonly ErrorCode[]
}

/** The same request continues for all of these, or another screen follows. */
export const outside: readonly ErrorCode[] = ['INVALID_SESSION', 'IDEMPOTENCY_IN_PROGRESS', 'UNAUTHORIZED']
/** The outcome is unknown: one message for all of them. */
const unknown: readonly ErrorCode[] = ['INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE']
const atConfirmation = {
  send: (page: Page) => orderButton(page).click(),
  place: 'main section [role=alert]:not(:empty)',
  // it leads back to where the birthday is asked
  other: ['BIRTHDAY_REQUIRED', ...unknown] as readonly ErrorCode[],
}

/** The calls of a purchase, and how a member comes to make each. */
export const acts: Act[] = [
  {
    name: 'entryOrderNewCard',
    open: async ({ page }) => {
      await playScript(page, '000')
      await page.goto('/packs/moon-first/checkout')
      await typeCard(page)
      await toConfirmation(page)
    },
    ...atConfirmation,
  },
  {
    name: 'entryOrderSelectedCard',
    open: async ({ page, shop }) => {
      shop.answer('creditCheck', { json: { items: [storedCard] } })
      await page.goto('/packs/moon-first/checkout')
      await page.locator('[autocomplete=cc-csc]').fill('123')
      await toConfirmation(page)
    },
    ...atConfirmation,
  },
  {
    name: 'buyPoint',
    open: async ({ page, shop }) => {
      shop.answer('pointSummary', { json: { balance: 90_000, paid: 0, free: 90_000, expiring: [] } })
      await page.goto('/packs/moon-first/checkout')
      await page.locator('main form section input').first().fill('90000')
      await toConfirmation(page)
    },
    ...atConfirmation,
  },
  {
    name: 'mintTokens',
    open: (visited) => closedPack(visited, '01990000-0000-7000-8000-0000000000bb'),
    send: (page) => page.locator('.tear:not([data-torn])').click(),
    place: 'main [role=alert]:not(:empty)',
    // it is open, and its cards are shown
    other: ['PACK_ALREADY_OPENED'],
  },
  {
    name: 'deleteCard',
    open: async ({ page, shop }) => {
      shop.answer('creditCheck', { json: { items: [storedCard] } })
      await page.goto('/mypage/cards')
    },
    send: async (page) => {
      await page.locator('main li button').click()
      await page.locator('dialog[open] button').last().click()
    },
    place: 'main li [role=alert]:not(:empty)',
    // gone already is the intended result
    other: ['NOT_FOUND'],
  },
]
