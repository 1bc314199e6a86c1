import type { Sql } from '../connect.ts'

/**
 * Time stands still in a test's own database and goes on only when the test moves it: what refills or runs out by the second does not,
 * however slow the machine is, and no day ends. For tests whose outcome would else hang on how quick they are, or on when they run.
 * It stands at `at`, a wall clock of Japan (`2026-11-30 12:00:00`), or else where it is.
 */
export async function stopClock(sql: Sql, at?: string): Promise<void> {
  const [row] = await sql<[{ now: string }]>`select now()::text as now`
  await sql.unsafe(`
    create or replace function kura_now() returns timestamptz language sql stable parallel safe
      as $$ select '${row.now}'::timestamptz + time_offset from kura_clock $$`)
  if (at !== undefined)
    await sql`
      update kura_clock set time_offset = (${at}::timestamp at time zone 'Asia/Tokyo') - ${row.now}::timestamptz`
}
