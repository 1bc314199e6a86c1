// Every refusal of the server about listings, in words, next to what caused it.
import assert from 'node:assert/strict'
import { paths } from '@kura/contract/paths'
import type { Browser } from 'playwright-core'
import { answerCalls } from './answer-calls.ts'
import { assertSays, readWords } from './expected-words.ts'
import type { Kura } from './instance.ts'
import { mockPiece } from './listing-mocks.ts'
import { assertWords, codesOf, mockedVisit } from './mocked-visit.ts'
import type { Language } from './mocked-visit.ts'

const cancelAllName = { ja: 'すべて取り下げる', en: 'Cancel all' } as const
const withdrawnForTarget = {
  ja: '購入できる相手のウォレットが変わったため、取り下げられました。',
  en: 'It was withdrawn because its only buyer has changed wallets.',
} as const

/** Has the server refuse drafting and cancelling with every code, and reads what is shown. */
export async function checkListingRefusals(kura: Kura, browser: Browser, language: Language): Promise<void> {
  const { tokenId, flowAddress, more, withdrawalCause } = await mockPiece(kura)
  await mockedVisit({ kura, browser, language, as: { flowAddress }, more }, async ({ page, fail }) => {
    const words = await readWords(page)
    const alert = page.locator('main [role=alert]:not(:empty)')
    await page.goto(`/tokens/${tokenId}/sell`)
    await page.locator('main input[name=price]').fill('5000')
    // asked about instead
    const drafting = codesOf('draftListing').filter((code) => code !== 'PRICE_FAR_BELOW_FLOOR')
    assert.ok(drafting.length > 8)
    for (const code of drafting) {
      fail('draftListing', code)
      await page.locator('main form button[type=submit]').click()
      await assertSays(words, alert, `error.${code}`, code)
      assert.equal(await page.locator('main input[name=price]').inputValue(), '5000', code)
    }

    await page.goto('/mypage/listings')
    const buttons = {
      endListing: page.locator('main li button').first(),
      endAllListings: page.getByRole('button', { name: cancelAllName[language], exact: true }),
    }
    for (const [name, button] of Object.entries(buttons) as [
      'endListing' | 'endAllListings',
      typeof buttons.endListing,
    ][]) {
      const codes = codesOf(name)
      assert.ok(codes.length > 4, name)
      for (const code of codes) {
        fail(name, code)
        await button.click()
        await page.getByRole('alertdialog').getByRole('button').last().click()
        await page.getByRole('alertdialog').waitFor({ state: 'detached' })
        await alert.first().waitFor()
        if (code === 'LISTING_STATE') assertWords(await alert.first().innerText(), language, code)
        else await assertSays(words, alert.first(), `error.${code}`, `${name} ${code}`)
      }
      await page.reload()
    }

    const isOver = ({ pathname, searchParams }: URL) =>
      pathname === paths.listOwnListings.path && searchParams.get('state') === 'ended'
    await answerCalls(page, isOver, (call) => call.fulfill({ json: { items: [withdrawalCause] } }))
    await page.goto('/mypage/listings?tab=over')
    const ended = page.locator('main li', { has: page.locator('h3') })
    await ended.getByText(withdrawnForTarget[language], { exact: true }).waitFor()
    assert.equal(await ended.count(), 1)
  })
}
