import { Link } from 'react-router'
import type { ApiOutput } from '@kura/contract/api'
import { formatYen } from '@kura/contract/money'
import { links } from '../../platform/links.ts'
import { formatMoment } from '../../platform/time.ts'
import { formatSerial } from '../../platform/format-serial.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Badge } from '../../ui/chips.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Picture } from '../../ui/picture.tsx'
import { useWords } from '../../words/use-words.ts'
import { ListingBadge } from './listing-badge.tsx'
import { ListingDetails } from './listing-details.tsx'
import { ListingNote } from './listing-note.tsx'
import { standingOf } from './listing-words.ts'
import { SaleSteps } from './sale-steps.tsx'
import { StatementButton } from './statement-button.tsx'
import { useTakeBack } from './use-take-back.ts'
import '../../words/selling-words.ts'

export type OwnListing = ApiOutput<'listOwnListings'>['items'][number]

/** One own listing: where it stands, what it brings, and what can be done with it. */
export function ListingItem({ listing, onGone }: { listing: OwnListing; onGone: () => void }) {
  const { t, pick } = useWords()
  const { token, state, price, sale } = listing
  const standing = standingOf(listing)
  const piece = { name: pick(token.name), serial: formatSerial(token.serial) }
  return (
    <li className="grid gap-4 rounded-card border border-line bg-surface p-4">
      <div className="flex gap-4">
        <Picture picture={token.picture} alt="" sizes="72px" className="w-18 shrink-0 self-start rounded-field" />
        <div className="grid min-w-0 grow content-start gap-1.5">
          <div className="flex flex-wrap items-center gap-2">
            <ListingBadge standing={standing} />
            {listing.targetUserId !== null && <Badge>{t('listings.only')}</Badge>}
          </div>
          <h3 className="text-14 leading-[1.5]">
            <Link to={links.token(token.tokenId)} className="hover:underline">
              {piece.name} <span className="tabular">{piece.serial}</span>
            </Link>
          </h3>
          <p className="tabular text-20 leading-label font-bold text-ink">{formatYen(price)}</p>
          {standing !== 'undone' && (
            <p className="tabular text-12 text-sub-text">
              {t(state === 'sold' ? 'listings.got' : 'listings.proceeds', { proceeds: formatYen(listing.proceeds) })}
            </p>
          )}
          {standing !== 'delivering' && <When listing={listing} />}
          <ListingNote listing={listing} />
        </div>
      </div>
      <Acts listing={listing} onGone={onGone} />
      {sale && standing !== 'undone' && <SaleSteps sale={sale} piece={piece} />}
      {state !== 'sold' && state !== 'ended' && <ListingDetails listing={listing} onGone={onGone} />}
    </li>
  )
}

function When({ listing: { state, expiresAt, endedAt } }: { listing: OwnListing }) {
  const { t, language } = useWords()
  const isOver = state === 'sold' || state === 'ended'
  if (isOver && endedAt === null) return null
  const text = isOver
    ? t(state === 'sold' ? 'listings.sold-at' : 'listings.ended-at', { at: formatMoment(endedAt ?? '', language) })
    : t('listings.until', { until: formatMoment(expiresAt, language) })
  return <p className="tabular text-12 text-sub-text">{text}</p>
}

function Acts({ listing, onGone }: { listing: OwnListing; onGone: () => void }) {
  const { t, pick } = useWords()
  const { isBusy, failure, takeBack } = useTakeBack(listing, onGone)
  const { token, state } = listing
  const piece = { name: pick(token.name), serial: formatSerial(token.serial) }
  if (state === 'sold')
    return (
      <div className="grid gap-3">
        <StatementButton listingId={listing.listingId} piece={piece} />
        {standingOf(listing) === 'undone' && (
          <StatementButton kind="statement-return" listingId={listing.listingId} piece={piece} />
        )}
      </div>
    )
  if (state === 'ended')
    return (
      <div>
        <LinkButton to={links.sellToken(token.tokenId)} look="secondary">
          {t('listings.again')}
        </LinkButton>
      </div>
    )
  if (state !== 'open') return null
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-3">
        <LinkButton
          to={links.sellToken(token.tokenId)}
          look="secondary"
          aria-label={t('listings.change-of', piece)}
          className="grow sm:grow-0"
        >
          {t('listings.change')}
        </LinkButton>
        <Button
          look="danger"
          isBusy={isBusy}
          aria-label={t('listings.end-one-of', piece)}
          className="grow sm:grow-0"
          onClick={() => void takeBack()}
        >
          {t('listings.end-one')}
        </Button>
      </div>
      <FieldError error={failure && t(failure)} />
    </div>
  )
}
