import { useSearchParams } from 'react-router'
import { limits } from '@kura/contract/limits'
import type { ListingState } from '@kura/contract/states'
import { call } from '../api.ts'
import { links } from '../links.ts'
import { MemberList } from '../mypage/member-list.tsx'
import { MypageHead } from '../mypage/mypage-head.tsx'
import { useCall } from '../swr.ts'
import { LinkButton } from '../ui/button.tsx'
import { ChipLink, ChipRow } from '../ui/chips.tsx'
import { EmptyState } from '../ui/states.tsx'
import { useHasWallet } from '../wallet/use-link-wallet.ts'
import { useWords } from '../words/use-words.ts'
import { EndByWallet } from './end-by-wallet.tsx'
import { FollowSales } from './follow-sales.tsx'
import { ListingItem } from './listing-item.tsx'
import { asTab, listingTabs, statesOf } from './listing-words.ts'
import type { ListingTab } from './listing-words.ts'
import { TakeBackAll } from './take-back-all.tsx'
import '../words/selling-words.ts'

const limit = limits.pageSize
/** So often what the chain has not recorded yet is looked at, and what somebody may buy. */
const pollMs = { moving: 3000, standing: 15_000 }
const moving: readonly ListingState[] = ['pending', 'ending', 'held']

export default function ListingsScreen() {
  const { t } = useWords()
  const hasWallet = useHasWallet()
  const [query] = useSearchParams()
  const tab = asTab(query.get('tab'))
  const asked = { limit, state: statesOf[tab] }
  const list = useCall(
    'listOwnListings',
    { query: asked },
    {
      refreshInterval: (latest) => {
        if (tab !== 'on' || !latest || latest.items.length === 0) return 0
        return latest.items.some(({ state }) => moving.includes(state)) ? pollMs.moving : pollMs.standing
      },
    },
  )
  const hasOpen = list.data?.items.some(({ state }) => state === 'open') === true
  return (
    <>
      <MypageHead title={t('listings.title')} />
      <ChipRow label={t('listings.tabs')}>
        {listingTabs.map((each) => (
          <ChipLink
            key={each}
            to={each === 'on' ? links.listings : `${links.listings}?tab=${each}`}
            isOn={each === tab}
          >
            {t(`listings.tab.${each}`)}
          </ChipLink>
        ))}
      </ChipRow>
      {tab === 'on' && hasOpen && <TakeBackAll />}
      <MemberList
        key={tab}
        name={`listings ${tab}`}
        list={list}
        loadNext={(cursor) => call('listOwnListings', { query: { ...asked, cursor } })}
        empty={<Empty tab={tab} />}
      >
        {(items) => (
          <ul className="grid items-start gap-4 md:grid-cols-2">
            {items.map((listing) => (
              <ListingItem key={listing.listingId} listing={listing} />
            ))}
          </ul>
        )}
      </MemberList>
      {tab === 'on' && list.data && <FollowSales listings={list.data.items} />}
      {tab === 'on' && hasWallet && <EndByWallet />}
    </>
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
