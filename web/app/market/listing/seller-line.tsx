import type { ListingView } from '@kura/contract/market/listing'
import { Badge } from '../../ui/chips.tsx'
import { useWords } from '../../words/use-words.ts'
import { SellerLink } from './seller-link.tsx'
import '../../words/market-words.ts'

/** From whom it would be bought, and whether they sell by trade: with every button that buys. */
export function SellerLine({ listing }: { listing: ListingView }) {
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
