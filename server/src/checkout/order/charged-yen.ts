/** What of the price is charged, the rest being paid with points. */
export const chargedYen = ({ priceYen, usedPoint }: { priceYen: number; usedPoint: number }): number =>
  priceYen - usedPoint
