import type { Sql } from '../connect.ts'

/**
 * Stops the clock of a test's own database; only the test moves it. For tests whose result would
 * depend on how fast they run (buckets that refill, short terms), or on when (days, months). It
 * stops at `at`, a wall clock of Japan (`2026-11-30 12:00:00`), or at the present time.
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
