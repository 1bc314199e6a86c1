import type { Deps } from '../../deps.ts'
import type { Db } from '../db/connect.ts'
import { newId } from '../db/id.ts'
import { closeAlarms, closeOtherAlarms, insertAlarm } from './queries.ts'

type Alarm = { kind: string; subject: string; message: string }

/**
 * Calls a person: one open row per kind and subject, a log line and a metric. Raising it again is
 * silent.
 */
export async function raiseAlarm(
  deps: Pick<Deps, 'log' | 'metrics'> & { sql: Db },
  { kind, subject, message }: Alarm,
): Promise<void> {
  if (!(await insertAlarm(deps.sql, { id: newId(), kind, subject, message }))) return
  deps.metrics.alarms.inc({ kind })
  deps.log.error({ alarm: kind, subject }, message)
}

/** Closes the open alarms of a subject, of one kind or of all. */
export async function clearAlarms(db: Db, subject: string, kind: string | null = null): Promise<void> {
  await closeAlarms(db, subject, kind)
}

/** Closes the open alarms of one kind for every subject that is not listed. */
export async function clearOtherAlarms(db: Db, kind: string, subjects: string[]): Promise<void> {
  await closeOtherAlarms(db, kind, subjects)
}
