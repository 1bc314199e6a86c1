import type { Db } from '../../platform/db/connect.ts'

export type CheckResult = { invariant: string; violations: number; seconds: number; checkedAt: Date }

/** What the last look came to, one row per invariant. */
export const keepResults = (db: Db, results: readonly Omit<CheckResult, 'checkedAt'>[], isWhole: boolean) => db`
  insert into check_results (invariant, violations, seconds, is_whole, checked_at)
  select result->>'invariant', (result->>'violations')::int, (result->>'seconds')::float8, ${isWhole}, kura_now()
    from jsonb_array_elements(${db.json(results as never)}) result
  on conflict (invariant) do update
    set violations = excluded.violations, seconds = excluded.seconds, is_whole = excluded.is_whole, checked_at = excluded.checked_at`

export const listResults = (db: Db) => db<CheckResult[]>`
  select invariant, violations, seconds, checked_at as "checkedAt" from check_results order by invariant`
