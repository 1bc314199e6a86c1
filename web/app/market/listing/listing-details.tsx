import { useRef, useState } from 'react'
import { formatYen } from '@kura/contract/money'
import { formatSerial } from '../../platform/format-serial.ts'
import { Button } from '../../ui/button.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Fact, Facts } from '../../ui/section.tsx'
import { SigningWait } from '../../identity/wallet/signing-wait.tsx'
import { useMemberWallet } from '../../identity/wallet/use-member-wallet.ts'
import { useReadyWallet } from '../../identity/wallet/use-ready-wallet.ts'
import { WalletFailure } from '../../identity/wallet/wallet-failure.tsx'
import { useWords } from '../../words/use-words.ts'
import { EndQuestion } from './end-question.tsx'
import type { OwnListing } from './listing-item.tsx'
import { standingOf } from './listing-words.ts'
import { useWalletAct } from './use-wallet-act.ts'
import '../../words/selling-words.ts'

type ListingDetailsProps = {
  listing: OwnListing
  /** It is ended, and about to vanish with the focus in it. */
  onGone: () => void
}

/**
 * What a price is made of, what the order is called on chain, and the way to end it there without us. One that is paid for is ended with
 * everything else alone: it would undo a sale.
 */
export function ListingDetails({ listing, onGone }: ListingDetailsProps) {
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
