import { pauseSales } from '../../../chain/agent/pause-sales.ts'
import type { MarketWorld } from '../../listing/testing/market-world.ts'
import { settleTrade } from '../settle-trade.ts'
import { standingOf } from './paid-trade.ts'

/** Pauses all deliveries on chain, or resumes them. */
export const pause = (market: MarketWorld, act: 'pause' | 'resume'): Promise<void> =>
  pauseSales(market.deps, { act, by: 't', reason: 'r', isDryRun: false }, () => {})

/** One step of a worker on a trade, before it is due. */
export async function look(market: MarketWorld, tradeId: string): Promise<void> {
  await market.deps.sql`update trades set worked_until = kura_now() where id = ${tradeId}`
  await market.deps.sql`update chain_transactions set locked_until = null where locked_by is null`
  await settleTrade(market.deps, tradeId)
}

/** Steps and reads the chain until the trade is delivered or has failed. */
export async function lookUntilOver(market: MarketWorld, tradeId: string): Promise<void> {
  for (let round = 0; round < 600; round += 1) {
    await look(market, tradeId)
    await market.index()
    if ((await standingOf(market, tradeId)).trade !== 'delivering') return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the trade never ended')
}

/** The transactions of the chain that were to deliver a trade, in order. */
export async function transactionsOf(
  { deps }: MarketWorld,
  tradeId: string,
): Promise<{ state: string; builds: number }[]> {
  const rows = await deps.sql<{ state: string; builds: number }[]>`
    select state, builds from chain_transactions where kind = 'fulfil-order' and cause = ${tradeId} order by created_at`
  return rows.map((row) => ({ ...row }))
}
