import type { ReactNode } from 'react'
import type { ListingView } from '@kura/contract/market/listing'
import { Badge } from '../../ui/chips.tsx'
import { StickyBar } from '../../ui/sticky-bar.tsx'
import { useWords } from '../../words/use-words.ts'
import { SellerLink } from './seller-link.tsx'
import '../../words/market-words.ts'

/** The way to buy an offer at the bottom of a phone, beside it whom it would be bought from. */
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
