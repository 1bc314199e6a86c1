import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, ensure } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import type { PayingCard } from '../../platform/gateways/card.ts'
import { chargeCard } from './charge-card.ts'
import { gatewayOrderId } from './gateway-order-id.ts'
import * as payments from './queries.ts'
import type { NewPayment, PaymentRow } from './queries.ts'
import { refusalOf } from './complete-payment.ts'
import type { PaymentDeps } from './secure-payment.ts'

export type Charge = { orderId: string; accessID: string; redirectUrl: string | null; startedId: string | undefined }
/** A payment whose intent is committed. */
export type IntendedCharge = PaymentRow
export type ChargeIntent = Pick<NewPayment, 'method' | 'tokenHash' | 'retUrl' | 'cardId'>

/** The fingerprint of a one-time card token; the token itself is never kept. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Writes the intent to charge an order, in the transaction that makes the order, and answers it as it stands there. */
export async function intendCharge(
  db: Db,
  order: { orderId: string; amountYen: number },
  intent: ChargeIntent,
): Promise<PaymentRow> {
  const id = newId()
  const isPaidy = intent.method === 'paidy'
  const payment: NewPayment = {
    ...intent,
    id,
    orderId: order.orderId,
    amountYen: order.amountYen,
    gatewayOrderId: gatewayOrderId(order.orderId, 1),
    gateway: isPaidy ? 'paidy' : 'card',
    // the buyer goes to the provider's checkout by themselves; it hears of the payment there
    state: isPaidy ? 'challenged' : 'entering',
  }
  // both at once on the wire
  const [, row] = await Promise.all([payments.insert(db, payment), payments.find(db, id)])
  ensure(row, 'INTERNAL_SERVER_ERROR')
  return row
}

/** The payment that was begun with this one-time token; undefined when it is new. */
export const findCharge = (deps: Pick<PaymentDeps, 'sql'>, tokenHash: Buffer): Promise<PaymentRow | undefined> =>
  payments.findByToken(deps.sql, tokenHash)

/** The payment of an order; undefined when nothing of it is charged. */
export const findPaymentOf = (deps: Pick<PaymentDeps, 'sql'>, orderId: string): Promise<PaymentRow | undefined> =>
  payments.findByOrder(deps.sql, orderId)

/** Carries a committed intent to charge a card out. Fails as `chargeCard` does. */
export async function startCharge(deps: PaymentDeps, payment: PaymentRow, card: PayingCard): Promise<Charge> {
  const { startedId } = await chargeCard(deps, payment, card)
  return { ...(await presentCharge(deps, payment.id)), startedId }
}

/** What the first request of this payment was answered, or will be: a repeat starts nothing. */
export async function presentCharge(deps: Pick<PaymentDeps, 'sql'>, paymentId: string): Promise<Charge> {
  const until = Date.now() + (limits.cardCallSeconds + 5) * 1000
  for (;;) {
    const payment = await payments.find(deps.sql, paymentId)
    ensure(payment, 'NOT_FOUND')
    const { state, orderId, accessId } = payment
    if (state === 'declined') throw refusalOf(payment)
    if (state === 'unknown' || Date.now() > until) throw new AppError('SERVICE_UNAVAILABLE')
    if (accessId !== null && state !== 'entering' && state !== 'executing') {
      const redirectUrl = state === 'challenged' ? payment.redirectUrl : null
      return { orderId, accessID: accessId, redirectUrl, startedId: undefined }
    }
    await sleep(150)
  }
}
