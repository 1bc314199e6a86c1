import { limits } from '../limits.ts'

/** The consumption tax inside a price in yen; a part of a yen is dropped. */
export const includedTax = (priceYen: number): number =>
  Math.floor((priceYen * limits.consumptionTaxPercent) / (100 + limits.consumptionTaxPercent))
