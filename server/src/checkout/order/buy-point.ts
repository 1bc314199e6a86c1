import { ensure } from '@kura/contract/errors'
import type { TradeStarted } from '@kura/contract/checkout/order'
import type { z } from 'zod'
import { beginOrder, findEarlier, requestHashOf } from './begin-order.ts'
import type { BuyDeps, Caller } from './begin-order.ts'
import { captureOrder } from './capture-order.ts'
import { followPurchase } from './follow-purchase.ts'
import { showOwn } from './show-own.ts'
import { keyOf } from './subject.ts'
import type { Subject } from './subject.ts'

type BuyPoint = { params: { packId: string }; body: { usedPoint: number } }
type Started = z.infer<typeof TradeStarted>

/**
 * Buys one pack with points alone: reserved, paid and delivered in one transaction. `usedPoint` is the whole price as the member saw
 * it; another price is INVALID_INPUT. Sent again under the same idempotency key it answers the same order.
 */
export const buyPoint = (deps: BuyDeps, caller: Caller, { params, body }: BuyPoint): Promise<Started> =>
  payWithPoints(deps, caller, { kind: 'pack', ...params }, body)

/** The same for whatever is bought. The price of a listed token is paid whole, whatever it is, unless `seenYen` says another. */
export async function payWithPoints(
  deps: BuyDeps,
  caller: Caller,
  subject: Subject,
  { usedPoint, seenYen }: { usedPoint?: number | undefined; seenYen?: number | undefined },
): Promise<Started> {
  const requestHash = requestHashOf(`point ${keyOf(subject)}`, caller)
  const isRepeat = () => findEarlier(deps, requestHash, { usedPoint, seenYen })
  const wish = { by: 'point', subject, usedPoint: usedPoint ?? 0, seenYen, requestHash, isRepeat } as const
  let openingId: string | undefined
  const reserved = await beginOrder(deps, caller, wish, {
    afterwards: async (db, { orderId }) => {
      const captured = await captureOrder(db, orderId)
      openingId = captured.outcome === 'paid' ? captured.openingId : undefined
    },
  })
  const orderId = reserved?.orderId ?? (await isRepeat())?.id
  ensure(orderId, 'INTERNAL_SERVER_ERROR')
  const order = await showOwn(deps, caller.viewer, orderId)
  followPurchase(deps, subject, { orderId, openingId, isPaid: order.state === 'captured' })
  return { tradeId: orderId, order }
}
