import assert from 'node:assert/strict'
import type { ApiOutput } from '@kura/contract/api'
import type { OrderView } from '@kura/contract/checkout/order'
import { settleTransactions } from '../../../chain/agent/submit-transaction.ts'
import type { Drafted, MarketToken, MarketWorld, Trader } from '../../../market/listing/testing/market-world.ts'
import { listDueTrades, settleTrade } from '../../../market/trade/settle-trade.ts'
import type { SeededMember } from '../../../testing/seed-member.ts'
import type { TestWorld } from '../../../testing/test-world.ts'
import { cardToken, okCard, passChallenge } from './shop.ts'
import { authorise, givePoints } from './tenders.ts'

/** Every way to pay for a listed token. */
export const tokenWays = [
  'new-card',
  'new-card-point',
  'selected-card',
  'selected-card-point',
  'hosted',
  'hosted-point',
  'paidy',
  'paidy-point',
  'point',
] as const
export type TokenWay = (typeof tokenWays)[number]

/** The input of a purchase: the reference of a listed token, and the price shown. */
export type TokenPurchase = { refId: string; priceYen: number; contentAccessFee: number }
export type Bought = { order: OrderView; again: () => Promise<OrderView> }

export type ListedToken = { seller: Trader; token: MarketToken; drafted: Drafted; purchase: TokenPurchase }

/**
 * A token listed for 1,100 yen, or at other terms. With `contentAccessYen` it is an older listing,
 * with a part of the price for contents: the chain has that part and the shop's ten per cent as one
 * fee.
 */
export async function listToken(
  market: MarketWorld,
  {
    price = 1100,
    contentAccessYen = 0,
    targetUserId,
  }: { price?: number; contentAccessYen?: number; targetUserId?: string } = {},
): Promise<ListedToken> {
  const { sql } = market.deps
  const seller = await market.trader(1)
  const [token] = seller.tokens
  assert.ok(token)
  const target = targetUserId === undefined ? {} : { targetUserId }
  const fee = Math.floor(price / 10) + contentAccessYen
  if (contentAccessYen > 0) await sql`update market_settings set fee_bps = ${Math.ceil((fee * 10_000) / price)}`
  const drafted = await market.list(seller, token, { price, ...target })
  if (contentAccessYen > 0) {
    await sql`update market_settings set fee_bps = 1000`
    await sql`
      update listings set fee_yen = fee_yen - ${contentAccessYen}, content_access_yen = ${contentAccessYen} where id = ${drafted.listingId}`
  }
  const purchase = { refId: token.refId, priceYen: price, contentAccessFee: contentAccessYen }
  return { seller, token, drafted, purchase }
}

const unwrap = <T>(result: { ok: true; data: T } | { ok: false; body: unknown }): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.body))
  return result.data
}

/** entry-order-credit/new-card with a fresh card. */
export async function enterToken(
  world: TestWorld,
  { session }: SeededMember,
  { refId, ...seen }: TokenPurchase,
  { usedPoint, number = okCard }: { usedPoint?: number | undefined; number?: string } = {},
) {
  const params = { refId }
  const body = { retUrl: '/back', paymentToken: await cardToken(world, number), ...seen }
  if (usedPoint === undefined) return world.call('enterTokenNewCard', { params, body }, { session })
  return world.call('enterTokenNewCardPoint', { params, body: { ...body, usedPoint } }, { session })
}

/** The same, insisting that it worked and walking through 3-D Secure. */
export async function enterTokenAndPass(
  world: TestWorld,
  buyer: SeededMember,
  purchase: TokenPurchase,
  usedPoint?: number,
) {
  const entered = unwrap(await enterToken(world, buyer, purchase, { usedPoint }))
  if (entered.redirectUrl) await passChallenge(entered.redirectUrl)
  return entered
}

/** trade-nft. */
export const tradeNft = (
  world: TestWorld,
  { session }: SeededMember,
  { refId }: TokenPurchase,
  accessID: string,
  more = {},
) => world.call('tradeNft', { params: { refId }, body: { accessID, ...more } }, { session })

const typed = { cardno: okCard, month: '12', year: '2049', securitycode: '123', holdername: 'HANAKO' }
/**
 * The buyer types a card at the gateway's page and walks through 3-D Secure; returns where the
 * browser ends.
 */
export async function payAtPage(url: string): Promise<URL> {
  const body = new URLSearchParams({ act: 'pay', ...typed })
  const submitted = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  const back = await passChallenge(submitted.headers.get('location') ?? '')
  const done = await fetch(back, { redirect: 'manual' })
  return new URL(done.headers.get('location') ?? '')
}

/** The member's latest stored card. */
export async function storedCardOf(world: TestWorld, { session }: SeededMember): Promise<string | undefined> {
  const { items } = unwrap(await world.call('creditCheck', {}, { session }))
  return items[0]?.cardSeq
}

/**
 * Buys a listed token whole by a way, 300 points of it where points are mixed in. `again` sends the
 * last call again.
 */
export async function buyToken(
  world: TestWorld,
  buyer: SeededMember,
  purchase: TokenPurchase,
  way: TokenWay,
  cardSeq = '',
): Promise<Bought> {
  const { refId, ...seen } = purchase
  const params = { refId }
  const { session } = buyer
  const isMixed = way.endsWith('-point')
  const usedPoint = 300
  if (isMixed) await givePoints(world, buyer, usedPoint)
  let last: () => Promise<ApiOutput<'tradeNft'>>
  if (way === 'point') {
    await givePoints(world, buyer, purchase.priceYen)
    const idempotencyKey = world.key()
    last = async () => unwrap(await world.call('buyTokenPoint', { params, body: seen }, { session, idempotencyKey }))
  } else if (way.startsWith('paidy')) {
    const body = isMixed ? { ...seen, usedPoint } : seen
    const checkout = unwrap(await world.call('enterTokenPaidy', { params, body }, { session }))
    assert.equal(checkout.amountYen, purchase.priceYen - (isMixed ? usedPoint : 0))
    // a private seller's price has no tax in it
    assert.deepEqual([checkout.item.unitPriceYen, checkout.item.taxYen], [checkout.amountYen, 0])
    const paymentOrderId = await authorise(world, checkout)
    last = async () =>
      unwrap(
        isMixed
          ? await world.call('buyTokenPaidyPoint', { params, body: { paymentOrderId, usedPoint } }, { session })
          : await world.call('buyTokenPaidy', { params, body: { paymentOrderId } }, { session }),
      )
  } else if (way.startsWith('hosted')) {
    const body = { lang: 'ja', returnUrl: '/trade?x=1', ...seen } as const
    const page = unwrap(
      isMixed
        ? await world.call('paymentUrlCreditPoint', { params, body: { ...body, usedPoint } }, { session })
        : await world.call('paymentUrlCredit', { params, body }, { session }),
    )
    const back = await payAtPage(page.paymentUrl)
    assert.deepEqual([back.pathname, back.searchParams.get('x')], ['/trade', '1'])
    const paymentOrderId = back.searchParams.get('paymentOrderId') ?? ''
    assert.equal(paymentOrderId, page.paymentOrderId)
    last = async () =>
      unwrap(
        isMixed
          ? await world.call('buyTokenCreditPoint', { params, body: { paymentOrderId, usedPoint } }, { session })
          : await world.call('buyTokenCredit', { params, body: { paymentOrderId } }, { session }),
      )
  } else {
    const entered = await enterBy(world, buyer, purchase, way, cardSeq)
    if (entered.redirectUrl) await passChallenge(entered.redirectUrl)
    const more = { usedPoint: isMixed ? usedPoint : 0 }
    last = async () => unwrap(await tradeNft(world, buyer, purchase, entered.accessID, more))
  }
  const { tradeId, order } = await last()
  assert.equal(order.orderId, tradeId)
  return { order, again: async () => (await last()).order }
}

async function enterBy(world: TestWorld, buyer: SeededMember, purchase: TokenPurchase, way: TokenWay, cardSeq: string) {
  const usedPoint = 300
  if (way === 'new-card') return unwrap(await enterToken(world, buyer, purchase))
  if (way === 'new-card-point') return unwrap(await enterToken(world, buyer, purchase, { usedPoint }))
  const { refId, ...seen } = purchase
  const body = { retUrl: '/back', cardSeq, securityCode: '123', ...seen }
  const { session } = buyer
  return unwrap(
    way === 'selected-card'
      ? await world.call('enterTokenSelectedCard', { params: { refId }, body }, { session })
      : await world.call(
          'enterTokenSelectedCardPoint',
          { params: { refId }, body: { ...body, usedPoint } },
          { session },
        ),
  )
}

/**
 * Leaves paid orders undelivered until `deliverTrades`: nothing continues by itself after a
 * response.
 */
export function holdTrades({ deps }: TestWorld): void {
  const { run } = deps.background
  deps.background.run = (name, work) => (name === 'trade' ? undefined : run(name, work))
}

/** Holds back the work after responses; returns the function that lets it continue. */
export function holdBackground({ deps }: TestWorld): () => void {
  const { background } = deps
  const { run } = background
  const held: Parameters<typeof run>[] = []
  background.run = (...work) => void held.push(work)
  return () => {
    background.run = run
    for (const work of held) run(...work)
  }
}

/** Runs the trade jobs until each trade is delivered or has failed and the index has read it. */
export async function deliverTrades(market: MarketWorld): Promise<void> {
  const { deps } = market
  for (let round = 0; round < 1200; round += 1) {
    for (const id of await listDueTrades(deps)) await settleTrade(deps, id)
    await settleTransactions(deps)
    await market.index()
    const open = await deps.sql`select 1 from trades where state = 'delivering'`
    if (open.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const rows = await deps.sql`
    select t.state, t.error, x.state as chain, x.error as reason from trades t left join chain_transactions x on x.id = t.transaction_id
     where t.state = 'delivering'`
  throw new Error(`the trades were never delivered: ${JSON.stringify(rows)}`)
}
