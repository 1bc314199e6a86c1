import type { Db } from '../db/connect.ts'
import { keepSettings } from './queries.ts'

/** The shop's rules of selling: its part of a price in hundredths of a per cent, the bounds of prices, how long an offer stands. */
export type MarketSettings = { feeBps: number; priceLeastYen: number; priceMostYen: number; listingDays: number }

/** Takes over the rules of selling; what is offered already keeps the terms it was signed with. True when they are new. */
export const importMarket = (db: Db, settings: MarketSettings): Promise<boolean> => keepSettings(db, settings)
