import type { Db } from '../../platform/db/connect.ts'
import type { Source } from './difference.ts'

/** One comparison under way. `since` null compares everything. */
export type Run = {
  id: string
  source: Source
  workedBy: string
  since: Date | null
  until: Date
  startedAt: Date
  isWhole: boolean
  cursor: string | null
  stops: number
}
type NewRun = { source: Source; id: string; workedBy: string; since: Date | null | undefined; isWhole: boolean }

/** Longer than one page of calls, each of which may take until its time is over. */
const lease = (db: Db) => db`kura_now() + interval '60 seconds'`
/**
 * This much is compared twice: transactions that began before the last comparison may have ended
 * after it.
 */
const overlap = (db: Db) => db`interval '10 minutes'`
const columns = (db: Db) => db`
  id, source, worked_by as "workedBy", since, until, started_at as "startedAt", is_whole as "isWhole", cursor, stops`

/**
 * Takes the comparison of a source: an interrupted one from where it stopped, or a new one from the
 * end of the last or from `since` (null: everything). Undefined while another process compares.
 */
export async function takeRun(db: Db, { source, id, workedBy, since, isWhole }: NewRun): Promise<Run | undefined> {
  const given = since === undefined ? db`null` : db`${since}::timestamptz`
  await db`
    insert into reconciliations (id, source, since, is_partial, is_whole)
    select ${id}, ${source}, ${since === undefined ? db`last.until` : given},
           ${since === undefined || since === null ? db`false` : db`last.until is null or ${since}::timestamptz > last.until`}, ${isWhole}
      from (select max(until) - ${overlap(db)} as until from reconciliations
             where source = ${source} and finished_at is not null and not is_partial) last
    on conflict (source) where finished_at is null do nothing`
  // one that was interrupted is widened to what is asked for now, and then begins again
  const isWider =
    since === undefined
      ? db`false`
      : since === null
        ? db`since is not null`
        : db`since is not null and since > ${since}::timestamptz`
  const [run] = await db<Run[]>`
    update reconciliations
       set worked_by = ${workedBy}, worked_until = ${lease(db)},
           cursor = case when ${isWider} or (${isWhole} and not is_whole) then null else cursor end,
           since = case when ${isWider} then ${given} else since end,
           is_whole = is_whole or ${isWhole}
     where source = ${source} and finished_at is null and (worked_by is null or worked_until <= kura_now())
    returning ${columns(db)}`
  return run
}

type Progress = { cursor: string; compared: number; differences: number; oursYen: number; theirsYen: number }

/**
 * Notes how far a comparison came. False when another process has taken it over: nothing may be
 * written then.
 */
export async function keepProgress(db: Db, run: Run, progress: Progress): Promise<boolean> {
  const rows = await db`
    update reconciliations
       set cursor = ${progress.cursor}, compared = compared + ${progress.compared}, stops = 0,
           differences = differences + ${progress.differences}, ours_yen = ours_yen + ${progress.oursYen},
           theirs_yen = theirs_yen + ${progress.theirsYen}, worked_until = ${lease(db)}
     where id = ${run.id} and worked_by = ${run.workedBy} and finished_at is null returning 1`
  return rows.length > 0
}

/** Releases a comparison for others; `isSilent` counts that the other side was away. */
export const dropRun = (db: Db, run: Run, isSilent: boolean) => db`
  update reconciliations set worked_by = null, stops = stops + ${isSilent ? 1 : 0}
   where id = ${run.id} and worked_by = ${run.workedBy} and finished_at is null`

export type Totals = { compared: number; differences: number; oursYen: number; theirsYen: number }

export async function finishRun(db: Db, run: Run): Promise<Totals | undefined> {
  const [totals] = await db<Totals[]>`
    update reconciliations set finished_at = kura_now(), worked_by = null
     where id = ${run.id} and worked_by = ${run.workedBy} and finished_at is null
    returning compared, differences, ours_yen::float8 as "oursYen", theirs_yen::float8 as "theirsYen"`
  return totals
}

/** When each source was compared to the end last. */
export const listFinished = (db: Db) => db<{ source: Source; at: Date }[]>`
  select source, max(finished_at) as at from reconciliations where finished_at is not null group by source`

/** Drops what was compared with a chain that is thrown away. */
export async function forgetChainRuns(db: Db): Promise<void> {
  await db`delete from reconciliations where source = 'chain'`
  await db`delete from open_items where source = 'chain'`
}
