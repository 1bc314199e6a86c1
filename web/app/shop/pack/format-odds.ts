/** Odds in parts per million as a percentage without needless zeros: 1.25, 0.004. Exact: a part per million has four decimals. */
export const formatOdds = (oddsPpm: number): string =>
  `${Math.floor(oddsPpm / 10_000)}.${String(oddsPpm % 10_000).padStart(4, '0')}`.replace(/\.?0+$/, '')
