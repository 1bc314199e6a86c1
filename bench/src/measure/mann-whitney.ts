/**
 * The two-sided p of the Mann–Whitney test: how often chance alone would set two samples of one distribution at least so far
 * apart. Normal approximation with correction for ties; for samples of 20 and more.
 */
export function mannWhitneyP(first: readonly number[], second: readonly number[]): number {
  const [n, m] = [first.length, second.length]
  const all = [...first.map((value) => ({ value, own: true })), ...second.map((value) => ({ value, own: false }))]
  all.sort((a, b) => a.value - b.value)
  let [rankSum, ties] = [0, 0]
  for (let at = 0; at < all.length;) {
    let end = at
    while (end < all.length && all[end]!.value === all[at]!.value) end += 1
    const rank = (at + 1 + end) / 2
    for (let each = at; each < end; each += 1) if (all[each]!.own) rankSum += rank
    ties += (end - at) ** 3 - (end - at)
    at = end
  }
  const u = rankSum - (n * (n + 1)) / 2
  const total = n + m
  const deviation = Math.sqrt(((n * m) / 12) * (total + 1 - ties / (total * (total - 1))))
  if (deviation === 0) return 1
  const z = Math.max(0, Math.abs(u - (n * m) / 2) - 0.5) / deviation
  return 2 * upperTail(z)
}

/** How much of the normal distribution lies above z (Abramowitz and Stegun 26.2.17, error below 1e-7). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  const sum = series.reduceRight((rest, factor) => t * (factor + rest), 0)
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum
}
