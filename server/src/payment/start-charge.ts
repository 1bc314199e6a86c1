import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, ensure } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import type { Db } from '../db/connect.ts'
import { newId } from '../db/id.ts'
import { chargeCard } from './charge-card.ts'
import { gatewayOrderId } from './gateway-order-id.ts'
import * as payments from './queries.ts'
import type { PaymentRow } from './queries.ts'
import { refusalOf } from './complete-payment.ts'
import type { PaymentDeps } from './secure-payment.ts'

export type Charge = { orderId: string; accessID: string; redirectUrl: string | null; openingId: string | undefined }

/** The fingerprint of a one-time card token; the token itself is never kept. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Writes the intent to charge an order, in the transaction that makes the order, and answers it as it stands there. */
export async function intendCharge(
  db: Db,
  charge: { orderId: string; priceYen: number; tokenHash: Buffer; retUrl: string },
): Promise<PaymentRow> {
  const intent = {
    id: newId(),
    orderId: charge.orderId,
    gatewayOrderId: gatewayOrderId(charge.orderId, 1),
    amountYen: charge.priceYen,
    tokenHash: charge.tokenHash,
    retUrl: charge.retUrl,
  }
  // both at once on the wire
  const [, payment] = await Promise.all([payments.insert(db, intent), payments.find(db, intent.id)])
  ensure(payment, 'INTERNAL_SERVER_ERROR')
  return payment
}

/** The payment that was begun with this one-time token; undefined when it is new. */
export const findCharge = (deps: Pick<PaymentDeps, 'sql'>, tokenHash: Buffer): Promise<PaymentRow | undefined> =>
  payments.findByToken(deps.sql, tokenHash)

/** Carries a committed intent out. Fails as `chargeCard` does. */
export async function startCharge(deps: PaymentDeps, payment: PaymentRow, token: string): Promise<Charge> {
  const { openingId } = await chargeCard(deps, payment, token)
  return { ...(await presentCharge(deps, payment.id)), openingId }
}

/** What the first request with a token was answered, or will be: a repeat starts nothing. */
export async function presentCharge(deps: PaymentDeps, paymentId: string): Promise<Charge> {
  const until = Date.now() + (limits.cardCallSeconds + 5) * 1000
  for (;;) {
    const payment = await payments.find(deps.sql, paymentId)
    ensure(payment, 'NOT_FOUND')
    const { state, orderId, accessId } = payment
    if (state === 'declined') throw refusalOf(payment)
    if (state === 'unknown' || Date.now() > until) throw new AppError('SERVICE_UNAVAILABLE')
    if (accessId !== null && state !== 'entering' && state !== 'executing') {
      const redirectUrl = state === 'challenged' ? payment.redirectUrl : null
      return { orderId, accessID: accessId, redirectUrl, openingId: undefined }
    }
    await sleep(150)
  }
}
