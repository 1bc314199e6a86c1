import type { Db } from '../db/connect.ts'

/** Whether an order is this member's. */
export async function ownsOrder(
  db: Db,
  { orderId, memberId }: { orderId: string; memberId: string },
): Promise<boolean> {
  const rows = await db`select 1 from orders where id = ${orderId} and member_id = ${memberId}`
  return rows.length > 0
}
