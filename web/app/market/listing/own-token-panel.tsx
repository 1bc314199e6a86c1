import { useId, useRef } from 'react'
import type { ApiOutput } from '@kura/contract/api'
import { formatYen } from '@kura/contract/money'
import { links } from '../../platform/links.ts'
import { useCall } from '../../platform/swr.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { isMoving, movingMs, standingOf, reasonWord } from './listing-words.ts'
import { ListingBadge, ListingNote, UnderWay } from './listing-badge.tsx'
import type { OwnToken } from './own-token-actions.tsx'
import { useCancelListing } from './end-listing.ts'
import '../../words/listing-words.ts'

/** How often a piece is polled that somebody may buy. */
const standingMs = 10_000

/** The actions of a token's holder: sell, give, send, or why not. */
export function OwnTokenPanel({ token }: { token: OwnToken }) {
  const { t } = useWords()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data: control } = useCall('showItemControl', { params: { itemId: token.itemId } })
  const { data: position, error } = useCall(
    'showSellToken',
    { params: { id: token.tokenId } },
    { refreshInterval: (latest) => (isMoving(latest) ? movingMs : standingMs) },
  )
  // it moved a moment ago: the page will show it
  if (error?.body.errorCode === 'FORBIDDEN') return null
  return (
    <section aria-labelledby={id} className="grid gap-3 rounded-card border border-line bg-surface p-5">
      <h2 ref={heading} tabIndex={-1} id={id} className="text-16">
        {t('own.title')}
      </h2>
      {position?.listing ? (
        <Listed listing={position.listing} token={position.token} onGone={() => heading.current?.focus()} />
      ) : position?.underWay ? (
        <UnderWay underWay={position.underWay} />
      ) : position && control ? (
        <Free token={token} control={control} />
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </section>
  )
}

type Control = ApiOutput<'showItemControl'>

function Free({ token: { tokenId }, control }: { token: OwnToken; control: Control }) {
  const { t } = useWords()
  const id = useId()
  const ways = [
    { word: 'own.sell', to: links.sellToken(tokenId), verdict: control.list, look: 'primary' },
    { word: 'own.gift', to: links.giftToken(tokenId), verdict: control.gift, look: 'secondary' },
    { word: 'own.transfer', to: links.transferToken(tokenId), verdict: control.transfer, look: 'secondary' },
  ] as const
  // show the same reason once
  const reasons = [...new Set(ways.map(({ verdict }) => reasonWord(verdict)).filter((word) => word !== undefined))]
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-3 md:grid-cols-1">
        {ways.map(({ word, to, verdict, look }) => {
          const reason = reasonWord(verdict)
          return reason === undefined ? (
            <LinkButton key={word} to={to} look={look} isWide>
              {t(word)}
            </LinkButton>
          ) : (
            <Button key={word} look={look} isWide isWaiting aria-describedby={`${id}-${reasons.indexOf(reason)}`}>
              {t(word)}
            </Button>
          )
        })}
      </div>
      {reasons.map((reason, index) => (
        <p key={reason} id={`${id}-${index}`} className="flex gap-2 text-14">
          <Icon name="info" className="mt-0.5 size-5 shrink-0 text-indigo-text" />
          <span>{t(reason)}</span>
        </p>
      ))}
    </>
  )
}

type Position = ApiOutput<'showSellToken'>
type ListedProps = { listing: NonNullable<Position['listing']>; token: Position['token']; onGone: () => void }

function Listed({ listing, token, onGone }: ListedProps) {
  const { t } = useWords()
  const { isBusy, failure, cancel } = useCancelListing({ ...listing, token }, onGone)
  const standing = standingOf(listing)
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <ListingBadge standing={standing} />
        <span className="tabular text-16 font-semibold text-ink">
          {t(standing === 'delivering' ? 'own.bought' : 'own.listed', { price: formatYen(listing.price) })}
        </span>
      </p>
      <ListingNote listing={listing} />
      {listing.state === 'open' && (
        <>
          <LinkButton to={links.sellToken(token.tokenId)} isWide>
            {t('listings.change')}
          </LinkButton>
          <Button look="danger" isWide isBusy={isBusy} onClick={() => void cancel()}>
            {t('listings.end-one')}
          </Button>
          <FieldError error={failure && t(failure)} />
          <p className="text-12 text-sub-text">{t('own.listed-note')}</p>
        </>
      )}
    </>
  )
}
