import { limits } from './limits.ts'

// toLocaleString would look the format up each time
const grouped = new Intl.NumberFormat('ja-JP')

/** Integer yen as people read it: ¥1,234. */
export const formatYen = (yen: number): string => `¥${grouped.format(yen)}`

/** The consumption tax inside a price in yen; a part of a yen is dropped. */
export const includedTax = (priceYen: number): number =>
  Math.floor((priceYen * limits.consumptionTaxPercent) / (100 + limits.consumptionTaxPercent))
