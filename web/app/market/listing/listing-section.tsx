import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import type { ApiInput, ApiOutput } from '@kura/contract/api'
import type { ListingView } from '@kura/contract/market/listing'
import { formatYen } from '@kura/contract/money'
import { useServerNow } from '../../platform/clock.ts'
import { useSession } from '../../platform/session.ts'
import { LinkButton } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useLiveList } from '../../platform/use-live-list.ts'
import type { LiveList } from '../../platform/use-live-list.ts'
import { useWords } from '../../words/use-words.ts'
import { ListingFilterForm } from './listing-filter-form.tsx'
import { areListingsNarrowed, listingsHref } from './listing-filters.ts'
import type { ListingFilters } from './listing-filters.ts'
import { isStanding, listingsAnchor, isTaxed } from './cheapest-listing.ts'
import { call } from '../../platform/api.ts'
import { links } from '../../platform/links.ts'
import { formatDay, formatSerial } from '../../platform/format.ts'
import { Badge } from '../../ui/chips.tsx'
import { Price } from '../../ui/price.tsx'
import { BuyLink } from './buy-link.tsx'
import { SellerLink } from './seller-link.tsx'
import { SellerNotice } from './seller-notice.tsx'
import '../../words/market-words.ts'

const tickMs = 5000

type ListingSectionProps = {
  itemId: string
  filters: ListingFilters
  /** The API query of the address, and its first page. */
  query: ApiInput<'listListings'>['query']
  first: ApiOutput<'listListings'>
  bounds: { min: number; max: number } | null
  /** When the page was rendered. */
  nowMs: number
}

/** All listings of an item, sorted and filtered by the address. */
export function ListingSection({ itemId, filters, query, first, bounds, nowMs }: ListingSectionProps) {
  const { t } = useWords()
  const listings = useListings(itemId, query, first, filters.isLimited)
  const now = useServerNow(nowMs, tickMs)
  const userId = useSession()?.userId
  const shown = listings.items.filter((listing) => isStanding(listing, now))
  const isNarrowed = areListingsNarrowed(filters, userId !== undefined)
  return (
    <section id={listingsAnchor} aria-labelledby="listings-title" className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="listings-title" className="text-20 md:text-24">
          {t('market.listings')}
        </h2>
        {bounds && (
          <p className="tabular text-14 text-main">
            {bounds.min === bounds.max
              ? formatYen(bounds.min)
              : t('market.bounds', { min: formatYen(bounds.min), max: formatYen(bounds.max) })}
          </p>
        )}
      </div>
      {shown.length > 0 && <p className="text-12 text-sub-text">{t('market.listings-lead')}</p>}
      {(shown.length > 1 || isNarrowed) && <ListingFilterForm itemId={itemId} filters={filters} />}
      <Count listings={listings} shown={shown.length} />
      {query?.cursor !== undefined && (
        <p>
          <LinkButton to={listingsHref(itemId, filters)} preventScrollReset look="secondary">
            {t('market.from-start')}
          </LinkButton>
        </p>
      )}
      {shown.length === 0 ? (
        <NoListings itemId={itemId} isNarrowed={isNarrowed} />
      ) : (
        <div>
          <ul className="divide-y divide-line border-y border-line">
            {shown.map((listing) => (
              <li key={listing.listingId}>
                <ListingRow listing={listing} userId={userId} nowMs={now} />
              </li>
            ))}
          </ul>
          <MoreListings itemId={itemId} filters={filters} listings={listings} />
        </div>
      )}
    </section>
  )
}

function NoListings({ itemId, isNarrowed }: { itemId: string; isNarrowed: boolean }) {
  const { t } = useWords()
  if (!isNarrowed)
    return <EmptyState title={t('market.no-listings.title')} text={t('market.no-listings.text')} icon="item" />
  return (
    <EmptyState title={t('market.no-match.title')} text={t('market.no-match.text')} icon="search">
      <LinkButton to={listingsHref(itemId, {})} preventScrollReset look="secondary">
        {t('market.clear')}
      </LinkButton>
    </EmptyState>
  )
}

type MoreListingsProps = Pick<ListingSectionProps, 'itemId' | 'filters'> & { listings: LiveList<ListingView> }

function MoreListings({ itemId, filters, listings }: MoreListingsProps) {
  const { t } = useWords()
  if (!listings.hasMore) return null
  const handleClick = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    listings.loadMore()
  }
  return (
    <div className="grid justify-items-center gap-3 pt-6">
      <FieldError error={listings.failure && t(`error.${listings.failure}`)} />
      <Link
        to={listingsHref(itemId, filters, listings.nextCursor)}
        onClick={handleClick}
        aria-busy={listings.isLoading || undefined}
        className="inline-flex min-h-13 min-w-60 items-center justify-center rounded-field border border-line-strong bg-surface px-6 text-16 font-semibold text-ink transition-colors hover:bg-ground"
      >
        {t(listings.isLoading ? 'list.loading' : 'list.more')}
      </Link>
    </div>
  )
}

/** The number of listings, announced when it changes. */
function Count({ listings, shown }: { listings: LiveList<ListingView>; shown: number }) {
  const { t } = useWords()
  const { hasMore, total } = listings
  return (
    <p role="status" className="tabular text-14 text-sub-text">
      {shown > 0 &&
        (hasMore && total !== undefined
          ? t('list.shown', { shown, total: Math.max(total, shown) })
          : t(hasMore ? 'market.shown' : 'market.listed', { count: shown }))}
    </p>
  )
}

/** How often the listings are polled while they are visible. */
const refreshMs = 10_000

/**
 * The current listings of an item, so that none stays that can no longer be bought. `isLimited`
 * includes those for the member alone.
 */
function useListings(
  itemId: string,
  query: ApiInput<'listListings'>['query'],
  first: ApiOutput<'listListings'>,
  isLimited: boolean,
): LiveList<ListingView> {
  const userId = useSession()?.userId ?? ''
  const asked = { ...query, ...(isLimited && userId !== '' ? { getLimited: 'true' } : {}) }
  return useLiveList({
    key: ['listListings', itemId, asked, userId],
    first,
    load: (cursor) =>
      call('listListings', { params: { itemId }, query: cursor === undefined ? asked : { ...asked, cursor } }),
    refreshMs,
  })
}

type ListingRowProps = {
  listing: ListingView
  /** The visitor, where known. */
  userId: string | undefined
  /** The server's time. */
  nowMs: number
}

/** One listing of an item: the piece, its seller and its price. */
function ListingRow({ listing, userId, nowMs }: ListingRowProps) {
  const { t, language } = useWords()
  const { tokenId, serial, price, openedAt, sellerNotice } = listing
  return (
    <article
      aria-label={`${formatSerial(serial)} ${formatYen(price)}`}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 py-4 sm:grid-cols-[104px_minmax(0,1fr)_auto_152px]"
    >
      <h3 className="text-20 leading-label">
        <Link
          to={links.token(tokenId)}
          aria-label={t('market.see-token', { serial: formatSerial(serial) })}
          className="tabular inline-flex min-h-11 items-center font-bold hover:underline"
        >
          {formatSerial(serial)}
        </Link>
      </h3>
      <div className="col-span-2 row-start-2 grid gap-1 text-12 text-sub-text sm:col-span-1 sm:row-start-auto">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badges listing={listing} userId={userId} />
          <span>
            {t('market.seller')} <SellerLink listing={listing} />
          </span>
          {openedAt !== null && (
            <span className="tabular whitespace-nowrap">
              {t('market.opened', { day: formatDay(openedAt, language) })}
            </span>
          )}
        </p>
        {sellerNotice && <SellerNotice notice={sellerNotice} />}
      </div>
      <p className="text-right">
        <Price yen={price} isTaxed={isTaxed(listing)} />
      </p>
      <div className="col-span-2 sm:col-span-1">
        <BuyLink listing={listing} userId={userId} nowMs={nowMs} />
      </div>
    </article>
  )
}

function Badges({ listing, userId }: Pick<ListingRowProps, 'listing' | 'userId'>) {
  const { t } = useWords()
  return (
    <>
      {listing.sellerUserId === userId && <Badge>{t('market.yours')}</Badge>}
      {listing.targetUserId !== null && listing.targetUserId === userId && (
        <Badge tone="strong">{t('market.for-you')}</Badge>
      )}
      {listing.sellerNotice && <Badge>{t('market.business')}</Badge>}
    </>
  )
}
