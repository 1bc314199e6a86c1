import type { OrderState } from '@kura/contract/states'
import type { Db, Fragment } from '../../platform/db/connect.ts'
import { definePort } from '../../platform/event.ts'

/**
 * `paid`: the purchase is delivered, or on its way; `startedId` is what the delivery started, such
 * as an opening.
 */
export type Captured = { outcome: 'paid'; startedId: string | undefined } | { outcome: 'too-late' }

/** The reason of an order that ended because its buyer was banned or deleted while paying. */
export const memberBarred = 'MEMBER_BARRED'

/**
 * What a payment pays for, as the payment sees it. Every function runs in the caller's transaction.
 */
export type Payable = {
  /**
   * Books the money. `too-late` when the order has ended: the money is booked too, and goes back.
   */
  captureOrder: (db: Db, orderId: string) => Promise<Captured>
  /**
   * Ends an unpaid order and puts what it held back on sale. False when it was in none of the
   * states `from`.
   */
  releaseOrder: (db: Db, orderId: string, reason: string, from?: readonly OrderState[]) => Promise<boolean>
  /** Renews the lease after a step of paying. False after it has ended. */
  continueOrder: (db: Db, orderId: string, options?: { isProven?: boolean }) => Promise<boolean>
  /** Stops an order whose facts contradict each other. */
  quarantineOrder: (db: Db, orderId: string, reason: string) => Promise<void>
  /** Books the completed refund of the charge. */
  finishRefund: (db: Db, orderId: string) => Promise<void>
  /** The kind of order `o` of a statement. */
  subjectKey: (db: Db) => Fragment
}

/** What payments pay for; checkout implements it. */
export const payable = definePort<Payable>('Payable')
