import type { OwnListingView } from '@kura/contract/listing'
import type { ListingState } from '@kura/contract/states'
import type { WordKey } from '../words/word-key.ts'
import '../words/selling-words.ts'

export const listingTabs = ['on', 'sold', 'over'] as const
export type ListingTab = (typeof listingTabs)[number]

/** The states that a part of the list shows. What was never signed, or came to nothing, is in none. */
export const statesOf: Record<ListingTab, ListingState[]> = {
  on: ['pending', 'open', 'held', 'ending'],
  sold: ['sold'],
  over: ['ended'],
}

/** The part of the list that an address names. */
export const asTab = (text: string | null): ListingTab => listingTabs.find((tab) => tab === text) ?? 'on'

/** What a seller is told of a listing beyond its state: what happens next, or why it ended. */
export function noteOf({ state, endReason }: Pick<OwnListingView, 'state' | 'endReason'>): WordKey | undefined {
  if (state === 'ended') return endReason === null ? undefined : `listings.end.${endReason}`
  return state === 'pending' || state === 'held' || state === 'ending' ? `listings.note.${state}` : undefined
}
