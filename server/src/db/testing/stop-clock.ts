import type { Sql } from '../connect.ts'

/**
 * Time stands still in a test's own database and goes on only when the test moves it: what refills or runs out by the second does not,
 * however slow the machine is. For tests whose outcome would else hang on how quick they are.
 */
export async function stopClock(sql: Sql): Promise<void> {
  const [row] = await sql<[{ now: string }]>`select now()::text as now`
  await sql.unsafe(`
    create or replace function kura_now() returns timestamptz language sql stable parallel safe
      as $$ select '${row.now}'::timestamptz + time_offset from kura_clock $$`)
}
