import assert from 'node:assert/strict'
import type { Drafted, MarketToken, MarketWorld, Trader } from '../../listing/testing/market-world.ts'
import { buyToken, holdTrades, listToken } from '../../../checkout/order/testing/trading.ts'
import type { ListedToken, TokenWay } from '../../../checkout/order/testing/trading.ts'

export type Paid = { tradeId: string; seller: Trader; buyer: Trader; token: MarketToken; drafted: Drafted }

/** A paid listing whose delivery does not continue by itself. */
export async function payForToken(
  market: MarketWorld,
  {
    way = 'point',
    ...terms
  }: { way?: TokenWay; price?: number; contentAccessYen?: number; buyer?: Trader; listed?: ListedToken } = {},
): Promise<Paid> {
  holdTrades(market)
  const buyer = terms.buyer ?? (await market.trader(0))
  const { seller, token, drafted, purchase } = terms.listed ?? (await listToken(market, terms))
  const { order } = await buyToken(market, buyer, purchase, way)
  assert.equal(order.state, 'captured')
  return { tradeId: order.orderId, seller, buyer, token, drafted }
}

export type Standing = { order: string; trade: string; listing: string; error: string | null }
/** Where order, trade and listing are. */
export async function standingOf({ deps }: MarketWorld, tradeId: string): Promise<Standing> {
  const [row] = await deps.sql<[Standing]>`
    select o.state as order, t.state as trade, l.state as listing, t.error
      from trades t join orders o on o.id = t.id join listings l on l.id = t.listing_id where t.id = ${tradeId}`
  return { ...row }
}

/** To whom the chain delivered a listing, each time it did, as the index has it. */
export async function deliveriesOf({ deps }: MarketWorld, listingId: string): Promise<string[]> {
  const rows = await deps.sql<{ buyer: string }[]>`
    select e.payload->>'buyer' as buyer from sale_events e join sale_orders s on s.order_hash = e.order_hash
     where e.kind = 'fulfilled' and s.order_id = ${listingId}`
  return rows.map(({ buyer }) => buyer)
}

/** How often each kind of movement of money was booked for a trade. */
export async function movementsOf({ deps }: MarketWorld, tradeId: string): Promise<Record<string, number>> {
  const rows = await deps.sql<{ kind: string; count: number }[]>`
    select kind, count(*)::int as count from ledger_movements where split_part(cause, ':', 1) = ${tradeId} and kind not like 'point-%' group by kind`
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}

/** Which letters were noted for a trade, in alphabetical order. */
export async function lettersOf({ deps }: MarketWorld, tradeId: string): Promise<string[]> {
  const rows = await deps.sql<
    { event: string }[]
  >`select event from order_letters where order_id = ${tradeId} order by event`
  return rows.map(({ event }) => event)
}
