import useSWRInfinite from 'swr/infinite'
import type { SWRInfiniteConfiguration } from 'swr/infinite'
import type { ApiInput, ApiOutput } from '@kura/contract/api'
import type { ErrorCode } from '@kura/contract/errors'
import type { ListingView } from '@kura/contract/listing'
import { call } from '../api.ts'
import { CallError } from '../call-error.ts'
import { useSession } from '../session/use-session.ts'
import { cacheSettings } from '../swr.ts'

type Page = ApiOutput<'listListings'>
type Query = ApiInput<'listListings'>['query']
type Key = readonly ['listListings', string, Query, string]

/** How often the offers are asked for while they are looked at. */
const refreshMs = 10_000

export type Listings = {
  listings: ListingView[]
  /** How many there are in all, where the API counted them. */
  total: number | undefined
  hasMore: boolean
  /** Where the next page begins. */
  nextCursor: string | undefined
  isLoading: boolean
  failure: ErrorCode | undefined
  loadMore: () => void
}

/**
 * The offers of an item as they are now: the page brings the first of them, the browser keeps all that are shown true, so that
 * none stays that can no longer be bought. `isLimited` adds those made to the member alone. When the server cannot be asked, the
 * last known stay.
 */
export function useListings(itemId: string, query: Query, first: Page, isLimited: boolean): Listings {
  const userId = useSession()?.userId ?? ''
  const asked = { ...query, ...(isLimited && userId !== '' ? { getLimited: 'true' } : {}) }
  const settings = {
    ...cacheSettings(),
    fallbackData: [first],
    refreshInterval: refreshMs,
    refreshWhenHidden: false,
    revalidateAll: true,
    revalidateOnMount: true,
  } as SWRInfiniteConfiguration<Page, CallError>
  const { data, error, size, setSize, isValidating } = useSWRInfinite<Page, CallError>(
    (index: number, previous: Page | null): Key | null => {
      if (index === 0) return ['listListings', itemId, asked, userId]
      return previous?.cursor === undefined
        ? null
        : ['listListings', itemId, { ...asked, cursor: previous.cursor }, userId]
    },
    async ([, id, page]: Key) => {
      const result = await call('listListings', { params: { itemId: id }, query: page })
      if (!result.ok) throw new CallError(result.status, result.body)
      return result.data
    },
    settings,
  )
  const pages = data ?? [first]
  return {
    listings: pages.flatMap(({ items }) => items),
    total: pages[0]?.total,
    hasMore: pages.at(-1)?.cursor !== undefined,
    nextCursor: pages.at(-1)?.cursor,
    isLoading: size > pages.length && isValidating,
    failure: size > pages.length ? error?.body.errorCode : undefined,
    loadMore: () => void setSize(pages.length + 1),
  }
}
