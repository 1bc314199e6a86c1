import type { Deps } from '../../deps.ts'
import type { KeptPages } from './kept-pages.ts'
import { findDrops } from './queries.ts'

const everyMs = 200

export type DropWatcher = {
  /**
   * Resolves when a read that began after this call has ended, so that nothing committed before it
   * is still kept. Never rejects.
   */
  catchUp: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Drops kept pages when rows on them change. Each read takes exactly what the snapshot of the last
 * one did not see: none is missed and none is dropped twice, however long another transaction runs.
 * All pages are dropped when the database cannot be read: stale is worse than slow.
 */
export function watchDrops({ sql, log }: Pick<Deps, 'sql' | 'log'>, pages: KeptPages): DropWatcher {
  /** The snapshot of the last read. */
  let seen: string | undefined
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let next: Promise<void> | undefined

  const read = async (): Promise<void> => {
    try {
      const row = await findDrops(sql, seen)
      if (seen === undefined) pages.drop(['*'])
      else if (row?.tags) pages.drop(row.tags)
      seen = row?.snapshot
    } catch (error) {
      if (seen !== undefined) log.warn({ err: error }, 'cannot see which pages changed; all are dropped')
      seen = undefined
      pages.drop(['*'])
    }
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(start, everyMs).unref()
  }
  let running = read()
  // one read at a time; callers during it share the next one, which sees what was committed since
  const catchUp = (): Promise<void> => {
    next ??= running.then(() => {
      next = undefined
      running = isStopped ? Promise.resolve() : read()
      return running
    })
    return next
  }
  const start = (): void => void catchUp()
  return {
    catchUp,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await (next ?? running)
    },
  }
}
