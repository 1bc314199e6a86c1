import type { Db } from '../db/connect.ts'
import * as alarms from './alarm-queries.ts'

/** Closes what was open for a subject, inside the caller's transaction: it came right. */
export const clearAlarms = async (db: Db, subject: string): Promise<void> => {
  await alarms.clearAlarms(db, subject)
}
