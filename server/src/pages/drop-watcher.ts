import type { Deps } from '../deps.ts'
import type { KeptPages } from './kept-pages.ts'

const everyMs = 200

/**
 * Drops kept pages when rows on them change, whoever changed them. Looks again at everything from the oldest transaction that was
 * still running at its last look, so none is missed. When the database cannot be asked, all pages go: old is worse than slow.
 */
export function watchDrops({ sql, log }: Pick<Deps, 'sql' | 'log'>, pages: KeptPages): { stop: () => Promise<void> } {
  let since: string | undefined
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  const look = async (): Promise<void> => {
    try {
      const [row] = await sql<{ xmin: string; tags: string[] | null }[]>`
        select pg_snapshot_xmin(pg_current_snapshot())::text as xmin,
               (select array_agg(distinct tag) from page_drops where xact >= ${since ?? '0'}::xid8) as tags`
      if (since === undefined) pages.drop(['*'])
      else if (row?.tags) pages.drop(row.tags)
      since = row?.xmin
    } catch (error) {
      if (since !== undefined) log.warn({ err: error }, 'cannot see which pages changed; all are dropped')
      since = undefined
      pages.drop(['*'])
    }
    if (!isStopped) timer = setTimeout(start, everyMs).unref()
  }
  const start = (): void => {
    running = look()
  }
  start()
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** Removes drop rows that every process has seen long ago. */
export const pruneDrops = ({ sql }: Pick<Deps, 'sql'>): Promise<unknown> =>
  sql`delete from page_drops where at < now() - interval '1 hour'`
