import type { Db } from '../db/connect.ts'
import * as alarms from './alarm-queries.ts'

/** Closes what is open of one kind for all other subjects than these. */
export const clearOtherAlarms = async (db: Db, kind: string, subjects: string[]): Promise<void> => {
  await alarms.clearOtherAlarms(db, kind, subjects)
}

/** Closes what was open for a subject, of one kind or of all: it came right. */
export const clearAlarms = async (db: Db, subject: string, kind: string | null = null): Promise<void> => {
  await alarms.clearAlarms(db, subject, kind)
}
