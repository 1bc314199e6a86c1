import type { Db } from '../../platform/db/connect.ts'

/** Whether an order is this member's; with `only`, one for a pack or for a token. */
export async function ownsOrder(
  db: Db,
  { orderId, memberId, only }: { orderId: string; memberId: string; only?: 'pack' | 'token' },
): Promise<boolean> {
  const isOf =
    only === undefined ? db`` : only === 'pack' ? db`and pack_id is not null` : db`and listing_id is not null`
  const rows = await db`select 1 from orders where id = ${orderId} and member_id = ${memberId} ${isOf}`
  return rows.length > 0
}
