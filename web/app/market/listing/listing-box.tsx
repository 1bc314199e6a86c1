import type { ApiOutput } from '@kura/contract/api'
import type { ListingView } from '@kura/contract/market/listing'
import { useServerNow } from '../../platform/clock.ts'
import { links } from '../../platform/links.ts'
import { useSession } from '../../platform/session.ts'
import { useCall } from '../../platform/swr.ts'
import { formatMoment } from '../../platform/format.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Badge } from '../../ui/chips.tsx'
import { Price } from '../../ui/price.tsx'
import { useWords } from '../../words/use-words.ts'
import { BuyBar, BuyLink } from './buy-link.tsx'
import { isTaxed, isStanding, listingsAnchor } from './cheapest-listing.ts'
import { SellerLink } from './seller-link.tsx'
import { SellerNotice } from './seller-notice.tsx'
import '../../words/market-words.ts'

const refreshMs = 10_000
const tickMs = 5000

type ListingBoxProps = {
  itemId: string
  tokenId: string
  /** The public listing of this token, as the page brought it. */
  first: ApiOutput<'listListings'>
  /** When the page was rendered. */
  nowMs: number
}

/**
 * The listing of one piece with its price, its seller and the buy button, polled while it is
 * visible.
 */
export function ListingBox({ itemId, tokenId, first, nowMs }: ListingBoxProps) {
  const { t } = useWords()
  const isMember = useSession() !== undefined
  const now = useServerNow(nowMs, tickMs)
  const { data = first } = useCall(
    'listListings',
    { params: { itemId }, query: { tokenId, ...(isMember ? { getLimited: 'true' } : {}) } },
    { fallbackData: first, refreshInterval: refreshMs, refreshWhenHidden: false, revalidateOnMount: true },
  )
  const [listing] = data.items
  const isForSale = listing !== undefined && isStanding(listing, now)
  return (
    <div className="grid gap-3 rounded-card border border-line bg-surface p-5">
      {/* stays in its place, so that a listing that goes is shown */}
      <p role="status" className="text-14 empty:absolute">
        {!isForSale && t('market.listing.none')}
      </p>
      {isForSale ? (
        <Terms listing={listing} nowMs={now} />
      ) : (
        <LinkButton to={`${links.item(itemId)}#${listingsAnchor}`} look="secondary" isWide>
          {t('market.listing.others')}
        </LinkButton>
      )}
    </div>
  )
}

function Terms({ listing, nowMs }: { listing: ListingView; nowMs: number }) {
  const { t, language } = useWords()
  const userId = useSession()?.userId
  const { price, expiresAt, targetUserId, sellerNotice, sellerUserId } = listing
  const isOwn = sellerUserId === userId
  const buy = <BuyLink listing={listing} userId={userId} nowMs={nowMs} isMain look="primary" />
  return (
    <section aria-labelledby="listing-title" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="listing-title" className="text-16">
          {t('market.listing')}
        </h2>
        {targetUserId !== null && <Badge tone="strong">{t('market.for-you')}</Badge>}
      </div>
      <Price yen={price} size="lg" isTaxed={isTaxed(listing)} />
      <dl className="grid gap-1 text-14">
        <div className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-sub-text">{t('market.seller')}</dt>
          <dd>
            <SellerLink listing={listing} />
          </dd>
        </div>
        <div className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-sub-text">{t('market.term')}</dt>
          <dd className="tabular text-ink">{t('market.until', { moment: formatMoment(expiresAt, language) })}</dd>
        </div>
      </dl>
      {sellerNotice && <SellerNotice notice={sellerNotice} isOpen />}
      {isOwn ? (
        buy
      ) : (
        <>
          <div className="hidden md:block">{buy}</div>
          <p className="text-12 text-sub-text">{t('market.buy-note')}</p>
          <BuyBar listing={listing}>{buy}</BuyBar>
        </>
      )}
    </section>
  )
}
