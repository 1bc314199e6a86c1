import { limits } from '../limits.ts'

/** The consumption tax included in a price in yen, rounded down. */
export const includedTax = (priceYen: number): number =>
  Math.floor((priceYen * limits.consumptionTaxPercent) / (100 + limits.consumptionTaxPercent))
