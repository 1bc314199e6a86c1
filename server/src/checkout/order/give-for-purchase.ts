import type { Db } from '../../platform/db/connect.ts'
import { grantFor } from '../../money/point/grant-for.ts'
import { chargedYen } from './tender.ts'
import type { OrderRow } from './queries.ts'

/** Gives the points of campaigns for a purchase that is delivered, in the transaction of its delivery. */
export const giveForPurchase = (db: Db, order: OrderRow): Promise<number> =>
  grantFor(db, { occasion: 'purchase', memberId: order.memberId, cause: order.id, chargedYen: chargedYen(order) })
