import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, ensure } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import type { PayingCard, CardAccess } from '../../platform/gateways/card.ts'
import { refusalOf } from './complete-payment.ts'
import { gatewayOrderId, askGateway } from './gateway.ts'
import type { GatewayDeps } from './gateway.ts'
import { payable } from './payable.ts'
import * as payments from './queries.ts'
import type { NewPayment, PaymentRow } from './queries.ts'
import { recordCapture, recordDecline } from './record-outcome.ts'
import type { PaymentDeps } from './secure-payment.ts'

export type Charge = { orderId: string; accessID: string; redirectUrl: string | null; startedId: string | undefined }
/** A payment whose intent is committed. */
export type IntendedCharge = PaymentRow
export type ChargeIntent = Pick<NewPayment, 'method' | 'tokenHash' | 'retUrl' | 'cardId' | 'gatewayRef' | 'foreignRef'>

/** The fingerprint of a one-time card token; the token itself is never kept. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Writes the intent to charge an order, in the transaction that makes the order, and returns its
 * row.
 */
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
    // the buyer's browser opens the provider's checkout, which creates the payment
    state: isPaidy ? 'challenged' : 'entering',
  }
  // both are pipelined
  const [, row] = await Promise.all([payments.insert(db, payment), payments.find(db, id)])
  ensure(row, 'INTERNAL_SERVER_ERROR')
  return row
}

/** The payment begun with this one-time token; undefined when the token is new. */
export const findCharge = (deps: Pick<PaymentDeps, 'sql'>, tokenHash: Buffer): Promise<PaymentRow | undefined> =>
  payments.findByToken(deps.sql, tokenHash)

/** The payment of an order; undefined without a charge. */
export const findPaymentOf = (deps: Pick<PaymentDeps, 'sql'>, orderId: string): Promise<PaymentRow | undefined> =>
  payments.findByOrder(deps.sql, orderId)

/** Carries out a committed intent to charge a card. Fails as `chargeCard` does. */
export async function startCharge(deps: PaymentDeps, payment: PaymentRow, card: PayingCard): Promise<Charge> {
  const { startedId } = await chargeCard(deps, payment, card)
  return { ...(await presentCharge(deps, payment.id)), startedId }
}

/**
 * The response of the payment's first request, now or once it is there: a repeat starts nothing.
 */
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

type ChargeDeps = GatewayDeps & Pick<Deps, 'sql' | 'log' | 'metrics'>
/** The gateway's own code for a result that it does not know. */
export const resultUnknown = 'E91019999'

/**
 * Puts a card on a payment whose intent is committed: opens the trade, then the card. Ends in
 * `challenged`, `captured` or `declined`; returns the opening that a capture began. Fails with
 * PAYMENT_DECLINED, or SERVICE_UNAVAILABLE while the outcome is unknown: the worker then continues.
 */
async function chargeCard(
  deps: ChargeDeps,
  payment: PaymentRow,
  card: PayingCard,
): Promise<{ startedId: string | undefined }> {
  const access = await enterTrade(deps, payment)
  const isOurs = await payments.moveTo(deps.sql, payment.id, ['entering'], 'executing', access)
  // the worker took this request for dead and ended the order
  if (!isOurs) throw new AppError('PAYMENT_EXPIRED')
  const { gatewayOrderId, retUrl } = payment
  const answer = await deps.card.execute({ ...access, gatewayOrderId, retUrl: retUrl ?? '', card })
  if (answer.kind === 'declined') return decline(deps, payment, answer.error)
  if (answer.kind === 'captured') return opened(await recordCapture(deps, payment, answer.proof))
  if (answer.kind === 'challenge') {
    const { redirectUrl } = answer
    const isKept = await payments.moveTo(deps.sql, payment.id, ['executing'], 'challenged', { redirectUrl })
    if (!isKept) throw new AppError('PAYMENT_EXPIRED')
    await payable.call.continueOrder(deps.sql, payment.orderId)
    return { startedId: undefined }
  }
  deps.log.warn({ payment: payment.id, cause: answer.cause }, 'the result of putting a card on a payment is unknown')
  // asked even if the worker has ended it meanwhile: the card may have paid
  await payments.renew(deps.sql, payment.id, 'executing')
  const truth = await askGateway(deps, payment)
  if (truth.kind === 'captured') return { startedId: truth.startedId }
  // no money was taken, and the address of the 3-D Secure page is lost: the member starts again
  if (truth.kind === 'unpaid') return decline(deps, payment, resultUnknown)
  await payments.moveTo(deps.sql, payment.id, ['executing'], 'unknown')
  throw new AppError('SERVICE_UNAVAILABLE')
}

async function enterTrade(deps: ChargeDeps, payment: PaymentRow): Promise<CardAccess> {
  const { gatewayOrderId, amountYen } = payment
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const answer = await deps.card.enter({ gatewayOrderId, amountYen })
    if (answer.kind === 'declined') await decline(deps, payment, answer.error)
    if (answer.kind === 'entered') return { accessId: answer.accessId, accessPass: answer.accessPass }
    // an order id is used only once: it exists or not, and a repeat cannot charge twice
    if (!(await payments.renew(deps.sql, payment.id, 'entering'))) throw new AppError('PAYMENT_EXPIRED')
    const truth = await askGateway(deps, payment)
    if (truth.kind === 'unpaid' && truth.trade) return { accessId: truth.trade.ref, accessPass: truth.trade.pass }
    if (truth.kind !== 'unpaid' || !(await payments.renew(deps.sql, payment.id, 'entering'))) break
  }
  throw new AppError('SERVICE_UNAVAILABLE')
}

async function decline(deps: ChargeDeps, payment: PaymentRow, error: string): Promise<never> {
  await recordDecline(deps, payment, error)
  throw new AppError('PAYMENT_DECLINED', { error })
}

const opened = (captured: { outcome: string; startedId?: string | undefined } | undefined) => ({
  startedId: captured?.startedId,
})
