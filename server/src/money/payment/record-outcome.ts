import { fromStates, paymentMoves } from '@kura/contract/states'
import type { PaymentState } from '@kura/contract/states'
import type { Deps } from '../../deps.ts'
import { shareBuyer } from '../../identity/member/ensure-full-member.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { CaptureProof } from '../../platform/gateways/payment-gateway.ts'
import { keepCardOf } from '../card/store-card.ts'
import { memberBarred, payable } from './payable.ts'
import type { Captured } from './payable.ts'
import * as payments from './queries.ts'

type Ref = { id: string; orderId: string }

/**
 * Writes down that the gateway took the money: payment, order, what was bought and ledger in one
 * transaction, once, and the wish to keep the card. Undefined when it was written before. Money for
 * an order that has ended starts its way back at once, and so does that of a buyer who was banned
 * since the reservation: what they reserved is on sale again.
 */
export async function recordCapture(
  deps: Pick<Deps, 'sql'>,
  payment: Ref,
  proof: CaptureProof,
): Promise<Captured | undefined> {
  const captured = await transaction(deps.sql, 'payment.capture', async (db) => {
    const mayPay = await shareBuyer(db, payment.orderId)
    if (
      !(await payments.moveTo(db, payment.id, fromStates(paymentMoves, 'captured'), 'captured', {
        ...proof,
        error: null,
      }))
    )
      return undefined
    if (!mayPay) await payable.call.releaseOrder(db, payment.orderId, memberBarred)
    const result = await payable.call.captureOrder(db, payment.orderId)
    if (result.outcome === 'too-late') await payments.startRefund(db, payment.orderId)
    else await keepCardOf(db, payment.id)
    return result
  })
  return captured
}

/**
 * Writes down that the gateway refused, with its code; what was reserved is free again in the same
 * transaction.
 */
export const recordDecline = (deps: Pick<Deps, 'sql'>, payment: Ref, error: string): Promise<boolean> =>
  giveUp(deps, payment, { error, reason: error })

/**
 * Gives up an unpaid payment whose time is over or whose request died, in the state in which that
 * was seen: a buyer whose step began in time may have gone on meanwhile. The gateway was asked
 * before.
 */
export const recordExpiry = (deps: Pick<Deps, 'sql'>, payment: Ref & { state: PaymentState }): Promise<boolean> =>
  giveUp(deps, payment, { error: null, reason: 'PAYMENT_EXPIRED', from: [payment.state] })

/** Gives up a payment that its buyer does not want any more, unless it is being completed. */
export const recordCancel = (deps: Pick<Deps, 'sql'>, payment: Ref): Promise<boolean> =>
  giveUp(deps, payment, { error: null, reason: 'CANCELLED', from: ['challenged', 'unknown'] })

/**
 * Gives up a payment that still waits for its buyer, who brought an agreement that does not fit:
 * the agreement's id is kept with its end. False when another one was brought before.
 */
export const recordMisfit = (
  deps: Pick<Deps, 'sql'>,
  payment: Ref,
  gatewayRef: string,
  error: string,
): Promise<boolean> => giveUp(deps, payment, { error, reason: error, from: ['challenged'], gatewayRef })

/** False when somebody else has decided. */
async function giveUp(
  deps: Pick<Deps, 'sql'>,
  payment: Ref,
  end: { error: string | null; reason: string; from?: readonly PaymentState[]; gatewayRef?: string },
): Promise<boolean> {
  const { error, reason, from = fromStates(paymentMoves, 'declined'), gatewayRef } = end
  return transaction(deps.sql, async (db) => {
    if (gatewayRef !== undefined && !(await payments.keepRef(db, payment.id, gatewayRef))) return false
    if (!(await payments.moveTo(db, payment.id, from, 'declined', { error }))) return false
    await payable.call.releaseOrder(db, payment.orderId, reason)
    return true
  })
}
