import type { Deps } from '../../deps.ts'
import { clearAlarms, raiseAlarm } from '../../platform/alarm/alarms.ts'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Difference } from './difference.ts'
import { closeGone, openItem } from './item-queries.ts'
import type { OpenItem } from './item-queries.ts'
import { keepProgress } from './run-queries.ts'
import type { Run } from './run-queries.ts'

/** Another process has taken the comparison over; what this one knows is dropped. */
export class LostRunError extends Error {
  readonly code = 'RUN_LOST'
  constructor() {
    super('another process has taken the comparison over')
    this.name = 'LostRunError'
  }
}

export type NoteDeps = Pick<Deps, 'sql' | 'log' | 'metrics'>
/**
 * The result of one page of a comparison. `settled` are the compared subjects: their open items
 * that were not found again are closed.
 */
export type Page = {
  cursor: string
  compared: number
  settled: string[]
  found: Difference[]
  oursYen?: number
  theirsYen?: number
  /** What else is written in the same transaction. */
  also?: (db: Db) => Promise<unknown>
}

const alarmOf = (source: string, { kind, subject }: Pick<Difference, 'subject'> & { kind: string }) => ({
  kind: `reconcile-${source}`,
  subject: `${source} ${kind} ${subject}`,
})

/**
 * Stores a page, all or nothing: new differences, closed ones, and how far the comparison came.
 * Returns the new differences.
 */
export async function notePage(deps: NoteDeps, run: Run, page: Page): Promise<Difference[]> {
  const { source } = run
  const { fresh, open, gone } = await transaction(deps.sql, async (db) => {
    const fresh: Difference[] = []
    const open: Difference[] = []
    for (const difference of page.found) {
      const became = await openItem(db, source, newId(), difference)
      if (became === 'new') fresh.push(difference)
      if (became !== 'accepted') open.push(difference)
    }
    const gone = await closeGone(db, source, page.settled, page.found)
    await page.also?.(db)
    const { cursor, compared, oursYen = 0, theirsYen = 0 } = page
    const progress = { cursor, compared, differences: fresh.length, oursYen, theirsYen }
    if (!(await keepProgress(db, run, progress))) throw new LostRunError()
    return { fresh, open, gone }
  })
  for (const difference of open) await callFor(deps, source, difference)
  await clearFor(deps, source, gone)
  return fresh
}

const callFor = (deps: NoteDeps, source: string, difference: Difference): Promise<void> =>
  raiseAlarm(deps, { ...alarmOf(source, difference), message: difference.what })

/** The alarms of items that are not open any more. */
export async function clearFor(
  deps: Pick<Deps, 'sql'>,
  source: string,
  items: readonly Pick<OpenItem, 'kind' | 'subject'>[],
): Promise<void> {
  for (const item of items) {
    const { kind, subject } = alarmOf(source, item)
    await clearAlarms(deps.sql, subject, kind)
  }
}
