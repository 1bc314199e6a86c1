import type { Db } from '../db/connect.ts'
import { newId } from '../db/id.ts'
import * as cards from './queries.ts'

/** Writes down the wish to keep the card of a captured payment, in the transaction of the capture; nothing when nobody wished. */
export const keepCardOf = (db: Db, paymentId: string): Promise<boolean> => cards.insertSaving(db, newId(), paymentId)
