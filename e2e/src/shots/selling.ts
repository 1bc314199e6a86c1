import type { Page } from 'playwright-core'
import type { Members } from './members.ts'
import type { Shot } from './shot.ts'

const price = 'main input[name=price]'

const typePrice = (yen: string) => async (page: Page) => {
  await page.locator(price).fill(yen)
  await page.locator('main form dd.text-24').filter({ hasText: '¥' }).waitFor()
}

/** To the terms and what is signed, with the eight arguments and the program's text unfolded. */
const toSigning = async (page: Page) => {
  await page.locator(price).fill('12000')
  await page.locator('main form button[type=submit]').click()
  await page.locator('main summary').click()
}

const wantBuyer = async (page: Page) => {
  await page.locator('main input[name=isOnly]').check()
  await page.locator('main input[name=buyer]').fill('somebody')
  await page.locator('main [data-field=buyer] button').click()
  await page.locator('main [role=alert] span').first().waitFor()
}

/** Offering a piece, and the own listings. */
export const listSellingShots = ({ tokenId, listedTokenId }: Members): Shot[] => [
  { name: 'sell', path: `/tokens/${tokenId}/sell`, as: 'collector', ready: price, act: typePrice('12000') },
  { name: 'sell-buyer', path: `/tokens/${tokenId}/sell`, as: 'collector', ready: price, act: wantBuyer },
  { name: 'sell-signing', path: `/tokens/${tokenId}/sell`, as: 'collector', ready: price, act: toSigning },
  { name: 'sell-change', path: `/tokens/${listedTokenId}/sell`, as: 'collector', ready: price },
  { name: 'sell-no-wallet', path: `/tokens/${tokenId}/sell`, as: 'newcomer', ready: 'main .border-dashed' },
  { name: 'own-token', path: `/tokens/${tokenId}`, as: 'collector', ready: 'main a[href$="/sell"]' },
  { name: 'own-token-listed', path: `/tokens/${listedTokenId}`, as: 'collector', ready: 'main a[href$="/sell"]' },
  { name: 'listings', path: '/mypage/listings', as: 'collector', ready: 'main details' },
  { name: 'listings-over', path: '/mypage/listings?tab=over', as: 'collector', ready: 'main li h3' },
  { name: 'listings-empty', path: '/mypage/listings', as: 'newcomer', ready: 'main .border-dashed' },
]
