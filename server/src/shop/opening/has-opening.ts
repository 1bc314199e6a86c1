import type { Db } from '../../platform/db/connect.ts'
import { existsFor } from './queries.ts'

/** Whether the pack of an order was opened. To be relied on, the order's row must be locked: opening shares it. */
export const hasOpening = (db: Db, orderId: string): Promise<boolean> => existsFor(db, orderId)
