import type { Db } from '../../platform/db/connect.ts'
import * as payments from './queries.ts'

/** The captured payment of an order begins its way back, inside the caller's transaction. False when there is none. */
export const startRefund = async (db: Db, orderId: string): Promise<boolean> =>
  (await payments.startRefund(db, orderId)) !== undefined
