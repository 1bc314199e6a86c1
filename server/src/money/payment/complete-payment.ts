import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, ensure } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import { transaction } from '../../platform/db/transaction.ts'
import { payable } from './payable.ts'
import * as payments from './queries.ts'
import type { Change, PaymentRow } from './queries.ts'
import { securePayment } from './secure-payment.ts'
import type { PaymentDeps } from './secure-payment.ts'
import { settlePayment } from './settle-payment.ts'

export type Completion = { startedId: string | undefined }
/** What the buyer brought back from the gateway, and whether to store the card. */
export type Brought = Pick<Change, 'gatewayRef' | 'cardName' | 'holderName'>
const pollMs = 150

/** The payment of this name at the card gateway. */
export const findByAccessId = (deps: Pick<PaymentDeps, 'sql'>, accessId: string): Promise<PaymentRow | undefined> =>
  payments.findByAccessId(deps.sql, accessId)

/**
 * Completes a payment after its buyer returned; the caller has made sure that it is theirs. The
 * gateway is asked for the money once; later and parallel calls wait for that outcome and return
 * it. Fails with PAYMENT_DECLINED, PAYMENT_EXPIRED, ORDER_STATE, or SERVICE_UNAVAILABLE while the
 * outcome is unknown.
 */
export async function completePayment(
  deps: PaymentDeps,
  payment: PaymentRow,
  brought: Brought = {},
): Promise<Completion> {
  const begun = payment.state === 'challenged' ? await startSecuring(deps, payment, brought) : 'twin'
  if (begun === 'ours') {
    const startedId = await securePayment(deps, { ...payment, gatewayRef: brought.gatewayRef ?? payment.gatewayRef })
    if (startedId !== undefined) return { startedId }
  }
  const isLeft = payment.state === 'unknown' && !payment.isWorked
  if (begun === 'over' || isLeft) await settlePayment(deps, payment.id)
  return waitForOutcome(deps, payment.id)
}

/**
 * challenged → securing with a renewed lease, unless the order is `over` or a `twin` request was
 * faster.
 */
async function startSecuring(
  deps: PaymentDeps,
  payment: PaymentRow,
  brought: Brought,
): Promise<'ours' | 'twin' | 'over'> {
  try {
    return await transaction(deps.sql, async (db) => {
      if (!(await payments.moveTo(db, payment.id, ['challenged'], 'securing', brought))) return 'twin'
      // thrown, so that the payment stays where it was
      ensure(await payable.call.continueOrder(db, payment.orderId, { isProven: true }), 'PAYMENT_EXPIRED')
      return 'ours'
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'PAYMENT_EXPIRED') return 'over'
    throw error
  }
}

/** The outcome of a payment, after waiting for a request that is working on it. */
async function waitForOutcome(deps: PaymentDeps, paymentId: string): Promise<Completion> {
  const until = Date.now() + (limits.cardCallSeconds + 5) * 1000
  for (;;) {
    const payment = await payments.find(deps.sql, paymentId)
    ensure(payment, 'NOT_FOUND')
    const { state } = payment
    if (state === 'captured' || state === 'refunding' || state === 'refunded') return { startedId: undefined }
    if (state === 'declined') throw refusalOf(payment)
    ensure(state !== 'challenged', 'PAYMENT_EXPIRED')
    ensure(state !== 'entering' && state !== 'executing', 'ORDER_STATE')
    if (state === 'unknown' || Date.now() > until) throw new AppError('SERVICE_UNAVAILABLE')
    await sleep(pollMs)
  }
}

/** The error for a payment that ended without money. */
export const refusalOf = (payment: Pick<PaymentRow, 'error'>): AppError =>
  payment.error === null ? new AppError('PAYMENT_EXPIRED') : new AppError('PAYMENT_DECLINED', { error: payment.error })
