import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import * as openings from './queries.ts'

/** Opens the pack of an order that was just paid when its contents are known: nothing is to be found out. */
export const openAtCapture = (db: Db, orderId: string): Promise<string | undefined> =>
  openings.insert(db, newId(), orderId, 'known')
