import type { ListingView } from '@kura/contract/market/listing'
import { formatYen } from '@kura/contract/money'
import type { ReactNode } from 'react'
import { links } from '../../platform/links.ts'
import { formatMoment, formatSerial } from '../../platform/format.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useWords } from '../../words/use-words.ts'
import { Badge } from '../../ui/chips.tsx'
import { StickyBar } from '../../ui/lead-layout.tsx'
import { SellerLink } from './seller-link.tsx'
import '../../words/market-words.ts'

type BuyLinkProps = {
  listing: ListingView
  /** The visitor, where known. */
  userId: string | undefined
  /** The server's time. */
  nowMs: number
  /** With the price on the button: for a single listing on its own. */
  isMain?: boolean
  /** The weight of the button; only the first of a page is primary. */
  look?: 'primary' | 'secondary'
}

/** Whether a listing can only be bought later: one far below the usual price has a waiting time. */
const isEarly = ({ buyableFrom }: ListingView, nowMs: number): boolean =>
  buyableFrom !== null && Date.parse(buyableFrom) > nowMs

/** The button that buys a listing, or why not yet; nothing for its seller. */
export function BuyLink({ listing, userId, nowMs, isMain = false, look = 'secondary' }: BuyLinkProps) {
  const { t, language } = useWords()
  const { tokenId, serial, price, buyableFrom, sellerUserId } = listing
  if (sellerUserId === userId)
    return isMain ? (
      <p className="text-14 text-ink">{t('market.listing.own')}</p>
    ) : (
      <LinkButton to={links.token(tokenId)} look="quiet" isWide>
        {t('market.manage')}
      </LinkButton>
    )
  if (buyableFrom !== null && isEarly(listing, nowMs))
    return (
      <div className="grid gap-1">
        <p className="tabular text-14 font-medium text-ink">
          {t('market.buyable-from', { moment: formatMoment(buyableFrom, language) })}
        </p>
        {isMain && <p className="text-12 text-sub-text">{t('market.buyable-from-note')}</p>}
      </div>
    )
  if (isMain)
    return (
      <LinkButton to={links.tokenCheckout(tokenId)} look={look} size={look === 'primary' ? 'lg' : 'md'} isWide>
        {t('market.buy-for', { price: formatYen(price) })}
      </LinkButton>
    )
  return (
    <LinkButton
      to={links.tokenCheckout(tokenId)}
      look={look}
      isWide
      aria-label={t('market.buy-serial', { serial: formatSerial(serial), price: formatYen(price) })}
    >
      {t('market.buy')}
    </LinkButton>
  )
}

/** The button that buys a listing at the bottom of a phone, next to the seller. */
export function BuyBar({ listing, children }: { listing: ListingView; children: ReactNode }) {
  const { t } = useWords()
  return (
    <StickyBar>
      <div className="grid w-28 shrink-0 gap-0.5 text-12 leading-label text-sub-text">
        <p>{listing.sellerNotice ? <Badge>{t('market.business')}</Badge> : t('market.seller')}</p>
        <p className="truncate">
          <SellerLink listing={listing} />
        </p>
      </div>
      <div className="min-w-0 grow">{children}</div>
    </StickyBar>
  )
}
