import type { Db } from '../../platform/db/connect.ts'

/** Whether an order was given for nothing, by passcode or airdrop: there is no money that could go back. */
export async function isGiven(db: Db, orderId: string): Promise<boolean> {
  const rows = await db`select 1 from orders where id = ${orderId} and tender = 'grant'`
  return rows.length > 0
}
