/** The values of several rounds: the least, the middle and the most. */
export type Spread = { min: number; median: number; max: number }

/** The middle value; of an even number the mean of the two in the middle. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length / 2
  const [low = Number.NaN, high = low] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]]
  return (low + high) / 2
}

/** The 99th percentile: one value of a hundred is greater. */
export function lateOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * 0.99) - 1)] ?? Number.NaN
}

/** The spread of some values. */
export const spreadOf = (values: readonly number[]): Spread => ({
  min: Math.min(...values),
  median: medianOf(values),
  max: Math.max(...values),
})
