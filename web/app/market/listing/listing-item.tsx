import { Link } from 'react-router'
import type { ApiOutput, ApiInput } from '@kura/contract/api'
import { formatYen } from '@kura/contract/money'
import { useRef, useState } from 'react'
import type { SaleView } from '@kura/contract/market/listing'
import type { ErrorCode } from '@kura/contract/errors'
import { links } from '../../platform/links.ts'
import { formatMoment, formatSerial } from '../../platform/format.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Badge } from '../../ui/chips.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Picture } from '../../ui/picture.tsx'
import { useWords } from '../../words/use-words.ts'
import { ListingBadge, ListingNote } from './listing-badge.tsx'
import { standingOf } from './listing-words.ts'
import { useCancelListing, useWalletAct } from './end-listing.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { Fact, Facts } from '../../ui/section.tsx'
import { SigningWait, WalletFailure } from '../../identity/wallet/signing-note.tsx'
import { useMemberWallet, useReadyWallet } from '../../identity/wallet/use-member-wallet.ts'
import { EndQuestion } from './end-by-wallet.tsx'
import { Steps } from '../../ui/steps.tsx'
import { callFile, saveFile } from '../../platform/call-file.ts'
import { useWork } from '../../platform/use-work.ts'
import '../../words/listing-words.ts'

export type OwnListing = ApiOutput<'listOwnListings'>['items'][number]

/** One listing of the member: its state, its proceeds, and its actions. */
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
  const { isBusy, failure, cancel } = useCancelListing(listing, onGone)
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
          onClick={() => void cancel()}
        >
          {t('listings.end-one')}
        </Button>
      </div>
      <FieldError error={failure && t(failure)} />
    </div>
  )
}

type ListingDetailsProps = {
  listing: OwnListing
  /** It was ended, and is about to disappear with the focus in it. */
  onGone: () => void
}

/**
 * The parts of a price, the order's id on chain, and the button to end it there without us. A paid
 * listing can be ended only together with everything else, because that undoes a sale.
 */
function ListingDetails({ listing, onGone }: ListingDetailsProps) {
  const { t, pick } = useWords()
  const wallet = useMemberWallet()
  const [isOpen, setIsOpen] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const part = useRef<HTMLDetailsElement>(null)
  useReadyWallet(isOpen)
  const { stage, failure, run } = useWalletAct(`ended-${listing.listingId}`)
  const { token, fee, royalty, contentAccessFee, listingId, state } = listing
  const canEnd = state !== 'pending' && standingOf(listing) !== 'delivering'
  const end = async (): Promise<void> => {
    setIsAsked(false)
    const isEnded = await run(() => wallet.cancel([listingId]))
    const { activeElement } = document
    if (isEnded && (activeElement === document.body || part.current?.contains(activeElement))) onGone()
  }
  const piece = { name: pick(token.name), serial: formatSerial(token.serial) }
  return (
    <details
      ref={part}
      className="-mb-2 border-t border-line"
      onToggle={(event) => event.currentTarget.open && setIsOpen(true)}
    >
      <summary className="min-h-11 cursor-pointer py-3 text-14 leading-label text-indigo-text">
        {t('listings.details')}
        <span className="sr-only">: {`${piece.name} ${piece.serial}`}</span>
      </summary>
      <div className="grid gap-4 pb-3">
        <Facts>
          <Fact name={t('listings.fee')}>
            <span className="tabular">{formatYen(fee)}</span>
          </Fact>
          {royalty > 0 && (
            <Fact name={t('listings.royalty')}>
              <span className="tabular">{formatYen(royalty)}</span>
            </Fact>
          )}
          {contentAccessFee > 0 && (
            <Fact name={t('sell.parts.access')}>
              <span className="tabular">{formatYen(contentAccessFee)}</span>
            </Fact>
          )}
          <Fact name={t('listings.order')}>
            <CopyText text={listingId} />
          </Fact>
        </Facts>
        <WalletFailure error={failure} />
        <SigningWait stage={stage} />
        {canEnd && (
          <Button
            look="quiet"
            isBusy={stage !== undefined}
            aria-label={t('listings.own.one-of', piece)}
            onClick={() => setIsAsked(true)}
          >
            {t('listings.own.one')}
          </Button>
        )}
      </div>
      <EndQuestion
        isOpen={isAsked && canEnd}
        title={t('listings.own.one')}
        act="cancel"
        warning={state === 'held' ? t('listings.own.one-held') : undefined}
        can={[t('listings.own.can-one', piece), t('listings.own.can-again')]}
        cannot={[t('listings.own.cannot-move'), t('listings.own.cannot-others'), t('listings.own.cannot-undo')]}
        values={[['orderIds', listingId]]}
        onSign={() => void end()}
        onClose={() => setIsAsked(false)}
      />
    </details>
  )
}

type SaleStepsProps = { sale: SaleView; piece: { name: string; serial: string } }

/**
 * The progress of a sale: paid, handed over, and its proceeds cleared. Expanded while it is under
 * way.
 */
function SaleSteps({ sale, piece }: SaleStepsProps) {
  const { t } = useWords()
  const { startedAt, txId, deliveredAt, settledAt } = sale
  const isOnItsWay = deliveredAt === null
  return (
    <details className="-mb-2 border-t border-line" open={sale.state === 'delivering'}>
      <summary className="min-h-11 cursor-pointer py-3 text-14 leading-label text-indigo-text">
        {t('listings.steps')}
        <span className="sr-only">: {`${piece.name} ${piece.serial}`}</span>
      </summary>
      <div className="pb-3">
        <Steps
          steps={[
            { step: 'paid', at: startedAt, txId: null, name: t('listings.step.paid') },
            { step: 'sending', at: startedAt, txId: isOnItsWay ? txId : null, name: t('listings.step.sending') },
            { step: 'delivered', at: deliveredAt, txId: isOnItsWay ? null : txId, name: t('listings.step.delivered') },
            { step: 'settled', at: settledAt, txId: null, name: t('listings.step.settled') },
          ]}
          next=""
        />
      </div>
    </details>
  )
}

type StatementKind = NonNullable<ApiInput<'showStatement'>['query']['kind']>
type StatementButtonProps = { listingId: string; piece: { name: string; serial: string }; kind?: StatementKind }

/**
 * Downloads the statement of a sold listing as PDF, or the one that reverses it once the sale was
 * undone.
 */
function StatementButton({ listingId, piece, kind = 'statement' }: StatementButtonProps) {
  const { t, language } = useWords()
  const { isBusy, work } = useWork()
  const [failure, setFailure] = useState<ErrorCode>()
  const load = async (): Promise<void> => {
    setFailure(undefined)
    const result = await callFile('showStatement', { params: { listingId }, query: { kind, language } })
    if (result.ok) saveFile(result.data, `${kind}-${listingId}.pdf`)
    else setFailure(result.body.errorCode)
  }
  // the chain may record the sale a moment before our books
  const isEarly = failure === 'NOT_FOUND' || failure === 'ORDER_STATE'
  return (
    <div className="grid gap-2">
      <div>
        <Button
          look="secondary"
          isBusy={isBusy}
          aria-label={t(`listings.${kind}-of`, piece)}
          onClick={() => void work(load)}
        >
          {t(`listings.${kind}`)}
        </Button>
      </div>
      <FieldError error={failure && t(isEarly ? 'listings.no-statement' : `error.${failure}`)} />
    </div>
  )
}
