import type { OwnListingView } from '@kura/contract/market/listing'
import { useServerNow } from '../../platform/clock.ts'
import { formatDay } from '../../platform/time.ts'
import { joinSentences } from '../../words/join-sentences.ts'
import { useWords } from '../../words/use-words.ts'
import { noteOf } from './listing-words.ts'
import '../../words/selling-words.ts'

type Noted = Pick<OwnListingView, 'state' | 'sale' | 'endReason' | 'takenBack' | 'buyableFrom'>

/** What happens next with an own listing, where its money is, or why it ended; nothing where the state says it all. */
export function ListingNote({ listing }: { listing: Noted }) {
  const { t, language } = useWords()
  const { state, sale, buyableFrom } = listing
  if (state === 'open') return buyableFrom !== null && <NotYet buyableFrom={buyableFrom} />
  const note = noteOf(listing)
  if (note === undefined) return null
  const day = note.day === undefined ? null : (sale?.[note.day] ?? null)
  const told = t(note.word, { day: day === null ? '' : formatDay(day, language) })
  return <p className="text-14">{note.cause === undefined ? told : joinSentences([t(note.cause), told], language)}</p>
}

const tickMs = 1000

/** Of a price far below the others: so long it can still be taken back before anybody buys. */
function NotYet({ buyableFrom }: { buyableFrom: string }) {
  const { t } = useWords()
  const now = useServerNow(undefined, tickMs)
  const seconds = now === undefined ? 0 : Math.ceil((Date.parse(buyableFrom) - now) / 1000)
  return seconds > 0 && <p className="tabular text-14">{t('listings.note.not-yet', { seconds })}</p>
}
