import type { GiftView } from '@kura/contract/market/gift'
import type { TokenCardView } from '@kura/contract/market/token'
import type { Page } from 'playwright-core'
import type { Members } from './members.ts'
import type { Shot } from './shot.ts'

/** Tokens of the seeded seller: one on sale, one that was sold. */
const [offered, sold] = ['900000045', '900000001']
const means = 'main input[name=means]'
const address = 'main [data-field=address] input'
const title = 'main h1'
const empty = 'main .border-dashed'

const choose = (value: string) => async (page: Page) => {
  await page.locator(`${means}[value=${value}]`).check()
}

const toConfirmation = (value: string) => async (page: Page) => {
  await choose(value)(page)
  await page.locator('main form button[type=submit]').click()
  await page.waitForURL(/step=confirm/)
}

/** An address of another network, with the error at its field. */
const mistype = async (page: Page) => {
  await page.locator(address).fill('0x1d7e57aa55817448')
  await page.locator('main [role=alert] span').first().waitFor()
}

const writeMail = async (page: Page) => {
  await choose('mail')(page)
  await page.locator('main [data-field=email] input').fill('friend@visitor.example')
  await page.locator('main textarea').fill('満月の夜に、いちばん好きな一枚を贈ります。')
}

const confirmMail = async (page: Page) => {
  await writeMail(page)
  await page.locator('main form button[type=submit]').click()
  await page.waitForURL(/step=confirm/)
}

/** The last look at an address where everything can be received, of somebody with a name. */
const confirmTransfer = async (page: Page) => {
  await page.route('**/api/transfers/preparation*', async (route) => {
    const response = await route.fetch()
    const recipient = { userId: '00000000-0000-7000-8000-000000000001', displayName: '月夜のうさぎ研究会' }
    await route.fulfill({ json: { ...((await response.json()) as object), obstacles: [], recipient } })
  })
  // the agent's, which is an address of every local network
  await page.locator(address).fill('0x01cf0e2f2f715450')
  await page.locator('main [role=status] svg').first().waitFor()
  await page.locator('main form button[type=submit]').click()
  await page.waitForURL(/step=confirm/)
}

const readToken = async (page: Page, tokenId: string): Promise<TokenCardView> =>
  (await (await page.request.get(`/api/tokens/${tokenId}`)).json()) as TokenCardView

/** What a link is for, answered by the shot. */
const claimOf = (tokenId: string, state: string) => async (page: Page) => {
  const { name, seriesName, picture, serial, editionSize } = await readToken(page, tokenId)
  const claim = {
    state,
    name,
    seriesName,
    picture,
    serial,
    editionSize,
    giverName: 'Hotaru',
    isOwn: false,
    giftId: null,
    message: '満月の夜に、いちばん好きな一枚を贈ります。',
    claimUntil: '2030-01-01T12:00:00Z',
  }
  await page.route('**/api/gift-claims/look', (route) => route.fulfill({ json: claim }))
  await page.reload()
  await page.locator('main h2').first().waitFor()
}

const mailed: Omit<GiftView, 'token'> = {
  giftId: '00000000-0000-7000-8000-000000000002',
  kind: 'mail',
  side: 'sent',
  state: 'open',
  giverUserId: '00000000-0000-7000-8000-000000000001',
  giverName: 'Hotaru',
  toAddress: '',
  recipient: null,
  email: 'friend@visitor.example',
  mail: 'sent',
  message: '満月の夜に。',
  txId: null,
  failureCode: null,
  createdAt: '2026-11-01T10:00:00Z',
  openedAt: '2026-11-01T10:01:00Z',
  claimedAt: null,
  claimUntil: '2030-01-01T12:00:00Z',
  sealedAt: null,
  endedAt: null,
  endReason: null,
}
const named = { userId: '00000000-0000-7000-8000-000000000001', displayName: '月夜のうさぎ研究会' }
const arrived = { state: 'sealed', sealedAt: '2026-11-01T10:02:00Z', email: null, mail: null } as const
const toWallet = { ...arrived, kind: 'address', toAddress: '0x01cf0e2f2f715450' } as const

/** A gift by mail in some state, answered by the shot. */
const giftOf = (tokenId: string, more: Partial<GiftView>) => async (page: Page) => {
  const gift = { ...mailed, token: await readToken(page, tokenId), ...more }
  await page.route('**/api/gifts/*', (route) => route.fulfill({ json: gift }))
  await page.reload()
  await page.locator('main dl').first().waitFor()
}

/** A list of gifts or transfers, answered by the shot. */
const listOf = (call: 'gifts' | 'transfers', tokenId: string, rows: () => readonly object[]) => async (page: Page) => {
  const token = await readToken(page, tokenId)
  const read = () =>
    rows().map((row, index) => ({
      ...mailed,
      ...row,
      token,
      giftId: String(index),
      transferId: String(index),
    }))
  await page.route(new RegExp(`/api/${call}\\?`), (route) => route.fulfill({ json: { items: read() } }))
  // a toast may be gone before the last picture has come
  await page.reload({ waitUntil: 'commit' })
}

const listed =
  (...given: Parameters<typeof listOf>) =>
  async (page: Page) => {
    await listOf(...given)(page)
    await page.locator('main ul img').first().waitFor()
  }

/** Those who give and get, with a name and without. */
const gifts = [
  mailed,
  { ...toWallet, recipient: named },
  toWallet,
  { ...arrived, email: '', toAddress: '' },
  { ...toWallet, side: 'received' },
  { ...toWallet, side: 'received', giverName: '' },
]

/** A gift that arrives while its receiver is there. */
const receive = (tokenId: string) => async (page: Page) => {
  // arrived just now, each time it is asked for: the page that is left may have asked, too
  await listOf('gifts', tokenId, () => [{ ...toWallet, side: 'received', sealedAt: new Date().toISOString() }])(page)
  // held by the pointer, so that it stays for the shot
  await page.locator('[role=status] img').first().hover()
}

const checkout = (tokenId: string): string => `/tokens/${tokenId}/checkout`
const someGift = '/mypage/gifts/00000000-0000-7000-8000-000000000002'
const claim = '/gifts/claim?token=seen-once'

/** Buying from a member, giving, moving, and what comes of it. */
export const listSendingShots = ({ tokenId, listedTokenId }: Members): Shot[] => [
  { name: 'trade-pay', path: checkout(offered), as: 'collector', ready: means, act: choose('card-page') },
  { name: 'trade-confirm', path: checkout(offered), as: 'collector', ready: means, act: toConfirmation('paidy') },
  { name: 'trade-gone', path: checkout(sold), as: 'collector', ready: empty },
  { name: 'trade-own', path: checkout(listedTokenId), as: 'collector', ready: empty },
  { name: 'gift', path: `/tokens/${tokenId}/gift`, as: 'collector', ready: address, act: mistype },
  { name: 'gift-mail', path: `/tokens/${tokenId}/gift`, as: 'collector', ready: address, act: writeMail },
  { name: 'gift-mail-confirm', path: `/tokens/${tokenId}/gift`, as: 'collector', ready: address, act: confirmMail },
  { name: 'gift-listed', path: `/tokens/${listedTokenId}/gift`, as: 'collector', ready: empty },
  { name: 'transfer', path: `/tokens/${tokenId}/transfer`, as: 'collector', ready: address },
  {
    name: 'transfer-confirm',
    path: `/tokens/${tokenId}/transfer`,
    as: 'collector',
    ready: address,
    act: confirmTransfer,
  },
  { name: 'gifts-empty', path: '/mypage/gifts', as: 'newcomer', ready: empty },
  { name: 'transfers-empty', path: '/mypage/transfers', as: 'newcomer', ready: empty },
  { name: 'gift-no-wallet', path: `/tokens/${tokenId}/gift`, as: 'newcomer', ready: empty },
  // the last screen of a gift by mail drafts one, so this list may be empty or not
  { name: 'gifts', path: '/mypage/gifts', as: 'collector', ready: title, act: listed('gifts', tokenId, () => gifts) },
  { name: 'gift-toast', path: '/mypage/gifts', as: 'collector', ready: title, act: receive(tokenId), isView: true },
  {
    name: 'transfers',
    path: '/mypage/transfers',
    as: 'collector',
    ready: empty,
    act: listed('transfers', tokenId, () => [{ ...toWallet, recipient: named }, toWallet]),
  },
  { name: 'gift-waiting', path: someGift, as: 'collector', ready: empty, act: giftOf(tokenId, { state: 'open' }) },
  {
    name: 'gift-returned',
    path: someGift,
    as: 'collector',
    ready: empty,
    act: giftOf(tokenId, { state: 'ended', endReason: 'expired', mail: null }),
  },
  { name: 'claim-unknown', path: claim, as: 'guest', ready: empty },
  { name: 'claim', path: claim, as: 'guest', ready: empty, act: claimOf(tokenId, 'open') },
  { name: 'claim-no-wallet', path: claim, as: 'newcomer', ready: empty, act: claimOf(tokenId, 'open') },
  { name: 'claim-taken', path: claim, as: 'guest', ready: empty, act: claimOf(tokenId, 'taken') },
]
