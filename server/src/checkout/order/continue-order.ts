import type { Db } from '../../platform/db/connect.ts'
import * as orders from './queries.ts'

/** The member did a step of paying in time: more time, and `isProven` after 3-D Secure. False when the time was over. */
export async function continueOrder(db: Db, orderId: string, { isProven = false } = {}): Promise<boolean> {
  if (!(await orders.renewLease(db, orderId))) return false
  if (isProven) await orders.moveTo(db, orderId, ['reserved'], 'authorised')
  return true
}
