import { useRef, useState, useEffect } from 'react'
import type { ApiOutput } from '@kura/contract/api'
import { limits } from '@kura/contract/limits'
import type { ListingState } from '@kura/contract/states'
import { useSWRConfig } from 'swr'
import type { ErrorCode } from '@kura/contract/errors'
import type { TokenCardView } from '@kura/contract/market/token'
import { call } from '../../platform/api.ts'
import { links } from '../../platform/links.ts'
import { MemberList } from '../../identity/member/member-list.tsx'
import { MypageHead } from '../../identity/member/member-only.tsx'
import { declareSearch, useSearch } from '../../ui/page-search.ts'
import type { PageHandle } from '../../ui/page-search.ts'
import { useCall } from '../../platform/swr.ts'
import { LinkButton, Button } from '../../ui/button.tsx'
import { ChipLink, ChipRow } from '../../ui/chips.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useHasWallet } from '../../identity/wallet/use-link-wallet.ts'
import { useWords } from '../../words/use-words.ts'
import { EndByWallet } from './end-by-wallet.tsx'
import { ListingItem } from './listing-item.tsx'
import type { OwnListing } from './listing-item.tsx'
import { asTab, listingTabs, statesOf } from './listing-words.ts'
import type { ListingTab } from './listing-words.ts'
import { useWork } from '../../platform/use-work.ts'
import { dialogs } from '../../ui/dialog-queue.ts'
import { FieldError } from '../../ui/field.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { renewListings } from './end-listing.ts'
import { sales, useSaleOrder } from './sale-order.ts'
import '../../words/listing-words.ts'

/** How often listings are polled that the chain has not recorded yet or that somebody may buy. */
const pollMs = { moving: 3000, standing: 15_000 }
const moving: readonly ListingState[] = ['pending', 'ending', 'held']

/** How often a tab of the list is polled. */
const pollMsOf = (tab: ListingTab, listings: readonly OwnListing[]): number => {
  if (tab !== 'on' || listings.length === 0) return 0
  return listings.some(({ state }) => moving.includes(state)) ? pollMs.moving : pollMs.standing
}

const search = declareSearch({ tab: 'browser' })
export const handle = { search, title: 'listings.title' } satisfies PageHandle

export default function ListingsScreen() {
  const { t } = useWords()
  const hasWallet = useHasWallet()
  const query = useSearch(search)
  const tab = asTab(query.get('tab'))
  const asked = { limit: limits.pageSize, state: statesOf[tab] }
  const list = useCall(
    'listOwnListings',
    { query: asked },
    { refreshInterval: (latest) => pollMsOf(tab, latest?.items ?? []) },
  )
  const part = useRef<HTMLElement>(null)
  // the pressed button disappears a moment later
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
      {tab === 'on' && canEndSome(list.data) && <CancelAll onGone={handleGone} />}
      <section key={tab} ref={part} tabIndex={-1} aria-label={t(`listings.tab.${tab}`)}>
        <MemberList
          name={`own-listings ${tab}`}
          list={list}
          refreshMs={(listings) => pollMsOf(tab, listings)}
          loadNext={(cursor) => call('listOwnListings', { query: { ...asked, cursor } })}
          empty={<Empty tab={tab} />}
        >
          {(listings) => (
            <ul className="grid items-start gap-4 md:grid-cols-2">
              {listings.map((listing) => (
                <ListingItem key={listing.listingId} listing={listing} onGone={handleGone} />
              ))}
            </ul>
          )}
        </MemberList>
      </section>
      <FollowSales />
      {tab === 'on' && hasWallet && <EndByWallet />}
    </>
  )
}

const hrefOf = (tab: ListingTab): string => (tab === 'on' ? links.listings : `${links.listings}?tab=${tab}`)

/** Whether something is on sale, as far as the first page shows: there may be more on the next. */
const canEndSome = (first: ApiOutput<'listOwnListings'> | undefined): boolean =>
  first?.cursor !== undefined || first?.items.some(({ state }) => state === 'open' || state === 'pending') === true

/** The empty state, with a link to pieces that can be listed. */
function Empty({ tab }: { tab: ListingTab }) {
  const { t } = useWords()
  return (
    <EmptyState title={t(`listings.empty.${tab}`)} text={t(`listings.empty.${tab}-text`)}>
      {tab === 'on' && <LinkButton to={links.collection}>{t('sell.to-collection')}</LinkButton>}
    </EmptyState>
  )
}

/** Cancels all listings after a confirmation. `onGone` is called before the button disappears. */
function CancelAll({ onGone }: { onGone: () => void }) {
  const { t } = useWords()
  const { mutate } = useSWRConfig()
  const { isBusy, work } = useWork()
  const [failure, setFailure] = useState<ErrorCode>()

  const handlePress = async (): Promise<void> => {
    const question = { description: t('listings.end-all.question'), confirmTitle: t('listings.end-all') }
    if (await dialogs.confirm(question)) await work(cancel)
  }
  const cancel = async (): Promise<void> => {
    setFailure(undefined)
    const result = await call('endAllListings', {})
    if (result.ok) onGone()
    await renewListings(mutate)
    if (!result.ok) return setFailure(result.body.errorCode)
    const { ending, held } = result.data
    toasts.show({
      id: 'cancelled-all',
      status: 'success',
      title: ending === 0 ? t('listings.end-all.none') : t('listings.end-all.done', { count: ending }),
      description: held === 0 ? undefined : t('listings.end-all.held', { count: held }),
    })
  }
  return (
    <div className="grid justify-items-start gap-2">
      <Button look="danger" isBusy={isBusy} onClick={() => void handlePress()}>
        {t('listings.end-all')}
      </Button>
      <FieldError error={failure && t(`error.${failure}`)} />
    </div>
  )
}

/**
 * Follows the listings that this browser sent from pages since closed. One that opened is shown;
 * one that failed on chain is rolled back and shown with its reason.
 */
function FollowSales() {
  const [left, setLeft] = useState<readonly string[]>([])
  useEffect(() => setLeft(sales.sent()), [])
  return left.map((tokenId) => <FollowSale key={tokenId} tokenId={tokenId} />)
}

function FollowSale({ tokenId }: { tokenId: string }) {
  const { data } = useCall('showToken', { params: { tokenId } })
  return data && <Following token={data} />
}

function Following({ token }: { token: TokenCardView }) {
  useSaleOrder(token, { isShown: false })
  return null
}
