import type { OwnListingView } from '@kura/contract/market/listing'
import type { ListingState } from '@kura/contract/states'
import type { ApiOutput } from '@kura/contract/api'
import type { WordKey } from '../../words/word-key.ts'
import '../../words/listing-words.ts'

export const listingTabs = ['on', 'sold', 'over'] as const
export type ListingTab = (typeof listingTabs)[number]

/** The states in each tab of the list. Listings that were never signed, or failed, are in none. */
export const statesOf: Record<ListingTab, ListingState[]> = {
  on: ['pending', 'open', 'held', 'ending'],
  sold: ['sold'],
  over: ['ended'],
}

/** The tab that an address names. */
export const asTab = (text: string | null): ListingTab => listingTabs.find((tab) => tab === text) ?? 'on'

type Where = Pick<OwnListingView, 'state' | 'sale'>

/**
 * The state of a listing for its seller: a held one is being paid for or already paid, and a sold
 * one may have been refunded.
 */
export type Standing = ListingState | 'delivering' | 'undone'
export function standingOf({ state, sale }: Where): Standing {
  if (state === 'held' && sale?.state === 'delivering') return 'delivering'
  return state === 'sold' && sale?.state === 'undone' ? 'undone' : state
}

/** The date in a note. */
type NoteDay = 'clearsAt' | 'settledAt'
/** The note, and before it a separate cause, if any. */
export type ListingNote = { word: WordKey; day?: NoteDay; cause?: WordKey }

/**
 * The note for a seller beyond the state: what happens next, where the money is, or why it ended.
 */
export function noteOf(
  listing: Where & Pick<OwnListingView, 'endReason' | 'withdrawalCause'>,
): ListingNote | undefined {
  const { endReason, withdrawalCause, sale } = listing
  const standing = standingOf(listing)
  const cause = withdrawalCause === null ? undefined : (`listings.withdrawn.${withdrawalCause}` as const)
  if (standing === 'ended' && endReason === 'agent' && cause) return { word: cause }
  if (standing === 'ended') return endReason === null ? undefined : { word: `listings.end.${endReason}` }
  if (standing === 'sold') return sale === null ? undefined : moneyNotes[sale.state]
  if (standing === 'ending' && cause) return { ...ending, cause }
  return notes[standing]
}

const ending: ListingNote = { word: 'listings.note.ending' }
const notes: Partial<Record<Standing, ListingNote>> = {
  pending: { word: 'listings.note.pending' },
  held: { word: 'listings.note.held' },
  delivering: { word: 'listings.note.delivering' },
  ending,
  undone: { word: 'listings.note.undone' },
}
type SaleState = NonNullable<OwnListingView['sale']>['state']
const moneyNotes: Partial<Record<SaleState, ListingNote>> = {
  delivered: { word: 'listings.note.resting', day: 'clearsAt' },
  settled: { word: 'listings.note.settled', day: 'settledAt' },
}

type Verdict = ApiOutput<'showItemControl'>['list']
type Reason = NonNullable<Verdict['reason']>

/**
 * Why the holder of a token cannot do something with it, in words; undefined when nothing prevents
 * it. The verdict covers all tokens of the item: that one is listed or given says nothing about
 * this token, which has its own state. Changed terms are asked for later.
 */
export function reasonWord({ isAllowed, reason }: Verdict): WordKey | undefined {
  return isAllowed || reason === null ? undefined : words[reason]
}

const words: Record<Reason, WordKey | undefined> = {
  'signed-out': 'own.why.signed-out',
  'wallet-required': 'own.why.wallet-required',
  'not-owned': 'own.why.not-owned',
  'sales-paused': 'own.why.sales-paused',
  'seller-notice-missing': 'own.why.seller-notice-missing',
  'terms-outdated': undefined,
  'listed-already': undefined,
  'offered-as-gift': undefined,
  // concerns buying only
  'not-listed': 'own.why.other',
  'own-listing': 'own.why.other',
  'not-yet': 'own.why.other',
  'wallet-changing': 'own.why.other',
}

type Position = Pick<ApiOutput<'showSellToken'>, 'listing' | 'underWay'>

/** How often a piece is polled while something that ends on its own is under way with it. */
export const movingMs = 3000

/**
 * Whether something that ends without its holder is under way with a piece: a payment, a
 * cancellation, a gift or a transfer.
 */
export const isMoving = (position: Position | undefined): boolean =>
  position !== undefined &&
  (position.underWay !== null || position.listing?.state === 'held' || position.listing?.state === 'ending')
