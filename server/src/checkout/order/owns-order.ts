import type { Db } from '../../platform/db/connect.ts'
import { sellables } from './sellable.ts'
import { isOfKind } from './sellable-queries.ts'

/** Whether an order is this member's; with `only`, one of this kind. */
export async function ownsOrder(
  db: Db,
  { orderId, memberId, only }: { orderId: string; memberId: string; only?: string },
): Promise<boolean> {
  const isOf = only === undefined ? db`` : db`and ${isOfKind(db, sellables.of(only))}`
  const rows = await db`select 1 from orders o where o.id = ${orderId} and o.member_id = ${memberId} ${isOf}`
  return rows.length > 0
}
