import { Suspense, lazy } from 'react'
import type { ApiOutput } from '@kura/contract/api'
import type { ListingView } from '@kura/contract/market/listing'
import { useServerNow } from '../../platform/clock.ts'
import { useSession } from '../../platform/session.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Price } from '../../ui/price.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { formatSerial } from '../../platform/format.ts'
import { useWords } from '../../words/use-words.ts'
import { BuyBar, BuyLink } from './buy-link.tsx'
import { isTaxed, isStanding, listingsAnchor } from './cheapest-listing.ts'
import { Badge } from '../../ui/chips.tsx'
import { SellerLink } from './seller-link.tsx'
import '../../words/market-words.ts'

/** For professional sellers only, and collapsed at first. */
const SellerNotice = lazy(() => import('./seller-notice.tsx').then((module) => ({ default: module.SellerNotice })))

type MarketBoxProps = {
  /** The public listings of the item, cheapest first. */
  cheapest: ApiOutput<'listListings'>
  /** When the page was rendered. */
  nowMs: number
  /** Whether it is the main content of the page: on a phone it also sticks to the bottom. */
  isFirst: boolean
}

/**
 * The cheapest listing of an item next to its picture, with a link to all; nothing when there is
 * none.
 */
export function MarketBox({ cheapest: { items, total: count = 0 }, nowMs, isFirst }: MarketBoxProps) {
  const { t } = useWords()
  const now = useServerNow(nowMs, 5000)
  const userId = useSession()?.userId
  const [cheapest] = items
  if (cheapest === undefined || !isStanding(cheapest, now)) return null
  return (
    <section aria-labelledby="market-box" className="grid gap-3 rounded-card border border-line bg-surface p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="market-box" className="text-16">
          {t('market.listings')}
        </h2>
        {count > 0 && <span className="tabular text-12 text-sub-text">{t('market.listed', { count })}</span>}
      </div>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Price yen={cheapest.price} size="lg" isTaxed={isTaxed(cheapest)} />
        <span className="tabular text-14 font-medium text-main">
          {t('market.lowest')} {formatSerial(cheapest.serial)}
        </span>
      </p>
      <SellerLine listing={cheapest} />
      {cheapest.sellerNotice && (
        <Suspense fallback={<Skeleton className="h-11" />}>
          <SellerNotice notice={cheapest.sellerNotice} />
        </Suspense>
      )}
      <BuyLink listing={cheapest} userId={userId} nowMs={now} isMain look={isFirst ? 'primary' : 'secondary'} />
      <LinkButton to={`#${listingsAnchor}`} look="quiet" isWide>
        {t('market.to-listings')}
      </LinkButton>
      {isFirst && (
        <BuyBar listing={cheapest}>
          <BuyLink listing={cheapest} userId={userId} nowMs={now} isMain look="primary" />
        </BuyBar>
      )}
    </section>
  )
}

/** The seller, and whether they are a professional: shown with every buy button. */
function SellerLine({ listing }: { listing: ListingView }) {
  const { t } = useWords()
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-sub-text">
      <span>
        {t('market.seller')} <SellerLink listing={listing} />
      </span>
      {listing.sellerNotice && <Badge>{t('market.business')}</Badge>}
    </p>
  )
}
