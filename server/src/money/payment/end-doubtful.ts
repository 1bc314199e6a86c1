import { fromStates, paymentMoves } from '@kura/contract/states'
import type { Db } from '../../platform/db/connect.ts'
import * as payments from './queries.ts'

/** Ends the payment of an order that was stopped, inside the caller's transaction: the gateway holds nothing of it. False when it is paid. */
export const endDoubtful = (db: Db, paymentId: string): Promise<boolean> =>
  payments.moveTo(db, paymentId, [...fromStates(paymentMoves, 'declined'), 'declined'], 'declined', { error: null })
