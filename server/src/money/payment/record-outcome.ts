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
 * Records a capture: payment, order, delivery, ledger and the intent to store the card in one
 * transaction, once. Undefined on a repeat. Money for an ended order is refunded at once, as is
 * that of a buyer banned since the reservation, whose subject goes back on sale.
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
 * Records a refusal with the gateway's code and releases the reservation in the same transaction.
 */
export const recordDecline = (deps: Pick<Deps, 'sql'>, payment: Ref, error: string): Promise<boolean> =>
  giveUp(deps, payment, { error, reason: error })

/**
 * Expires an unpaid payment, or one whose request died, if it is still in the state that was read:
 * its buyer may have continued meanwhile. The gateway was asked before.
 */
export const recordExpiry = (deps: Pick<Deps, 'sql'>, payment: Ref & { state: PaymentState }): Promise<boolean> =>
  giveUp(deps, payment, { error: null, reason: 'PAYMENT_EXPIRED', from: [payment.state] })

/** Cancels a payment for its buyer, unless it is being completed. */
export const recordCancel = (deps: Pick<Deps, 'sql'>, payment: Ref): Promise<boolean> =>
  giveUp(deps, payment, { error: null, reason: 'CANCELLED', from: ['challenged', 'unknown'] })

/**
 * Ends a waiting payment whose buyer brought an authorisation that does not match; its id is stored
 * with the end. False when another one came before.
 */
export const recordMisfit = (
  deps: Pick<Deps, 'sql'>,
  payment: Ref,
  gatewayRef: string,
  error: string,
): Promise<boolean> => giveUp(deps, payment, { error, reason: error, from: ['challenged'], gatewayRef })

/** False when another transaction decided. */
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
