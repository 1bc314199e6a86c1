import { useEffect, useRef } from 'react'
import type { Result } from '@kura/contract/result'
import { useSession } from '../session/use-session.ts'
import type { ListPage } from '../ui/more-list.tsx'
import { useLiveList } from '../use-live-list.ts'
import type { LiveList } from '../use-live-list.ts'

type MemberPages<T> = {
  name: string
  /** The first page, which is kept live elsewhere. */
  first: ListPage<T>
  loadNext: (cursor: string) => Promise<Result<ListPage<T>>>
  /** How often the further pages are asked for, by all that is shown; 0: on coming back to them, and when the first one changes. */
  refreshMs: (items: T[]) => number
}

/** The pages of a list of the member's: those after the first one are kept as true as it is, and are asked for again together. */
export function useMemberPages<T>({ name, first, loadNext, refreshMs }: MemberPages<T>): LiveList<T> {
  const userId = useSession()?.userId ?? ''
  const live = useLiveList<T>({
    key: [name, userId],
    first,
    load: async (cursor) => (cursor === undefined ? { ok: true, data: first } : loadNext(cursor)),
    refreshMs,
  })
  const latestRefresh = useRef(live.refresh)
  latestRefresh.current = live.refresh
  const asked = useRef(first)
  useEffect(() => {
    // the further ones go on from where the first one ends now
    if (asked.current !== first) latestRefresh.current()
    asked.current = first
  }, [first])
  if (live.pageCount > 1) return live
  // alone the first one needs nobody to wait for
  return {
    ...live,
    items: first.items,
    total: first.total,
    hasMore: first.cursor !== undefined,
    nextCursor: first.cursor,
  }
}
