import type { Tender } from '@kura/contract/checkout/order'
import { AppError } from '@kura/contract/errors'
import type { Words } from '@kura/contract/ids'
import type { ReserveOptions } from './sellable.ts'

/**
 * How a price is paid. Points alone pay it in full; with a charge they leave at least one yen.
 * Fails with INVALID_INPUT otherwise.
 */
export function tenderOf({ by, usedPoint }: { by: ReserveOptions['by']; usedPoint: number }, priceYen: number): Tender {
  const fits = by === 'point' ? usedPoint === priceYen : usedPoint >= 0 && usedPoint < priceYen
  if (!fits) throw new AppError('INVALID_INPUT', { details: [{ field: 'usedPoint', fault: 'not_this_price' }] })
  if (by === 'point') return 'point'
  return usedPoint === 0 ? by : `${by}-point`
}

/** How many points a reservation spends. */
export const usedPointOf = ({ by, usedPoint }: Pick<ReserveOptions, 'by' | 'usedPoint'>, priceYen: number): number =>
  usedPoint ?? (by === 'point' ? priceYen : 0)

/** The part of the price that is charged, the rest being paid with points. */
export const chargedYen = ({ priceYen, usedPoint }: { priceYen: number; usedPoint: number }): number =>
  priceYen - usedPoint

const reasons = {
  spend: (name: Words): Words => ({ ja: `${name.ja}のご購入に利用`, en: `Used for ${name.en}` }),
  release: (name: Words): Words => ({
    ja: `${name.ja}のご購入が成立しなかったため返還`,
    en: `Returned: the purchase of ${name.en} did not take place`,
  }),
  refund: (name: Words): Words => ({ ja: `${name.ja}の返金に伴う返還`, en: `Returned with the refund of ${name.en}` }),
}

/** Why points of an order moved, as shown to the member. */
export const reasonOf = (event: keyof typeof reasons, name: Words): Words => reasons[event](name)
