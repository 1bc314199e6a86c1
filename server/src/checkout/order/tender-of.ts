import { AppError } from '@kura/contract/errors'
import type { Tender } from '@kura/contract/checkout/order'

/** How a price is paid. Points alone pay the whole of it; beside a charge they leave at least one yen. INVALID_INPUT when they do not fit. */
export function tenderOf(
  { by, usedPoint }: { by: 'card' | 'paidy' | 'point'; usedPoint: number },
  priceYen: number,
): Tender {
  const fits = by === 'point' ? usedPoint === priceYen : usedPoint >= 0 && usedPoint < priceYen
  if (!fits) throw new AppError('INVALID_INPUT', { details: [{ field: 'usedPoint', fault: 'not_this_price' }] })
  if (by === 'point') return 'point'
  return usedPoint === 0 ? by : `${by}-point`
}
