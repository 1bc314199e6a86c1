/** A scale of prices: its bottom and top, and the prices at its lines from the bottom up, all at the same distance. */
export type PriceScale = { bottom: number; top: number; lines: number[] }

const spaces = 4
const steps = [1, 2, 2.5, 5, 10]

/** The tightest scale of round prices that holds them all. Whole yen; no price at all gives a scale from 0. */
export function priceScale(prices: readonly number[]): PriceScale {
  const least = prices.length === 0 ? 0 : Math.min(...prices)
  const most = prices.length === 0 ? 0 : Math.max(...prices)
  for (let power = 1; ; power *= 10)
    for (const each of steps) {
      const step = each * power
      if (!Number.isInteger(step)) continue
      const bottom = Math.floor(least / step) * step
      const top = bottom + step * spaces
      if (top >= most) return { bottom, top, lines: Array.from({ length: spaces + 1 }, (_, n) => bottom + n * step) }
    }
}

/** How far from the top of a drawing of this height a price is. */
export const heightOf = (price: number, { bottom, top }: PriceScale, height: number): number =>
  Math.round(((top - price) / (top - bottom)) * height * 100) / 100
