import type { ListingView } from '@kura/contract/market/listing'
import { links } from '../../platform/links.ts'
import { formatMoment } from '../../platform/time.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import type { OfferBar } from './offer-bar.ts'
import { OtherOffers } from '../../checkout/purchase/checkout-problem.tsx'
import '../../words/trade-words.ts'

type OfferClosedProps = { bar: OfferBar; listing: ListingView | undefined; tokenId: string }

/** In the place of the checkout of an offer that this member cannot buy now: why, and the way on. */
export function OfferClosed({ bar, listing, tokenId }: OfferClosedProps) {
  const { t, language } = useWords()
  const from = listing?.buyableFrom
  return (
    <EmptyState
      icon={bar === 'not-yet' ? 'clock' : 'vault'}
      title={t(`trade.closed.${bar}`)}
      text={t(`trade.closed.${bar}-text`, { time: from ? formatMoment(from, language) : '' })}
    >
      <LinkButton to={links.token(tokenId)} look="secondary">
        {t('trade.to-token')}
      </LinkButton>
      {bar === 'own' && <LinkButton to={links.listings}>{t('trade.to-listings')}</LinkButton>}
      {bar === 'gone' && <OtherOffers />}
    </EmptyState>
  )
}
