import type { ReactNode } from 'react'
import type { FollowView } from '@kura/contract/discovery/follow'
import { limits } from '@kura/contract/limits'
import { call } from '../../platform/api.ts'
import { links } from '../../platform/links.ts'
import { TokenCard } from '../../market/token/token-card.tsx'
import { FavoriteCard } from '../../catalogue/favorite/favorite-card.tsx'
import { FollowButton } from '../../identity/follow/follow-button.tsx'
import { MemberRow } from '../../identity/follow/member-row.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { More, useMore } from '../../ui/more-list.tsx'
import { PieceGrid } from '../../ui/section.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import type { ListPage } from '../../platform/use-live-list.ts'
import type { Result } from '@kura/contract/result'
import { tabHref } from './load-profile.ts'
import type { ProfilePageData } from './load-profile.ts'
import '../../words/fan-words.ts'

const limit = limits.pageSize

/** The list of the chosen tab, or that the member does not show it. */
export function ProfileList({ page, here }: { page: ProfilePageData; here: string }) {
  const { t } = useWords()
  const { profile, tab, tokens, favorites, members } = page
  const params = { userId: profile.userId }
  const place = { here: tabHref(here, tab), cursor: page.cursor }
  if (tab === 'collection') {
    if (!tokens)
      return <EmptyState title={t('fan-profile.hidden.title')} text={t('fan-profile.hidden.text')} icon="eye" />
    return (
      <Paged
        {...place}
        first={tokens}
        loadNext={(cursor) => call('listTokens', { query: { ...params, limit, cursor } })}
        empty={
          <EmptyState title={t('profile.empty.title')} text={t('profile.empty.text')}>
            <LinkButton to={links.packs} look="secondary">
              {t('home.packs')}
            </LinkButton>
          </EmptyState>
        }
      >
        {(items) => (
          <PieceGrid>
            {items.map((token) => (
              <li key={token.tokenId}>
                <TokenCard token={token} />
              </li>
            ))}
          </PieceGrid>
        )}
      </Paged>
    )
  }
  if (tab === 'favorites') {
    if (!favorites) return <Hidden />
    return (
      <Paged
        {...place}
        first={favorites}
        loadNext={(cursor) => call('listFavorites', { params, query: { limit, cursor } })}
        empty={<EmptyState title={t('favorite.empty.title')} text={t('favorite.empty.text')} icon="heart" />}
      >
        {(items) => (
          <PieceGrid>
            {items.map((favorite) => (
              <li key={`${favorite.kind} ${favorite.id}`}>
                <FavoriteCard favorite={favorite} />
              </li>
            ))}
          </PieceGrid>
        )}
      </Paged>
    )
  }
  if (!members) return <Hidden />
  const empty = tab === 'followers' ? 'follow.empty-followers' : 'follow.empty'
  return (
    <Paged
      {...place}
      first={members}
      loadNext={(cursor) => call('listFollowings', { params, query: { direction: tab, limit, cursor } })}
      empty={<EmptyState title={t(`${empty}.title`)} text={t(`${empty}.text`)} icon="person" />}
    >
      {(items) => <Members items={items} />}
    </Paged>
  )
}

function Hidden() {
  const { t } = useWords()
  return <EmptyState title={t('follow.hidden.title')} text={t('follow.hidden.text')} icon="eye" />
}

/** Members with their follow buttons, which read for themselves what the page cannot know. */
function Members({ items }: { items: readonly FollowView[] }) {
  const { t } = useWords()
  return (
    <ul className="grid max-w-reading divide-y divide-line">
      {items.map((member) => (
        <li key={member.userId}>
          <MemberRow member={member}>
            <FollowButton userId={member.userId} name={member.displayName || t('ranking.unnamed')} />
          </MemberRow>
        </li>
      ))}
    </ul>
  )
}

function Paged<T>({
  here,
  cursor,
  first,
  loadNext,
  empty,
  children,
}: {
  here: string
  cursor: string | null
  first: ListPage<T>
  loadNext: (cursor: string) => Promise<Result<ListPage<T>>>
  empty: ReactNode
  children: (items: T[]) => ReactNode
}) {
  const pageHref = (next: string): string =>
    `${here}${here.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(next)}`
  const more = useMore(cursor === null ? here : pageHref(cursor), first, loadNext)
  if (more.items.length === 0) return empty
  return (
    <div>
      {children(more.items)}
      <More
        shown={more.items.length}
        total={cursor === null ? more.total : undefined}
        isLoading={more.isLoading}
        failure={more.failure}
        onMore={() => void more.loadMore()}
        nextHref={more.cursor === undefined ? undefined : pageHref(more.cursor)}
      />
    </div>
  )
}
