import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../connect.ts'

/**
 * Resolves once `count` statements of this database that contain `words` wait for a lock; fails
 * after a minute.
 */
export async function untilLocked(sql: Sql, { count = 1, words = '' } = {}): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt += 1) {
    const [row] = await sql<[{ waiting: number }]>`
      select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and strpos(query, ${words}) > 0`
    if (row.waiting >= count) return
    await sleep(50)
  }
  throw new Error(`nobody waited for a lock: ${words}`)
}
