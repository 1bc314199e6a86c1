import { useCallback } from 'react'
import useSWRInfinite from 'swr/infinite'
import type { SWRInfiniteConfiguration } from 'swr/infinite'
import type { ApiInput, ApiOutput } from '@kura/contract/api'
import type { ErrorCode } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import type { ListingState } from '@kura/contract/states'
import { call } from '../api.ts'
import { CallError } from '../call-error.ts'
import { useSession } from '../session/use-session.ts'
import { cacheSettings } from '../swr.ts'
import type { OwnListing } from './listing-item.tsx'
import { statesOf } from './listing-words.ts'
import type { ListingTab } from './listing-words.ts'
import { useRenewed } from './renew-offers.ts'

type Page = ApiOutput<'listOwnListings'>
type Key = readonly ['own-listings', ApiInput<'listOwnListings'>['query'], string]

/** So often what the chain has not recorded yet is looked at, and what somebody may buy. */
const pollMs = { moving: 3000, standing: 15_000 }
const moving: readonly ListingState[] = ['pending', 'ending', 'held']

export type OwnListings = {
  /** All that are shown; undefined until the first of them came. */
  listings: OwnListing[] | undefined
  /** Why there are none. */
  error: ErrorCode | undefined
  hasMore: boolean
  isLoading: boolean
  /** Why there are no more. */
  failure: ErrorCode | undefined
  loadMore: () => void
  retry: () => void
}

/** A part of the own listings, all pages that are shown kept true together: none stays that is over. */
export function useOwnListings(tab: ListingTab): OwnListings {
  const userId = useSession()?.userId
  const settings = {
    ...cacheSettings(),
    revalidateAll: true,
    refreshInterval: (pages: Page[] | undefined) => {
      const all = pages?.flatMap(({ items }) => items) ?? []
      if (tab !== 'on' || all.length === 0) return 0
      return all.some(({ state }) => moving.includes(state)) ? pollMs.moving : pollMs.standing
    },
  } as SWRInfiniteConfiguration<Page, CallError>
  const { data, error, size, setSize, isValidating, mutate } = useSWRInfinite<Page, CallError>(
    (index: number, previous: Page | null): Key | null => {
      const asked = { limit: limits.pageSize, state: statesOf[tab] }
      if (userId === undefined) return null
      if (index === 0) return ['own-listings', asked, userId]
      return previous?.cursor === undefined ? null : ['own-listings', { ...asked, cursor: previous.cursor }, userId]
    },
    async ([, query]: Key) => {
      const result = await call('listOwnListings', { query })
      if (!result.ok) throw new CallError(result.status, result.body)
      return result.data
    },
    settings,
  )
  useRenewed(useCallback(() => mutate(), [mutate]))
  const pages = data?.length ?? 0
  return {
    listings: data?.flatMap(({ items }) => items),
    error: data ? undefined : error?.body.errorCode,
    hasMore: data?.at(-1)?.cursor !== undefined,
    isLoading: size > pages && isValidating,
    failure: size > pages ? error?.body.errorCode : undefined,
    loadMore: () => void setSize(pages + 1),
    retry: () => void mutate(),
  }
}
