import type { Browser, BrowserContext } from 'playwright-core'
import { answerBank, linkWallet, order, signUpByCode, toConfirmation, typeCard } from '../acts.ts'
import { readLatestOrder } from '../books.ts'
import { useWallet } from '../identity-acts.ts'
import type { Kura } from '../instance.ts'
import { arrive, desktop } from '../journey.ts'
import { seedTrades } from '../market-acts.ts'
import type { Visitor } from '../journey.ts'
import { sign, toSigning } from '../listing-acts.ts'
import { usePoints } from '../tender-acts.ts'
import { until } from '../until.ts'

/** What a browser keeps of a member who is signed in. */
export type Kept = Awaited<ReturnType<BrowserContext['storageState']>>

/**
 * The members whose screens are shot: a collector with pieces, packs and an order under way, and
 * somebody without a wallet.
 */
export type Members = {
  collector: Kept
  newcomer: Kept
  /** A pack the collector has not opened, and one that was, with their orders. */
  unopenedPath: string
  openedPath: string
  deliveredOrder: string
  mintingOrder: string
  /** Paid by card and points, and refunded. */
  refundedOrder: string
  tokenId: string
  flowAddress: string
  /** A token on sale, whose price was changed once. */
  listedTokenId: string
}

const long = 3_600_000

/** Makes both members by what members do, in a browser. */
export async function makeMembers(kura: Kura, browser: Browser): Promise<Members> {
  const world = { kura: () => kura, browser: () => browser, device: desktop }
  const newcomer = await arrive({ ...world, email: 'newcomer@visitor.example' })
  await signUp(newcomer)
  const collector = await arrive({ ...world, email: 'collector@visitor.example' })
  await signUp(collector)
  await collector.page.goto('/packs/moon-first/checkout')
  await linkWallet(collector, 'hanako')
  const deliveredOrder = await buy(collector, 'moon-first')
  const openedPath = await openOne(collector)
  await buy(collector, 'water-first')
  await buy(collector, 'parade-night')
  const refundedOrder = await buy(collector, 'weave-notebook', { usedPoint: 100 })
  await giveBack(kura, refundedOrder)
  await claim(collector, 'welcome')
  const unopenedPath = await findUnopened(collector)
  const listedTokenId = await listOne(collector, 'hanako')
  await seedTrades(kura, { itemId: 'moon-lanterns', sold: 40, open: 14 })
  // From here on nothing is sealed: the last order is seen on its way.
  await kura.playChain({ slowSealMs: long })
  const mintingOrder = await buy(collector, 'rabbit-single', { isKept: true })
  await claim(collector, 'winter-gift')
  const made = {
    collector: await collector.context.storageState(),
    newcomer: await newcomer.context.storageState(),
    unopenedPath,
    openedPath,
    deliveredOrder,
    mintingOrder,
    refundedOrder,
    listedTokenId,
    ...(await findToken(kura, collector.email)),
  }
  await Promise.all([newcomer.context.close(), collector.context.close()])
  return made
}

async function signUp(visitor: Visitor): Promise<void> {
  await visitor.page.goto('/signup')
  await signUpByCode({ ...visitor, look: () => Promise.resolve() }, 'Hotaru')
}

type How = { usedPoint?: number; isKept?: boolean }

async function buy(visitor: Visitor, packId: string, { usedPoint = 0, isKept = false }: How = {}): Promise<string> {
  const quiet = { ...visitor, look: () => Promise.resolve() }
  const { page } = visitor
  await page.goto(`/packs/${packId}/checkout`)
  await typeCard(quiet, '4111 1111 1111 1111')
  if (usedPoint > 0) await usePoints(quiet, usedPoint)
  if (isKept) {
    await page.getByRole('checkbox').check()
    await page.getByRole('textbox', { name: 'カードの呼び名' }).fill('Blue card')
  }
  await toConfirmation(quiet)
  await order(quiet)
  await answerBank(quiet, 'approved')
  await page.waitForURL(/\/mypage\/orders\//)
  return (await readLatestOrder(visitor.kura, visitor.email)).id
}

async function giveBack(kura: Kura, orderId: string): Promise<void> {
  const { code, output } = await kura.command('refund', orderId, '--reason', 'shown on a screen')
  if (code !== 0) throw new Error(output)
  await until('the refund is done', async () => {
    const [row] = await kura.sql`select 1 from orders where id = ${orderId} and state = 'refunded'`
    return row !== undefined
  })
}

async function claim({ page }: Visitor, airdropId: string): Promise<void> {
  await page.goto(`/airdrops/${airdropId}`)
  await page.getByRole('button', { name: /受け取る$/ }).click()
  await page.getByRole('heading', { name: /パックを受け取りました/ }).waitFor()
}

async function openOne({ page, kura, email }: Visitor): Promise<string> {
  await page.goto('/mypage/packs')
  await page.getByRole('link', { name: 'パックをひらく' }).click()
  await page.getByRole('button', { name: /タップしてひらく/ }).click()
  const path = new URL(page.url()).pathname + new URL(page.url()).search
  await until('the pack is sealed', async () => (await readLatestOrder(kura, email)).openingState === 'sealed')
  return path
}

async function findUnopened({ page }: Visitor): Promise<string> {
  await page.goto('/mypage/packs')
  return (await page.getByRole('link', { name: 'パックをひらく' }).first().getAttribute('href')) ?? ''
}

/**
 * Lists the newest token twice: the second price takes the place of the first. The wallet answers
 * by itself meanwhile.
 */
async function listOne(visitor: Visitor, account: string): Promise<string> {
  const { page, kura, email } = visitor
  const tokenId = await until('a token to sell', async () => {
    const [row] = await kura.sql<{ id: string }[]>`
      select t.id::text as id from tokens t join members m on m.flow_address = t.owner_address
       where m.email = ${email} order by t.id desc limit 1`
    return row?.id
  })
  await useWallet(kura, account)
  for (const price of ['12000', '9800']) {
    await page.goto(`/tokens/${tokenId}/sell`)
    await toSigning(visitor, price)
    await sign(visitor)
    await page.getByRole('heading', { name: '出品しました' }).waitFor()
  }
  await kura.play('wallet', { auto: false })
  return tokenId
}

async function findToken({ sql }: Kura, email: string): Promise<{ tokenId: string; flowAddress: string }> {
  return until('the index knows the tokens', async () => {
    const [row] = await sql<{ tokenId: string; flowAddress: string }[]>`
      select t.id::text as "tokenId", m.flow_address as "flowAddress"
        from tokens t join members m on m.flow_address = t.owner_address where m.email = ${email} order by t.id limit 1`
    return row
  })
}
