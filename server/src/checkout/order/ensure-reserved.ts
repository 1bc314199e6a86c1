import { AppError } from '@kura/contract/errors'

/** Fails with INVALID_INPUT unless the order was made with as many points as its buyer says now; who says nothing is not asked. */
export function ensureReserved(order: { usedPoint: number }, usedPoint: number | undefined): void {
  if (usedPoint === undefined || usedPoint === order.usedPoint) return
  throw new AppError('INVALID_INPUT', { details: [{ field: 'usedPoint', fault: 'not_as_reserved' }] })
}
