import { AppError, ensure } from '@kura/contract/errors'
import type { TradeStarted } from '@kura/contract/order'
import type { z } from 'zod'
import type { Viewer } from '../http/on.ts'
import { startSoon } from '../opening/start-soon.ts'
import { completePayment } from '../payment/complete-payment.ts'
import { acceptAuthorisation } from '../payment/accept-authorisation.ts'
import type { BuyDeps } from './begin-order.ts'
import { find } from './queries.ts'
import { showOwn } from './show-own.ts'

type BuyPaidy = { params: { packId: string }; body: { orderID: string; usedPoint?: number | undefined } }

/**
 * Pays a reservation with the deferred payment its buyer agreed to. Everything is read from the provider; what does not fit the
 * reservation is closed there and refused. Repeated or parallel calls get the same answer and charge once; a payment for
 * another member's order or another pack is NOT_FOUND and changes nothing.
 */
export async function buyPaidy(
  deps: BuyDeps,
  viewer: Viewer,
  { params, body }: BuyPaidy,
): Promise<z.infer<typeof TradeStarted>> {
  const isOwn = ({ memberId, subjectId }: { memberId: string; subjectId: string }) =>
    memberId === viewer.memberId && subjectId === params.packId
  const payment = await acceptAuthorisation(deps, body.orderID, isOwn)
  const order = await find(deps.sql, payment.orderId)
  ensure(order, 'NOT_FOUND')
  if (body.usedPoint !== undefined && body.usedPoint !== order.usedPoint)
    throw new AppError('INVALID_INPUT', { details: [{ field: 'usedPoint', fault: 'not_as_reserved' }] })
  const { openingId } = await completePayment(deps, payment, { gatewayRef: body.orderID })
  if (openingId !== undefined) startSoon(deps, openingId)
  return { tradeId: order.id, order: await showOwn(deps, viewer, order.id) }
}
