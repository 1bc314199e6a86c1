import { Link } from 'react-router'
import type { ListingView } from '@kura/contract/market/listing'
import { formatYen } from '@kura/contract/money'
import { links } from '../../platform/links.ts'
import { formatDay } from '../../platform/time.ts'
import { formatSerial } from '../../platform/format-serial.ts'
import { Badge } from '../../ui/chips.tsx'
import { Price } from '../../ui/price.tsx'
import { useWords } from '../../words/use-words.ts'
import { BuyLink } from './buy-link.tsx'
import { isTaxed } from './on-sale.ts'
import { SellerLink } from './seller-link.tsx'
import { SellerNotice } from './seller-notice.tsx'
import '../../words/market-words.ts'

type ListingRowProps = {
  listing: ListingView
  /** The visitor, where known. */
  userId: string | undefined
  /** The server's time. */
  nowMs: number
}

/** One offer in the list of an item's: which piece, by whom, for how much. */
export function ListingRow({ listing, userId, nowMs }: ListingRowProps) {
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
