import { Link } from 'react-router'
import type { ListingView } from '@kura/contract/market/listing'
import { links } from '../../platform/links.ts'
import { useWords } from '../../words/use-words.ts'
import '../../words/market-words.ts'

/** The seller, linked to their public collection. */
export function SellerLink({ listing: { sellerAddress, sellerName } }: { listing: ListingView }) {
  const { t } = useWords()
  return (
    <Link to={links.profile(sellerAddress)} className="font-medium text-indigo-text underline-offset-4 hover:underline">
      {sellerName || t('market.seller-anonymous')}
    </Link>
  )
}
