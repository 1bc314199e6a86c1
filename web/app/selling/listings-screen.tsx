import { useRef } from 'react'
import type { Ref } from 'react'
import { useSearchParams } from 'react-router'
import { links } from '../links.ts'
import { MypageHead } from '../mypage/mypage-head.tsx'
import { LinkButton } from '../ui/button.tsx'
import { ChipLink, ChipRow } from '../ui/chips.tsx'
import { More } from '../ui/more-list.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { useHasWallet } from '../wallet/use-link-wallet.ts'
import { useWords } from '../words/use-words.ts'
import { EndByWallet } from './end-by-wallet.tsx'
import { FollowSales } from './follow-sales.tsx'
import { ListingItem } from './listing-item.tsx'
import { asTab, listingTabs } from './listing-words.ts'
import type { ListingTab } from './listing-words.ts'
import { TakeBackAll } from './take-back-all.tsx'
import { useOwnListings } from './use-own-listings.ts'
import type { OwnListings } from './use-own-listings.ts'
import '../words/selling-words.ts'

export default function ListingsScreen() {
  const { t } = useWords()
  const hasWallet = useHasWallet()
  const [query] = useSearchParams()
  const tab = asTab(query.get('tab'))
  const own = useOwnListings(tab)
  const part = useRef<HTMLElement>(null)
  // whatever was pressed is gone a moment later
  const handleGone = (): void => part.current?.focus({ preventScroll: true })
  return (
    <>
      <MypageHead title={t('listings.title')} />
      <ChipRow label={t('listings.tabs')}>
        {listingTabs.map((each) => (
          <ChipLink key={each} to={hrefOf(each)} isOn={each === tab}>
            {t(`listings.tab.${each}`)}
          </ChipLink>
        ))}
      </ChipRow>
      {tab === 'on' && canEndSome(own) && <TakeBackAll onGone={handleGone} />}
      <Part key={tab} tab={tab} own={own} onGone={handleGone} ref={part} />
      <FollowSales />
      {tab === 'on' && hasWallet && <EndByWallet />}
    </>
  )
}

const hrefOf = (tab: ListingTab): string => (tab === 'on' ? links.listings : `${links.listings}?tab=${tab}`)

/** Whether something is on sale, as far as the pages that are shown tell: there may be more on the next. */
const canEndSome = ({ listings, hasMore }: OwnListings): boolean =>
  hasMore || listings?.some(({ state }) => state === 'open' || state === 'pending') === true

type PartProps = { tab: ListingTab; own: OwnListings; onGone: () => void; ref: Ref<HTMLElement> }

/** One part of the own listings: waiting, failed, empty, or its rows with the way to more. */
function Part({ tab, own, onGone, ref }: PartProps) {
  const { t } = useWords()
  const { listings, error, hasMore, isLoading, failure, loadMore, retry } = own
  return (
    <section ref={ref} tabIndex={-1} aria-label={t(`listings.tab.${tab}`)}>
      {listings ? (
        listings.length === 0 ? (
          <Empty tab={tab} />
        ) : (
          <ul className="grid items-start gap-4 md:grid-cols-2">
            {listings.map((listing) => (
              <ListingItem key={listing.listingId} listing={listing} onGone={onGone} />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorState code={error} onRetry={retry} />
      ) : (
        <Waiting />
      )}
      {listings !== undefined && listings.length > 0 && (
        <More
          shown={listings.length}
          total={undefined}
          isLoading={isLoading}
          failure={failure}
          onMore={loadMore}
          nextHref={hasMore ? hrefOf(tab) : undefined}
        />
      )}
    </section>
  )
}

function Waiting() {
  return (
    <div className="grid gap-3" aria-hidden="true">
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
    </div>
  )
}

/** Says what would be here, and leads to what can be listed. */
function Empty({ tab }: { tab: ListingTab }) {
  const { t } = useWords()
  return (
    <EmptyState title={t(`listings.empty.${tab}`)} text={t(`listings.empty.${tab}-text`)}>
      {tab === 'on' && <LinkButton to={links.collection}>{t('sell.to-collection')}</LinkButton>}
    </EmptyState>
  )
}
