import { useCallback } from 'react'
import useSWRInfinite from 'swr/infinite'
import type { SWRInfiniteConfiguration } from 'swr/infinite'
import type { ErrorCode } from '@kura/contract/errors'
import type { Result } from '@kura/contract/result'
import { CallError } from './call-error.ts'
import { useRenewed } from './renewed-lists.ts'
import { cacheSettings } from './swr.ts'
import type { ListPage } from './ui/more-list.tsx'

/** What makes a list this one: its call or a name of its own, and all that is asked of it but where it goes on. */
type ListKey = readonly [string, ...unknown[]]
type PageKey = readonly [...ListKey, string | undefined]

export type LiveList<T> = {
  items: T[]
  /** How many pages these are. */
  pageCount: number
  /** How many there are in all, where the API counted them. */
  total: number | undefined
  hasMore: boolean
  /** Where the next page begins. */
  nextCursor: string | undefined
  isLoading: boolean
  failure: ErrorCode | undefined
  /** Nothing while it is being loaded. */
  loadMore: () => void
  /** Asks for all that is shown. */
  refresh: () => void
}

type LiveListSource<T> = {
  key: ListKey
  /** The first page, as the page of the site brought it. */
  first: ListPage<T>
  load: (cursor: string | undefined) => Promise<Result<ListPage<T>>>
  /** How often all that is shown is asked for while it is looked at; 0: on coming back to it. */
  refreshMs: number | ((items: T[]) => number)
}

/**
 * A list that goes on by its cursor, as it is now: the page brings the first of it, the browser keeps all pages that are shown true
 * together, so that none keeps what has gone or moved to another. Going back finds it as long as it was. When the server cannot be
 * asked, what was last known stays.
 */
export function useLiveList<T>({ key, first, load, refreshMs }: LiveListSource<T>): LiveList<T> {
  const settings = {
    ...cacheSettings(),
    fallbackData: [first],
    refreshInterval:
      typeof refreshMs === 'number'
        ? refreshMs
        : (pages) => refreshMs((pages ?? [first]).flatMap(({ items }) => items)),
    refreshWhenHidden: false,
    revalidateAll: true,
    revalidateOnMount: true,
  } as SWRInfiniteConfiguration<ListPage<T>, CallError>
  const { data, error, size, setSize, mutate, isValidating } = useSWRInfinite<ListPage<T>, CallError>(
    (index: number, previous: ListPage<T> | null): PageKey | null => {
      if (index === 0) return [...key, undefined]
      return previous?.cursor === undefined ? null : [...key, previous.cursor]
    },
    async (page: PageKey) => {
      const result = await load(page.at(-1) as string | undefined)
      if (!result.ok) throw new CallError(result.status, result.body)
      return result.data
    },
    settings,
  )
  useRenewed(useCallback(() => mutate(), [mutate]))
  const pages = data ?? [first]
  const isLoading = size > pages.length && isValidating
  return {
    items: pages.flatMap(({ items }) => items),
    pageCount: pages.length,
    total: pages[0]?.total,
    hasMore: pages.at(-1)?.cursor !== undefined,
    nextCursor: pages.at(-1)?.cursor,
    isLoading,
    failure: size > pages.length ? error?.body.errorCode : undefined,
    loadMore: () => {
      if (!isLoading) void setSize(pages.length + 1)
    },
    refresh: () => void mutate(),
  }
}
