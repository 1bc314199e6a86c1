import { fromStates, paymentMoves } from '@kura/contract/states'
import type { Deps } from '../deps.ts'
import { transaction } from '../db/transaction.ts'
import { fault } from '../fault.ts'
import { captureOrder } from '../order/capture-order.ts'
import type { Captured } from '../order/capture-order.ts'
import { releaseOrder } from '../order/release-order.ts'
import * as payments from './queries.ts'

type Ref = { id: string; orderId: string }

/**
 * Writes down that the gateway took the money: payment, order, unit, counter and ledger in one transaction, once. Undefined
 * when it was written before. Money for an order that has ended starts its way back at once.
 */
export async function recordCapture(
  deps: Pick<Deps, 'sql'>,
  payment: Ref,
  proof: { tranId: string; approve: string },
): Promise<Captured | undefined> {
  await fault('payment.before-capture')
  const captured = await transaction(deps.sql, async (db) => {
    if (
      !(await payments.moveTo(db, payment.id, fromStates(paymentMoves, 'captured'), 'captured', {
        ...proof,
        error: null,
      }))
    )
      return undefined
    const result = await captureOrder(db, payment.orderId)
    if (result.outcome === 'too-late') await payments.startRefund(db, payment.orderId)
    return result
  })
  await fault('order.captured')
  return captured
}

/** Writes down that the gateway refused, with its code; the unit and the counter are free again in the same transaction. */
export const recordDecline = (deps: Pick<Deps, 'sql'>, payment: Ref, error: string): Promise<void> =>
  giveUp(deps, payment, error)

/** Gives up an unpaid payment whose time is over or whose request died. The gateway was asked before. */
export const recordExpiry = (deps: Pick<Deps, 'sql'>, payment: Ref): Promise<void> => giveUp(deps, payment, null)

async function giveUp(deps: Pick<Deps, 'sql'>, payment: Ref, error: string | null): Promise<void> {
  await transaction(deps.sql, async (db) => {
    if (!(await payments.moveTo(db, payment.id, fromStates(paymentMoves, 'declined'), 'declined', { error }))) return
    await releaseOrder(db, payment.orderId, error ?? 'PAYMENT_EXPIRED')
  })
}
