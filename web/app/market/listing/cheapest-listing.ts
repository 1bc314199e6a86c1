import type { ListingView } from '@kura/contract/market/listing'
import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useSWRConfig } from 'swr'
import type { ApiOutput } from '@kura/contract/api'
import { isAbout, useCall } from '../../platform/swr.ts'

/**
 * Whether a listing's price has consumption tax in it: its seller sells by trade and is registered for invoices. Anyone who sells what is theirs as a
 * private person owes none, so nothing may call that price taxed.
 */
export const isTaxed = ({ sellerNotice }: Pick<ListingView, 'sellerNotice'>): boolean =>
  sellerNotice !== null && sellerNotice.registrationNumber !== ''

/** Where the offers stand on an item's page. */
export const listingsAnchor = 'listings'

/** Whether an offer's time is not over yet, by the server's clock. */
export const isStanding = ({ expiresAt }: Pick<ListingView, 'expiresAt'>, nowMs: number): boolean =>
  Date.parse(expiresAt) > nowMs

type Offers = ApiOutput<'listListings'>

/** How often the cheapest offer is asked for while the page is visible. */
const refreshMs = 10_000

/**
 * The cheapest offer of an item for everybody as it is now, with how many there are: the page brings it, the browser keeps it true.
 * Once it is another one, the rest of the page is read again, too, and what the member may do with it.
 */
export function useCheapest(itemId: string, first: Offers): Offers {
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

const stateOf = ({ total, items }: Offers): string => `${total ?? 0} ${items[0]?.listingId ?? ''}`
