import { api } from '@kura/contract/api'
import type { ErrorCode, FieldFault } from '@kura/contract/errors'
import type { CallName } from '@kura/contract/paths'
import type { Browser, Page } from 'playwright-core'
import { answerScript } from './answer-calls.ts'
import { assertSays, readWords } from './expected-words.ts'
import type { Kura } from './instance.ts'
import { fakeCardScript, mockShop, storedCard } from './mocked-shop.ts'
import { isCall, mockedVisit } from './mocked-visit.ts'
import type { Language } from './mocked-visit.ts'
import { mockPiece } from './listing-mocks.ts'

type World = { kura: Kura; browser: Browser; language: Language }
type Tender = {
  call: CallName
  /** Chooses it, on the first step of the checkout. */
  choose: (page: Page) => Promise<void>
}

const means = (page: Page, value: string) => page.locator(`main form input[name=means][value="${value}"]`).check()
const points = (page: Page, count: number) => page.locator('main form section input').first().fill(String(count))
async function typeCard(page: Page): Promise<void> {
  await means(page, 'new-card')
  await page.locator('[autocomplete=cc-number]').fill('4111 1111 1111 1111')
  await page.locator('[autocomplete=cc-exp]').fill('12 / 39')
  await page.locator('[autocomplete=cc-csc]').fill('123')
  await page.locator('[autocomplete=cc-name]').fill('HANAKO SATO')
}

const tenders: Tender[] = [
  {
    call: 'enterTokenNewCardPoint',
    choose: async (page) => {
      await points(page, 500)
      await typeCard(page)
    },
  },
  { call: 'enterTokenNewCard', choose: typeCard },
  {
    call: 'enterTokenSelectedCard',
    choose: async (page) => {
      await means(page, storedCard.cardSeq)
      await page.locator('[autocomplete=cc-csc]').fill('123')
    },
  },
  { call: 'enterTokenPaidy', choose: (page) => means(page, 'paidy') },
  { call: 'paymentUrlCredit', choose: (page) => means(page, 'card-page') },
  { call: 'buyTokenPoint', choose: (page) => points(page, 5000) },
]

/** These lead elsewhere, or the same request is sent again by itself. */
const elsewhere: readonly ErrorCode[] = [
  'INVALID_SESSION',
  'UNAUTHORIZED',
  'IDEMPOTENCY_IN_PROGRESS',
  'BIRTHDAY_REQUIRED',
]
/** Better words for some codes, where it is a token that is bought. */
const better: Partial<Record<ErrorCode, string>> = {
  NOT_FOUND: 'trade.refused.gone',
  LISTING_STATE: 'trade.refused.gone',
  SALES_PAUSED: 'trade.refused.paused',
  TRADE_PRICE_CHANGED: 'checkout.price-changed',
  INTERNAL_SERVER_ERROR: 'checkout.unknown-text',
  SERVICE_UNAVAILABLE: 'checkout.unknown-text',
}
const named: [code: ErrorCode, detail: FieldFault, key: string][] = [
  ['FORBIDDEN', { field: 'refId', fault: 'own_listing' }, 'own'],
  ['FORBIDDEN', { field: 'refId', fault: 'circle' }, 'circle'],
  ['LISTING_STATE', { field: 'refId', fault: 'not_yet' }, 'not-yet'],
  ['LISTING_STATE', { field: 'refId', fault: 'held' }, 'held'],
  ['LISTING_STATE', { field: 'refId', fault: 'not_deliverable' }, 'not-deliverable'],
  ['SALES_PAUSED', { field: 'refId', fault: 'daily_limit' }, 'daily-limit'],
  ['RECIPIENT_NOT_READY', { field: 'flowAddress', fault: 'storage_full' }, 'storage'],
  ['TOO_MANY_REQUESTS', { field: 'refId', fault: 'played' }, 'played'],
  ['TOO_MANY_REQUESTS', { field: 'refId', fault: 'reserved_most' }, 'reserved-most'],
]

/**
 * Has a member with this wallet refused at the checkout of a token: by every code and what it can
 * name with one tender, by the others with whatever that one has not, and once more with what it
 * has. Returns how many refusals were shown.
 */
export async function checkTokenRefusals({ kura, browser, language }: World, flowAddress: string): Promise<number> {
  const { tokenId, refId, more } = await mockPiece(kura)
  const [own] = (more['GET /api/selling-orders'] as { items: Record<string, unknown>[] }).items
  const seller = { sellerUserId: '01990000-0000-7000-8000-0000000000e5', expiresAt: '2099-12-20T03:00:00Z' }
  const calls = { [`GET /api/selling-orders/${refId}`]: { ...own, ...seller } }
  let count = 0
  await mockedVisit({ kura, browser, language, as: { flowAddress }, more: calls }, async ({ page }) => {
    const words = await readWords(page)
    const shop = await mockShop(page, kura)
    await answerScript(page, '*/card/token.js*', fakeCardScript('000'))
    shop.answer('listOrders', { json: { items: [] } })
    shop.answer('creditCheck', { json: { items: [storedCard] } })
    shop.answer('pointSummary', { json: { balance: 9000, paid: 0, free: 9000, expiring: [] } })
    const seen = new Set<ErrorCode>()
    for (const { call, choose } of tenders) {
      await page.goto(`/tokens/${tokenId}/checkout`)
      await choose(page)
      await page.locator('main form button[type=submit]:not([aria-disabled])').click()
      await page.waitForURL(/step=confirm/)
      // the address is there first
      await page.locator('main section form').first().waitFor({ state: 'detached' })
      const refuse = async (code: ErrorCode, key: string, details?: FieldFault[]) => {
        shop.answer(call, { fails: code, ...(details ? { details } : {}) })
        const answer = page.waitForResponse((each) => isCall(call, each.request().method(), each.url()))
        // the one that orders, also while it takes no press: the next one leads back
        await page.locator('main section button').first().click()
        await answer
        const text = page.locator('main div[role=alert] p').nth(1)
        await assertSays(words, text, key, `${call}: ${code} ${details?.[0]?.fault ?? ''}`)
        count += 1
      }
      const codes = api[call].errors.filter((code) => !elsewhere.includes(code))
      for (const code of codes.filter((each) => !seen.has(each) || each === 'LISTING_STATE'))
        await refuse(code, better[code] ?? `error.${code}`)
      if (seen.size === 0) for (const [code, detail, key] of named) await refuse(code, `trade.refused.${key}`, [detail])
      for (const code of codes) seen.add(code)
    }
  })
  return count
}
