import type { Db } from '../../platform/db/connect.ts'
import { keepSettings } from './queries.ts'

/** The shop's rules of selling. */
export type MarketSettings = {
  /** Its part of a price in hundredths of a per cent. */
  feeBps: number
  priceLeastYen: number
  priceMostYen: number
  /** How long an offer stands. */
  listingDays: number
  /** How long a seller's money rests after the delivery. */
  clearingDays: number
  /** A price under so many per cent of the floor is asked about (0: never), and cannot be paid for so long. */
  floorPercent: number
  graceSeconds: number
  /** So often the same two members may trade one token within so many days (0: as often as they like). */
  circleDays: number
  circleTrades: number
  /** Two members who trade so often with each other in that time are looked at. */
  pairTrades: number
}

/** Takes over the rules of selling; what is offered already keeps the terms it was signed with. True when they are new. */
export const importMarket = (db: Db, settings: MarketSettings): Promise<boolean> => keepSettings(db, settings)
