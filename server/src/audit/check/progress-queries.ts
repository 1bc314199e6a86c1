import type { Db } from '../../platform/db/connect.ts'

/** So much is looked at twice: transactions that began before the last check may have ended after it. */
const overlap = '10 minutes'

/** From when on the frequent check looks, null for everything; and the time it is now. */
export async function findProgress(db: Db): Promise<{ since: Date | null; now: Date }> {
  const [row] = await db<[{ since: Date | null; now: Date }]>`
    select (select clean_until - ${overlap}::interval from check_progress) as since, kura_now() as now`
  return row
}

/** Notes until when everything is right; null when something is not, so that all is looked at until it is. */
export const keepProgress = (db: Db, cleanUntil: Date | null) => db`
  insert into check_progress (clean_until) values (${cleanUntil})
  on conflict (is_only) do update set clean_until = excluded.clean_until`
