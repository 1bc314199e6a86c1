import type { Deps } from '../../deps.ts'
import { newId } from '../db/id.ts'
import { insertAlarm } from './alarm-queries.ts'

export type Alarm = { kind: string; subject: string; message: string }

/** Calls a person: one open row per kind and subject, a log line and a metric. Raising it again is silent. */
export async function raiseAlarm(
  deps: Pick<Deps, 'sql' | 'log' | 'metrics'>,
  { kind, subject, message }: Alarm,
): Promise<void> {
  if (!(await insertAlarm(deps.sql, { id: newId(), kind, subject, message }))) return
  deps.metrics.alarms.inc({ kind })
  deps.log.error({ alarm: kind, subject }, message)
}
