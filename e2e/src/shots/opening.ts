import type { Page } from 'playwright-core'
import type { TransactionView } from '@kura/contract/chain/transaction'
import type { Members } from './members.ts'
import type { Shot } from './shot.ts'

/**
 * Shows the opening of a pack in a state that passes too fast, or that none of these members is in.
 */
const openingAs = (change: (found: TransactionView) => TransactionView, shown: string) => async (page: Page) => {
  await page.route('**/api/transactions/pack/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change((await response.json()) as TransactionView) })
  })
  await page.reload()
  await page.locator(shown).first().waitFor()
}

const asStuck = (found: TransactionView): TransactionView => ({
  ...found,
  opening: found.opening && { ...found.opening, state: 'stuck', sealedAt: null, cards: [] },
})

/**
 * The cards one by one are seen by who saw the pack before its seal: it is unsealed until the page
 * has shown that.
 */
const reveal = async (page: Page) => {
  let isSealed = false
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openingAs((found) => {
    if (isSealed || !found.opening) return found
    // what is delivered already would not be checked again
    const steps = found.order.steps.map((each) => (each.step === 'delivered' ? { ...each, at: null } : each))
    const opening = { ...found.opening, state: 'minting' as const, sealedAt: null, cards: [] }
    return { ...found, order: { ...found.order, steps }, opening }
  }, '.tear[data-open]')(page)
  isSealed = true
  await page.locator('.reveal').waitFor()
}

/** An opening on its way: between the tap and the cards. */
export const listOpeningShots = ({ openedPath: path }: Members): Shot[] => [
  { name: 'opening-stuck', path, as: 'collector', ready: 'main h2', act: openingAs(asStuck, 'main [role=status] a') },
  { name: 'opening-reveal', path, as: 'collector', ready: 'main h2', act: reveal, isView: true },
]
