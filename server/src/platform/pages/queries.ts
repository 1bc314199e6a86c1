import type { Db } from '../db/connect.ts'

/**
 * The tags dropped since a snapshot, and the present snapshot. Without a snapshot, `tags` means
 * nothing.
 */
export async function findDrops(
  db: Db,
  seen: string | undefined,
): Promise<{ snapshot: string; tags: string[] | null } | undefined> {
  const [row] = await db<{ snapshot: string; tags: string[] | null }[]>`
    select pg_current_snapshot()::text as snapshot,
           (select array_agg(distinct tag) from page_drops
             where xact >= pg_snapshot_xmin(${seen ?? null}::pg_snapshot)
               and not pg_visible_in_snapshot(xact, ${seen ?? null}::pg_snapshot)) as tags`
  return row
}

/** Deletes drops that every process has read long ago. */
export const deleteOldDrops = (db: Db) => db`delete from page_drops where at < now() - interval '1 hour'`
