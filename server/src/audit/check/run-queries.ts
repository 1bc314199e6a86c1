import type { Db } from '../../platform/db/connect.ts'

export type CheckResult = { invariant: string; violations: number; seconds: number; checkedAt: Date }

/** The result of the last check, one row per invariant. */
export const keepResults = (db: Db, results: readonly Omit<CheckResult, 'checkedAt'>[], isWhole: boolean) => db`
  insert into check_results (invariant, violations, seconds, is_whole, checked_at)
  select result->>'invariant', (result->>'violations')::int, (result->>'seconds')::float8, ${isWhole}, kura_now()
    from jsonb_array_elements(${db.json(results as never)}) result
  on conflict (invariant) do update
    set violations = excluded.violations, seconds = excluded.seconds, is_whole = excluded.is_whole, checked_at = excluded.checked_at`

export const listResults = (db: Db) => db<CheckResult[]>`
  select invariant, violations, seconds, checked_at as "checkedAt" from check_results order by invariant`

/**
 * This much is checked twice: transactions that began before the last check may have ended after
 * it.
 */
const overlap = '10 minutes'

/** The time from which the frequent check starts, null for everything; and the present time. */
export async function findProgress(db: Db): Promise<{ since: Date | null; now: Date }> {
  const [row] = await db<[{ since: Date | null; now: Date }]>`
    select (select clean_until - ${overlap}::interval from check_progress) as since, kura_now() as now`
  return row
}

/**
 * Stores until when everything is right; null when something is not, so that everything is checked
 * until it is.
 */
export const keepProgress = (db: Db, cleanUntil: Date | null) => db`
  insert into check_progress (clean_until) values (${cleanUntil})
  on conflict (is_only) do update set clean_until = excluded.clean_until`
