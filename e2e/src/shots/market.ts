import type { Page } from 'playwright-core'
import type { Members } from './members.ts'
import type { Shot } from './shot.ts'

const item = '/items/moon-lanterns'

const openTable = async (page: Page) => {
  await page.locator('section[aria-labelledby=chart-title] summary').click()
  await page.locator('section[aria-labelledby=chart-title] tbody tr').first().waitFor()
}

/** Listings of members, as visitors see it. */
export const listMarketShots = ({ listedTokenId }: Members): Shot[] => [
  { name: 'market', path: '/market', as: 'guest', ready: 'main article' },
  { name: 'market-narrowed', path: '/market?rarity=rare&least=500&sort=price-low', as: 'guest', ready: 'main h1' },
  { name: 'market-none', path: '/market?q=xyzzy', as: 'guest', ready: 'main .border-dashed' },
  { name: 'item-listings', path: item, as: 'newcomer', ready: '#listings article' },
  { name: 'item-listings-none', path: `${item}?least=9000000`, as: 'guest', ready: '#listings .border-dashed' },
  { name: 'item-prices', path: item, as: 'guest', ready: 'input[type=range]', act: openTable },
  { name: 'token-listing', path: `/tokens/${listedTokenId}`, as: 'guest', ready: '#listing-title' },
]
