import { cancelAllOrders, cancelOrders, listGrants, readStandingOrders } from '@kura/cadence/sale'
import { transferToken } from '@kura/cadence/token'
import type { ApiOutput } from '@kura/contract/api'
import { buyToken, tokenTenders } from '../arena/token-purchase.ts'
import type { Trader } from '../arena/traders.ts'
import { destroyGrantsCall, revokeCall, sellCall } from '../arena/wallet.ts'
import { addresses, ask, heldBy, pick, signed } from './act.ts'
import { give, giveByMail } from './gift-actions.ts'
import type { Market } from './market.ts'

/**
 * Lists a token or changes its price; sometimes the wallet is closed, sometimes only one member may
 * buy.
 */
async function list(market: Market, trader: Trader, random: () => number): Promise<void> {
  const token = pick(await heldBy(market, trader), random)
  if (!token) return
  const target =
    random() < 0.1
      ? pick(
          market.traders.filter((other) => other !== trader),
          random,
        )
      : undefined
  const body = {
    tokenRefId: token.refId,
    // in a narrow range, so that no price is far below the others
    price: 900 + 10 * Math.floor(random() * 20),
    contentAccessFee: 0,
    ...(target ? { targetUserId: target.memberId } : {}),
  }
  const drafted = await ask(market, trader, 'draftListing', { body })
  if (!drafted) return
  const { listingId } = drafted
  if (random() < 0.1) {
    await ask(market, trader, 'rollBackListing', { params: { id: listingId } })
    // the wallet was slow: a signed listing still counts
    if (random() < 0.5) return
  }
  const { txId } = await signed(market, trader, 'sell', sellCall(addresses(market), drafted.arguments))
  if (random() < 0.7) await ask(market, trader, 'reportListing', { body: { listingId, txId } })
}

async function cancelListing(market: Market, trader: Trader, random: () => number): Promise<void> {
  const token = pick(await heldBy(market, trader), random)
  if (!token) return
  await ask(market, trader, 'endListing', { params: { tokenRefId: token.refId } })
}

async function cancelAllListings(market: Market, trader: Trader): Promise<void> {
  await ask(market, trader, 'endAllListings', {})
}

async function cancelInWallet(market: Market, trader: Trader, random: () => number): Promise<void> {
  const { accessNode } = market.arena.deps
  const { address } = trader.wallet
  const standing = readStandingOrders(await accessNode.runScript(listGrants(addresses(market), { seller: address })))
  const one = pick(standing, random)
  if (one) await signed(market, trader, 'cancel', cancelOrders(addresses(market), { orderIds: [one.terms.orderId] }))
}

const cancelAllInWallet = (market: Market, trader: Trader) =>
  signed(market, trader, 'cancel-all', cancelAllOrders(addresses(market), {}))
const revoke = (market: Market, trader: Trader) => signed(market, trader, 'revoke', revokeCall(addresses(market)))
const destroy = (market: Market, trader: Trader) =>
  signed(market, trader, 'destroy-grants', destroyGrantsCall(addresses(market)))

async function sendAway(market: Market, trader: Trader, random: () => number): Promise<void> {
  const token = pick(await heldBy(market, trader), random)
  const to = pick(
    market.traders.filter((other) => other !== trader),
    random,
  )
  if (!token || !to) return
  const call = transferToken(addresses(market), { id: BigInt(token.tokenId), to: to.wallet.address })
  await signed(market, trader, 'transfer', call)
}

/**
 * Buys an offered token by any tender; sometimes at an old price, sometimes without coming back to
 * pay.
 */
async function buy(market: Market, trader: Trader, random: () => number): Promise<void> {
  const query = { limit: 50, getLimited: 'true' }
  const parts = { params: { itemId: market.itemId }, query }
  const listed = await ask(market, trader, 'listListings', parts)
  const others = listed?.items.filter(({ sellerUserId }) => sellerUserId !== trader.memberId) ?? []
  const chosen = pick<ApiOutput<'listListings'>['items'][number]>(others, random)
  const tender = pick(tokenTenders, random) ?? 'point'
  if (!chosen) return
  const isOld = random() < 0.1
  const seen = {
    refId: chosen.tokenRefId,
    priceYen: chosen.price - (isOld ? 5 : 0),
    contentAccessFee: chosen.contentAccessFee,
  }
  const buyer = { arena: market.arena, member: trader, anyWeb: market.anyWeb, leaves: random() < 0.1 }
  const end = await buyToken(buyer, seen, tender)
  market.events.push({ kind: 'bought', member: trader, terms: seen, tender, end })
}

type Act = (market: Market, trader: Trader, random: () => number) => Promise<unknown>
/** The acts of a member, each with its share in percent. */
export const acts: readonly { name: string; weight: number; run: Act }[] = [
  { name: 'buy', weight: 40, run: buy },
  { name: 'list', weight: 36, run: list },
  { name: 'cancel', weight: 5, run: cancelListing },
  { name: 'cancel all', weight: 1, run: cancelAllListings },
  { name: 'cancel in the wallet', weight: 4, run: cancelInWallet },
  { name: 'cancel all in the wallet', weight: 1, run: cancelAllInWallet },
  { name: 'send away', weight: 6, run: sendAway },
  { name: 'give', weight: 4, run: give },
  { name: 'give by mail', weight: 5, run: giveByMail },
  { name: 'delete the right', weight: 2, run: revoke },
  { name: 'destroy the grants', weight: 2, run: destroy },
]

/** One of them by the seed. */
export function drawAct(random: () => number): (typeof acts)[number] {
  let left = random() * acts.reduce((sum, { weight }) => sum + weight, 0)
  for (const act of acts) if ((left -= act.weight) < 0) return act
  return acts[0]!
}
