import type { OwnListingView } from '@kura/contract/market/listing'
import type { ApiOutput } from '@kura/contract/api'
import { Badge } from '../../ui/chips.tsx'
import { useWords, joinSentences } from '../../words/use-words.ts'
import { noteOf } from './listing-words.ts'
import type { Standing } from './listing-words.ts'
import { useServerNow } from '../../platform/clock.ts'
import { formatDay } from '../../platform/format.ts'
import { links } from '../../platform/links.ts'
import { LinkButton } from '../../ui/button.tsx'
import '../../words/listing-words.ts'

const tones: Partial<Record<Standing, 'strong' | 'attention' | 'gold'>> = {
  open: 'strong',
  held: 'gold',
  delivering: 'gold',
  sold: 'gold',
  ending: 'attention',
  undone: 'attention',
}

/** The state of a listing in a word. */
export function ListingBadge({ standing }: { standing: Standing }) {
  const { t } = useWords()
  return <Badge tone={tones[standing] ?? 'plain'}>{t(`listings.state.${standing}`)}</Badge>
}

type Noted = Pick<OwnListingView, 'state' | 'sale' | 'endReason' | 'withdrawalCause' | 'buyableFrom'>

/**
 * What happens next with a listing of the member, where its money is, or why it ended; nothing when
 * the state says enough.
 */
export function ListingNote({ listing }: { listing: Noted }) {
  const { t, language } = useWords()
  const { state, sale, buyableFrom } = listing
  if (state === 'open') return buyableFrom !== null && <NotYet buyableFrom={buyableFrom} />
  const note = noteOf(listing)
  if (note === undefined) return null
  const day = note.day === undefined ? null : (sale?.[note.day] ?? null)
  const text = t(note.word, { day: day === null ? '' : formatDay(day, language) })
  return <p className="text-14">{note.cause === undefined ? text : joinSentences([t(note.cause), text], language)}</p>
}

const tickMs = 1000

/** For a price far below the others: how long it can still be cancelled before anybody can buy. */
function NotYet({ buyableFrom }: { buyableFrom: string }) {
  const { t } = useWords()
  const now = useServerNow(undefined, tickMs)
  const seconds = now === undefined ? 0 : Math.ceil((Date.parse(buyableFrom) - now) / 1000)
  return seconds > 0 && <p className="tabular text-14">{t('listings.note.not-yet', { seconds })}</p>
}

type Way = NonNullable<ApiOutput<'showSellToken'>['underWay']>

/** A link to the open gift or transfer of the piece, which blocks everything else. */
export function UnderWay({ underWay: { kind, id, state } }: { underWay: Way }) {
  const { t } = useWords()
  return (
    <div className="grid justify-items-start gap-3">
      <Badge tone="strong">{t(kind === 'gift' ? 'token.state.gifting' : 'token.state.moving')}</Badge>
      <p className="text-14">{t(textOf(state))}</p>
      <LinkButton to={kind === 'gift' ? links.giftOf(id) : links.transferOf(id)} look="secondary">
        {t(kind === 'gift' ? 'own.to-gift' : 'own.to-transfer')}
      </LinkButton>
    </div>
  )
}

function textOf(state: Way['state']) {
  if (state === 'open') return 'own.under-way.open'
  if (state === 'ending') return 'own.under-way.ending'
  return 'own.under-way.sent'
}
