import type { TradePriceView } from '@kura/contract/market/listing'

/** What is taken from a price: by the shop and for the rights holders in hundredths of a per cent, and a fixed part in yen. */
export type PriceRules = { feeBps: number; royaltyBps: number; contentAccessYen: number }

const share = (priceYen: number, bps: number): number => Math.floor((priceYen * bps) / 10_000)

/**
 * The parts of a price in whole yen; part of a yen stays with the seller. What is shown before listing and what is signed come both
 * from here. Proceeds of nothing or less mean that the price is too low for its rules.
 */
export function splitPrice(
  listPrice: number,
  { feeBps, royaltyBps, contentAccessYen: contentAccessFee }: PriceRules,
): TradePriceView {
  const fee = share(listPrice, feeBps)
  const royalty = share(listPrice, royaltyBps)
  return { listPrice, fee, royalty, contentAccessFee, proceeds: listPrice - fee - royalty - contentAccessFee }
}
