import { ensure } from '@kura/contract/errors'
import type { TradeStarted } from '@kura/contract/order'
import type { z } from 'zod'
import { startSoon } from '../opening/start-soon.ts'
import { beginOrder, findEarlier, requestHashOf } from './begin-order.ts'
import type { BuyDeps, Caller } from './begin-order.ts'
import { captureOrder } from './capture-order.ts'
import { showOwn } from './show-own.ts'

type BuyPoint = { params: { packId: string }; body: { usedPoint: number } }

/**
 * Buys one pack with points alone: reserved, paid and delivered in one transaction. `usedPoint` is the whole price as the member saw
 * it; another price is INVALID_INPUT. Sent again under the same idempotency key it answers the same order.
 */
export async function buyPoint(
  deps: BuyDeps,
  caller: Caller,
  { params, body }: BuyPoint,
): Promise<z.infer<typeof TradeStarted>> {
  const { packId } = params
  const requestHash = requestHashOf(`point ${packId}`, caller)
  const isRepeat = () => findEarlier(deps, requestHash, body)
  const wish = { by: 'point', packId, usedPoint: body.usedPoint, requestHash, isRepeat } as const
  let openingId: string | undefined
  const reserved = await beginOrder(deps, caller, wish, {
    afterwards: async (db, { orderId }) => {
      const captured = await captureOrder(db, orderId)
      openingId = captured.outcome === 'delivered' ? captured.openingId : undefined
    },
  })
  if (openingId !== undefined) startSoon(deps, openingId)
  const orderId = reserved?.orderId ?? (await isRepeat())?.id
  ensure(orderId, 'INTERNAL_SERVER_ERROR')
  return { tradeId: orderId, order: await showOwn(deps, caller.viewer, orderId) }
}
