import type { ListingView } from '@kura/contract/market/listing'
import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useSWRConfig } from 'swr'
import type { ApiOutput } from '@kura/contract/api'
import { isAbout, useCall } from '../../platform/swr.ts'

/**
 * Whether a listing's price includes consumption tax: its seller is a professional registered for
 * invoices. A private person owes none, so their price must not be called taxed.
 */
export const isTaxed = ({ sellerNotice }: Pick<ListingView, 'sellerNotice'>): boolean =>
  sellerNotice !== null && sellerNotice.registrationNumber !== ''

/** The anchor of the listings on an item's page. */
export const listingsAnchor = 'listings'

/** Whether a listing has not expired yet, by the server's clock. */
export const isStanding = ({ expiresAt }: Pick<ListingView, 'expiresAt'>, nowMs: number): boolean =>
  Date.parse(expiresAt) > nowMs

type Listings = ApiOutput<'listListings'>

/** How often the cheapest listing is polled while the page is visible. */
const refreshMs = 10_000

/**
 * The cheapest public listing of an item and their count: the page brings it, the browser polls it.
 * When it changes, the rest of the page and the member's options are read again, too.
 */
export function useCheapest(itemId: string, first: Listings): Listings {
  const { revalidate } = useRevalidator()
  const { mutate } = useSWRConfig()
  const { data = first } = useCall(
    'listListings',
    { params: { itemId }, query: { limit: 1 } },
    { fallbackData: first, refreshInterval: refreshMs, refreshWhenHidden: false, revalidateOnMount: true },
  )
  const state = stateOf(data)
  const known = useRef(stateOf(first))
  useEffect(() => {
    if (state === known.current) return
    known.current = state
    void revalidate()
    void mutate(isAbout(['showItemControl']))
  }, [state, revalidate, mutate])
  return data
}

const stateOf = ({ total, items }: Listings): string => `${total ?? 0} ${items[0]?.listingId ?? ''}`
