import type { Db } from '../db/connect.ts'

/** Opens an alarm. Returns false when one of its kind is open for the subject. */
export async function insertAlarm(
  db: Db,
  alarm: { id: string; kind: string; subject: string; message: string },
): Promise<boolean> {
  const rows = await db`
    insert into alarms (id, kind, subject, message)
    values (${alarm.id}, ${alarm.kind}, ${alarm.subject}, ${alarm.message})
    on conflict (kind, subject) where cleared_at is null do nothing returning 1`
  return rows.length > 0
}

/** Closes the open alarms of a subject: one kind, or all. */
export const closeAlarms = (db: Db, subject: string, kind: string | null) => db`
  update alarms set cleared_at = kura_now()
   where subject = ${subject} and cleared_at is null and (${kind}::text is null or kind = ${kind})`

/** Closes the open alarms of one kind for all other subjects. */
export const closeOtherAlarms = (db: Db, kind: string, subjects: string[]) => db`
  update alarms set cleared_at = kura_now()
   where kind = ${kind} and cleared_at is null and not subject = any(${subjects})`
