import { useCallback } from 'react'
import useSWRInfinite from 'swr/infinite'
import type { SWRInfiniteConfiguration } from 'swr/infinite'
import type { ErrorCode } from '@kura/contract/errors'
import type { Result } from '@kura/contract/result'
import { CallError } from './make-call.ts'
import { useRenewed } from './own-records.ts'
import { cacheSettings } from './swr.ts'

export type ListPage<T> = { items: T[]; total?: number | undefined; cursor?: string | undefined }

/** What makes a list this one: its call or a name of its own, and all that is asked of it but where it continues. */
type ListKey = readonly [string, ...unknown[]]
type PageKey = readonly [...ListKey, string | undefined]

export type LiveList<T> = {
  items: T[]
  /** How many there are in all, where the API counted them. */
  total: number | undefined
  hasMore: boolean
  /** Where the next page begins. */
  nextCursor: string | undefined
  isLoading: boolean
  failure: ErrorCode | undefined
  /** Nothing while it is being loaded. */
  loadMore: () => void
}

/** The pages of such a list, and what was asked for of it. */
export type LivePages<T> = {
  /** What is known, up to the end that was reached without a failure. */
  pages: ListPage<T>[]
  /** How many pages are asked for. */
  size: number
  setSize: (size: number) => Promise<unknown>
  isAsking: boolean
  /** Why the last of the asking came to nothing. */
  failure: ErrorCode | undefined
  /** Asks for all that is shown. Resolves when that is answered, or failed. */
  refresh: () => Promise<unknown>
}

type LiveListSource<T> = {
  key: ListKey
  /** The first page, as the page of the site brought it. */
  first: ListPage<T>
  load: (cursor: string | undefined) => Promise<Result<ListPage<T>>>
  /** How often all that is shown is asked for while it is visible; 0: on coming back to it. */
  refreshMs: number | ((items: T[]) => number)
}

/**
 * A list that continues by its cursor, as it is now: the page brings the first of it, the browser keeps all pages that are shown true
 * together, so that none keeps what has gone or moved to another. Going back finds it as long as it was. When the server cannot be
 * asked, what was last known stays.
 */
export function useLiveList<T>(source: LiveListSource<T>): LiveList<T> {
  const live = useLivePages(source)
  useRenewed(live.refresh)
  return asList(live.pages, live)
}

/** The same page by page, for a list that is renewed in a way of its own. */
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

/** These pages as one list that continues as the live ones do. */
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
