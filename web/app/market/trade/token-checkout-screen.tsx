import type { ListingView } from '@kura/contract/market/listing'
import type { TokenView } from '@kura/contract/market/token'
import type { Route } from './+types/token-checkout-screen.ts'
import { links } from '../../platform/links.ts'
import { isTaxed } from '../listing/cheapest-listing.ts'
import { SellerNotice } from '../listing/seller-notice.tsx'
import { MemberOnly } from '../../identity/member/member-only.tsx'
import { orThrow, pageApi } from '../../platform/page-data.ts'
import { formatSerial, formatMoment } from '../../platform/format.ts'
import { ErrorState, Skeleton, EmptyState } from '../../ui/states.tsx'
import { GatePlace, WalletNeeded } from '../../identity/wallet/wallet-needed.tsx'
import { useGate } from '../../identity/wallet/use-link-wallet.ts'
import { useWords } from '../../words/use-words.ts'
import { BoughtSummary } from '../../ui/bought-summary.tsx'
import { checkoutSearch } from '../../checkout/purchase/use-purchase.ts'
import { Checkout } from '../../checkout/purchase/checkout.tsx'
import type { SellableToken } from '../../checkout/purchase/sellable.ts'
import { useListing } from './use-listing.ts'
import type { Listed, ListingBar } from './use-listing.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ReadingPage, useTokenTrail } from '../../ui/reading-page.tsx'
import { OtherListings } from '../../checkout/purchase/checkout-problem.tsx'
import '../../words/checkout-words.ts'
import '../../words/trade-words.ts'

export const handle = { search: checkoutSearch }

/** Not cached: a token changes hands on chain, and the browser reads its listing as its member. */
export async function loader({ context, params }: Route.LoaderArgs) {
  return { token: orThrow(await pageApi(context)('showToken', { params: { tokenId: params.tokenId } })) }
}

export { isAnotherPage as shouldRevalidate } from '../../platform/page-data.ts'

export default function TokenCheckoutScreen({ loaderData: { token } }: Route.ComponentProps) {
  const { t } = useWords()
  const trail = useTokenTrail(token)
  const listed = useListing(token.refId)
  return (
    <ReadingPage title={t('checkout.title')} trail={trail}>
      <section aria-label={t('trade.piece')} className="grid gap-3">
        <BoughtSummary
          bought={{
            name: token.name,
            picture: token.picture,
            priceYen: listed.status === 'known' ? (listed.listing?.price ?? null) : undefined,
            isTaxed: listed.status === 'known' && !!listed.listing && isTaxed(listed.listing),
            note: t('trade.serial', { serial: formatSerial(token.serial), size: token.editionSize }),
          }}
        />
        {listed.status === 'known' && listed.listing && <SellerPart listing={listed.listing} />}
      </section>
      <MemberOnly>
        <Gate key={token.tokenId} token={token} listed={listed} />
      </MemberOnly>
    </ReadingPage>
  )
}

/**
 * What buying requires, in order: a listing for this member, then a linked wallet with its vault.
 */
function Gate({ token: { refId, tokenId }, listed }: { token: TokenView; listed: Listed }) {
  const gate = useGate()
  if (listed.status === 'failed') return <ErrorState code={listed.code} onRetry={listed.retry} />
  if (listed.status === 'waiting') return <Skeleton className="h-60 w-full" />
  const { listing, bar } = listed
  const closed = bar && <ListingClosed bar={bar} listing={listing} tokenId={tokenId} />
  return (
    <GatePlace isOpen={gate === 'open'}>
      {gate === 'open' ? (
        // an order of the member may be open although nothing is listed any more
        <Checkout
          subject={{ kind: 'token', refId, tokenId }}
          sellable={listing && !bar ? sellableOf(listing) : undefined}
          closed={closed}
        />
      ) : (
        (closed ?? <WalletNeeded isVaultMissing={gate === 'create-collection'} goesOn="checkout" isAskedAtOnce />)
      )}
    </GatePlace>
  )
}

/** The seller, and whether the listing is for this member alone. */
function SellerPart({ listing: { sellerName, sellerNotice, targetUserId } }: { listing: ListingView }) {
  const { t } = useWords()
  return (
    <div className="grid gap-2 text-14">
      <p>{sellerName === '' ? t('trade.seller-nameless') : t('trade.seller', { name: sellerName })}</p>
      {targetUserId !== null && <p className="text-ink">{t('trade.for-you')}</p>}
      {sellerNotice && <SellerNotice notice={sellerNotice} isOpen />}
    </div>
  )
}

/** A token as the subject of a checkout. */
const sellableOf = (listing: ListingView): SellableToken => ({
  kind: 'token',
  refId: listing.tokenRefId,
  tokenId: listing.tokenId,
  priceYen: listing.price,
  contentAccessFee: listing.contentAccessFee,
  serial: listing.serial,
  sellerName: listing.sellerName,
  expiresAt: listing.expiresAt,
  isTaxed: isTaxed(listing),
})

type ListingClosedProps = { bar: ListingBar; listing: ListingView | undefined; tokenId: string }

/** Replaces the checkout of a listing that this member cannot buy now: why, and what to do next. */
function ListingClosed({ bar, listing, tokenId }: ListingClosedProps) {
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
      {bar === 'gone' && <OtherListings />}
    </EmptyState>
  )
}
