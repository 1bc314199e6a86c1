import type { TransactionCall } from '@kura/cadence/door'
import { readOwnedIds } from '@kura/cadence/read-owned'
import type { ApiInput, ApiOutput } from '@kura/contract/api'
import type { CallName } from '@kura/contract/paths'
import { addressesOf } from '@kura/server/platform/flow/chain-config'
import { callAt } from '../arena/call.ts'
import { untilAnswered } from '../arena/token-purchase.ts'
import type { SeenListing, TokenPurchase, TokenTender } from '../arena/token-purchase.ts'
import type { HeldToken, Trader } from '../arena/traders.ts'
import { runInWallet } from '../arena/wallet.ts'
import type { Market } from './market.ts'

/** What a member did on the market, and the response. */
export type MarketEvent =
  | { kind: 'asked'; call: string; code: string; status: number; text: string }
  | { kind: 'signed'; txId: string; failed: boolean; what: string }
  | { kind: 'bought'; member: Trader; terms: SeenListing; tender: TokenTender; end: TokenPurchase }

/** One of them by the seed. */
export const pick = <T>(items: readonly T[], random: () => number): T | undefined =>
  items[Math.floor(random() * items.length)]
export const addresses = ({ arena }: Market) => addressesOf(arena.deps.chain)

/** Makes a call at any process and records its response. */
export async function ask<K extends CallName>(
  market: Market,
  trader: Trader,
  call: K,
  parts: ApiInput<K>,
): Promise<ApiOutput<K> | undefined> {
  const { code, status, text, data } = await untilAnswered(() => callAt(market.anyWeb(), call, parts, trader))
  market.events.push({ kind: 'asked', call, code, status, text })
  return data
}

/** Runs a transaction in the member's wallet and records it. */
export async function signed(
  market: Market,
  trader: Trader,
  what: string,
  call: TransactionCall,
): Promise<{ txId: string; failed: boolean }> {
  const { txId, failed } = await runInWallet(market.arena, trader.wallet, call)
  market.events.push({ kind: 'signed', txId, failed, what })
  return { txId, failed }
}

/** The market's tokens in a member's vault, as the chain has it. */
export async function heldBy(market: Market, { wallet }: Trader): Promise<HeldToken[]> {
  const { accessNode } = market.arena.deps
  const owned = new Set((await readOwnedIds(accessNode, addresses(market), { address: wallet.address })).map(String))
  return market.tokens.filter(({ tokenId }) => owned.has(tokenId))
}
