import { useEffect, useRef } from 'react'
import type { Result } from '@kura/contract/result'
import { isRenewing, useRenewed } from '../../platform/own-records.ts'
import { useSession } from '../../platform/session.ts'
import { asList, useLivePages } from '../../platform/use-live-list.ts'
import type { ListPage, LiveList } from '../../platform/use-live-list.ts'

type MemberPages<T> = {
  name: string
  /** The first page, which is kept live elsewhere. */
  first: ListPage<T>
  loadNext: (cursor: string) => Promise<Result<ListPage<T>>>
  /**
   * How often all shown pages are polled; 0: on returning to them, and when the first one changes.
   */
  refreshMs: (items: T[]) => number
}

/** The pages of a member's list: the later ones are refreshed together with the first. */
export function useMemberPages<T>({ name, first, loadNext, refreshMs }: MemberPages<T>): LiveList<T> {
  const userId = useSession()?.userId ?? ''
  const newest = useRef(first)
  newest.current = first
  const live = useLivePages<T>({
    key: [name, userId],
    first,
    load: async (cursor) => (cursor === undefined ? { ok: true, data: newest.current } : loadNext(cursor)),
    refreshMs,
  })
  const { refresh } = live
  useRenewed(refresh)
  const followed = useRef(first)
  useEffect(() => {
    // the later ones continue from where the first one ends now
    if (followed.current !== first && !isRenewing()) void refresh()
    followed.current = first
  }, [first, refresh])
  return asList(joinPages(first, live.pages, live.failure !== undefined), live)
}

/**
 * The pages of a list whose first page is known separately, and sooner. If it still ends where it
 * did, the later pages continue from it. Otherwise the known pages stay until they have been read
 * again from there; if that fails, only the first one is certain.
 */
export function joinPages<T>(first: ListPage<T>, known: readonly ListPage<T>[], isFailed: boolean): ListPage<T>[] {
  const [before, ...further] = known
  if (further.length === 0) return [first]
  if (before?.cursor === first.cursor) return [first, ...further]
  return isFailed ? [first] : [...known]
}
