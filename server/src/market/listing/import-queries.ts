import type { Db } from '../../platform/db/connect.ts'

/** The shop's rules of selling. */
export type MarketSettings = {
  /** Its part of a price in hundredths of a per cent. */
  feeBps: number
  priceLeastYen: number
  priceMostYen: number
  /** How long a listing is valid. */
  listingDays: number
  /** How long a seller's money rests after the delivery. */
  clearingDays: number
  /**
   * A price below this share of the floor needs a confirmation (0: never), and cannot be paid for
   * the given time.
   */
  floorPercent: number
  graceSeconds: number
  /** How often the same two members may trade one token within so many days (0: no limit). */
  circleDays: number
  circleTrades: number
  /** Two members who trade so often with each other in that time are flagged. */
  pairTrades: number
}

/**
 * Stores the rules of selling; open listings keep the terms they were signed with. True when they
 * are new.
 */
export async function importMarket(db: Db, settings: MarketSettings): Promise<boolean> {
  const { feeBps, priceLeastYen, priceMostYen, listingDays, floorPercent, graceSeconds } = settings
  const { circleDays, circleTrades, pairTrades, clearingDays } = settings
  const columns = db`fee_bps, price_least_yen, price_most_yen, listing_days, floor_percent, grace_seconds, circle_days, circle_trades, pair_trades, clearing_days`
  const values = db`
    ${feeBps}::int, ${priceLeastYen}::int, ${priceMostYen}::int, ${listingDays}::int, ${floorPercent}::int, ${graceSeconds}::int,
    ${circleDays}::int, ${circleTrades}::int, ${pairTrades}::int, ${clearingDays}::int`
  const changed = await db`
    update market_settings set (${columns}, changed_at) = (select ${values}, kura_now())
     where (${columns}) is distinct from (${values})`
  return changed.count > 0
}
