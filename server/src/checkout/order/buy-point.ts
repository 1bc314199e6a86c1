import type { TradeStarted } from '@kura/contract/checkout/order'
import { ensure } from '@kura/contract/errors'
import type { z } from 'zod'
import { captureOrder } from './capture.ts'
import { followPurchase } from './purchase.ts'
import type { BuyDeps, Caller } from './purchase.ts'
import { beginOrder, findEarlier, requestHashOf } from './reserve.ts'
import type { Subject } from './sellable.ts'
import { showOwn } from './show-orders.ts'

type Started = z.infer<typeof TradeStarted>

/**
 * Buys a subject with points alone: reserved, paid and, if its kind is delivered at once, delivered
 * in one transaction. `usedPoint` is the whole price as the member saw it, another price is
 * INVALID_INPUT; undefined pays the price whatever it is, unless `seenYen` says another. Sent again
 * under the same idempotency key it returns the same order.
 */
export async function payWithPoints(
  deps: BuyDeps,
  caller: Caller,
  subject: Subject,
  { usedPoint, seenYen }: { usedPoint?: number | undefined; seenYen?: number | undefined },
): Promise<Started> {
  const requestHash = requestHashOf(`point ${subject.key}`, caller)
  const isRepeat = () => findEarlier(deps, requestHash, { usedPoint, seenYen })
  const options = { by: 'point', subject, usedPoint, seenYen, requestHash, isRepeat } as const
  let startedId: string | undefined
  const reserved = await beginOrder(deps, caller, options, {
    afterwards: async (db, { orderId }) => {
      const captured = await captureOrder(db, orderId)
      startedId = captured.outcome === 'paid' ? captured.startedId : undefined
    },
  })
  const orderId = reserved?.orderId ?? (await isRepeat())?.id
  ensure(orderId, 'INTERNAL_SERVER_ERROR')
  const order = await showOwn(deps, caller.viewer, orderId)
  followPurchase(deps, subject, { orderId, startedId, isPaid: order.state === 'captured' })
  return { tradeId: orderId, order }
}
