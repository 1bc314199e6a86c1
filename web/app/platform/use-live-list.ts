import { useCallback } from 'react'
import useSWRInfinite from 'swr/infinite'
import type { SWRInfiniteConfiguration } from 'swr/infinite'
import type { ErrorCode } from '@kura/contract/errors'
import type { Result } from '@kura/contract/result'
import { CallError } from './make-call.ts'
import { useRenewed } from './own-records.ts'
import { cacheSettings } from './swr.ts'

export type ListPage<T> = { items: T[]; total?: number | undefined; cursor?: string | undefined }

/** Identifies a list: its call or a name, and all its input except the cursor. */
type ListKey = readonly [string, ...unknown[]]
type PageKey = readonly [...ListKey, string | undefined]

export type LiveList<T> = {
  items: T[]
  /** The total, if the API counts it. */
  total: number | undefined
  hasMore: boolean
  /** Where the next page begins. */
  nextCursor: string | undefined
  isLoading: boolean
  failure: ErrorCode | undefined
  /** Undefined while it is loading. */
  loadMore: () => void
}

/** The pages of such a list, and their state. */
export type LivePages<T> = {
  /** The known items, up to the first failure. */
  pages: ListPage<T>[]
  /** How many pages are requested. */
  size: number
  setSize: (size: number) => Promise<unknown>
  isAsking: boolean
  /** Why the last request failed. */
  failure: ErrorCode | undefined
  /** Reads all shown pages again. Resolves when they have loaded or failed. */
  refresh: () => Promise<unknown>
}

type LiveListSource<T> = {
  key: ListKey
  /** The first page, as rendered by the server. */
  first: ListPage<T>
  load: (cursor: string | undefined) => Promise<Result<ListPage<T>>>
  /** How often all shown pages are polled while visible; 0: when the page becomes visible again. */
  refreshMs: number | ((items: T[]) => number)
}

/**
 * A live list that continues by its cursor: the server renders its first page, and the browser
 * refreshes all shown pages together, so that none keeps an item that has gone or moved to another.
 * Going back finds it as long as it was. When the server cannot be reached, the last known items
 * stay.
 */
export function useLiveList<T>(source: LiveListSource<T>): LiveList<T> {
  const live = useLivePages(source)
  useRenewed(live.refresh)
  return asList(live.pages, live)
}

/** The same page by page, for a list that is refreshed in another way. */
export function useLivePages<T>({ key, first, load, refreshMs }: LiveListSource<T>): LivePages<T> {
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
  return {
    pages: data ?? [first],
    size,
    setSize,
    isAsking: isValidating,
    failure: error?.body.errorCode,
    refresh: useCallback(() => mutate(), [mutate]),
  }
}

/** Joins these pages into one list that continues like the live ones. */
export function asList<T>(pages: ListPage<T>[], { size, setSize, isAsking, failure }: LivePages<T>): LiveList<T> {
  const isShort = size > pages.length
  const nextCursor = pages.at(-1)?.cursor
  const isLoading = isShort && isAsking
  return {
    items: pages.flatMap(({ items }) => items),
    total: pages[0]?.total,
    hasMore: nextCursor !== undefined,
    nextCursor,
    isLoading,
    failure: isShort ? failure : undefined,
    loadMore: () => {
      if (!isLoading) void setSize(pages.length + 1)
    },
  }
}
