import { Link } from 'react-router'
import { limits } from '@kura/contract/limits'
import { call } from '../../platform/api.ts'
import { links } from '../../platform/links.ts'
import type { PageHandle } from '../../ui/page-search.ts'
import { useSession } from '../../platform/session.ts'
import { useCall } from '../../platform/swr.ts'
import { formatSerial } from '../../platform/format.ts'
import { TokenCard } from './token-card.tsx'
import type { TokenCardState } from './token-card.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { PieceGrid } from '../../ui/section.tsx'
import { CardSkeleton, EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { MemberList } from '../../identity/member/member-list.tsx'
import { MypageHead } from '../../identity/member/member-only.tsx'
import { ProgressList } from '../../catalogue/favorite/progress.tsx'
import '../../words/fan-words.ts'
import '../../words/library-words.ts'
import { useOwnCount, useTokenStates } from './use-own-tokens.ts'

const limit = limits.pageSize

export const handle = { title: 'collection.title' } satisfies PageHandle

export default function CollectionScreen() {
  const { t, pick } = useWords()
  const session = useSession()
  const userId = session?.userId ?? ''
  const count = useOwnCount()
  const list = useCall('listTokens', userId === '' ? null : { query: { userId, limit } })
  const stateOf = useTokenStates()
  return (
    <>
      <MypageHead
        title={t('collection.title')}
        note={count !== undefined && count > 0 ? t('collection.count', { count }) : undefined}
      />
      <ToLibrary />
      <OwnSeries />
      <h2 className="sr-only">{t('mypage.collection')}</h2>
      <MemberList
        name="collection"
        list={list}
        loadNext={(cursor) => call('listTokens', { query: { userId, limit, cursor } })}
        empty={<EmptyCollection />}
        skeleton={
          <div className="pieces" aria-hidden="true">
            {[0, 1, 2, 3].map((index) => (
              <CardSkeleton key={index} />
            ))}
          </div>
        }
      >
        {(tokens) => (
          <PieceGrid>
            {tokens.map((token, index) => (
              <li key={token.tokenId} className="grid content-between gap-1">
                <TokenCard token={token} isFirst={index < 4} {...withState(stateOf(token))} />
                {!isOnItsWay(stateOf(token)) && (
                  <Link
                    to={links.sellToken(token.tokenId)}
                    className="inline-flex min-h-11 items-center justify-self-start px-0.5 text-14 font-medium text-indigo-text hover:underline"
                  >
                    {t(stateOf(token) === 'selling' ? 'collection.change-price' : 'collection.sell')}
                    <span className="sr-only">: {`${pick(token.name)} ${formatSerial(token.serial)}`}</span>
                  </Link>
                )}
              </li>
            ))}
          </PieceGrid>
        )}
      </MemberList>
    </>
  )
}

/** The way to what the tokens of the collection open, where they open anything. */
function ToLibrary() {
  const { t } = useWords()
  const { data } = useCall('listContents', { query: { limit: 1 } }, { revalidateOnFocus: false })
  if (!data || data.items.length === 0) return null
  return (
    <p className="flex flex-wrap items-center justify-between gap-3 rounded-field border border-line bg-surface p-4 text-14">
      {t('library.collection')}
      <LinkButton to={links.library} look="secondary">
        {t('library.to-library')}
      </LinkButton>
    </p>
  )
}

/** How complete the series of the collection are, the nearest first. */
function OwnSeries() {
  const { t } = useWords()
  const { data } = useCall('listOwnedSeries', { query: { limit: 6 } }, { revalidateOnFocus: false })
  if (!data || data.items.every(({ ownedItemCount }) => ownedItemCount === 0)) return null
  return (
    <section aria-labelledby="own-series" className="grid gap-4">
      <h2 id="own-series" className="text-18">
        {t('complete.series')}
      </h2>
      <ProgressList series={data.items} />
    </section>
  )
}

const withState = (state: TokenCardState | undefined) => (state === undefined ? {} : { state })
/** Given or moved: it cannot be sold. */
const isOnItsWay = (state: TokenCardState | undefined): boolean => state === 'gifting' || state === 'moving'

/** The empty state: links to the member's unopened packs if there are any, else to the shop. */
export function EmptyCollection() {
  const { t } = useWords()
  const packs = useCall('listUnopenedPacks', { query: { limit: 1 } })
  const hasPacks = (packs.data?.items.length ?? 0) > 0
  return (
    <EmptyState
      title={t('collection.empty.title')}
      text={t(hasPacks ? 'collection.empty.has-packs' : 'collection.empty.text')}
    >
      {hasPacks ? (
        <LinkButton to={links.unopenedPacks}>{t('collection.to-unopened')}</LinkButton>
      ) : (
        <LinkButton to={links.packs}>{t('collection.to-packs')}</LinkButton>
      )}
    </EmptyState>
  )
}
