import { Link } from 'react-router'
import { limits } from '@kura/contract/limits'
import { FollowSeries } from '../../catalogue/favorite/follow-series.tsx'
import { FollowButton } from '../../identity/follow/follow-button.tsx'
import { MemberRow } from '../../identity/follow/member-row.tsx'
import { MemberList } from '../../identity/member/member-list.tsx'
import { MypageHead } from '../../identity/member/member-only.tsx'
import { call } from '../../platform/api.ts'
import { links } from '../../platform/links.ts'
import { useSession } from '../../platform/session.ts'
import { useCall } from '../../platform/swr.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ChipLink, ChipRow } from '../../ui/chips.tsx'
import { declareSearch, oneOf, useSearch } from '../../ui/page-search.ts'
import type { PageHandle } from '../../ui/page-search.ts'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/fan-words.ts'

const limit = limits.pageSize
const tabs = ['followings', 'followers', 'series'] as const
const search = declareSearch({ tab: oneOf(tabs) })

export const handle = { title: 'mypage.follows', search } satisfies PageHandle

/** Whom and what the member follows, and who follows them. */
export default function FollowsScreen() {
  const { t } = useWords()
  const tab = (useSearch(search).get('tab') ?? 'followings') as (typeof tabs)[number]
  const userId = useSession()?.userId ?? ''
  return (
    <>
      <MypageHead title={t('follow.title')} />
      <ChipRow label={t('follow.title')}>
        {tabs.map((each) => (
          <ChipLink
            key={each}
            to={each === 'followings' ? links.follows : `${links.follows}?tab=${each}`}
            isOn={each === tab}
          >
            {t(`follow.${each}`)}
          </ChipLink>
        ))}
      </ChipRow>
      {tab === 'series' ? <SeriesList /> : <Members key={tab} userId={userId} direction={tab} />}
    </>
  )
}

function Members({ userId, direction }: { userId: string; direction: 'followings' | 'followers' }) {
  const { t } = useWords()
  const input = { params: { userId }, query: { limit, direction, selfUserId: userId } }
  const list = useCall('listFollowings', userId === '' ? null : input)
  const empty = direction === 'followers' ? 'follow.empty-followers' : 'follow.empty'
  return (
    <MemberList
      name={direction}
      list={list}
      loadNext={(cursor) => call('listFollowings', { ...input, query: { ...input.query, cursor } })}
      empty={<EmptyState title={t(`${empty}.title`)} text={t(`${empty}.text`)} icon="person" />}
    >
      {(members) => (
        <ul className="grid max-w-reading divide-y divide-line">
          {members.map((member) => (
            <li key={member.userId}>
              <MemberRow
                member={member}
                note={member.isFollower && direction === 'followings' && t('follow.follows-you')}
              >
                <FollowButton
                  userId={member.userId}
                  name={member.displayName || t('ranking.unnamed')}
                  isFollowing={member.isFollowing}
                />
              </MemberRow>
            </li>
          ))}
        </ul>
      )}
    </MemberList>
  )
}

function SeriesList() {
  const { t, pick } = useWords()
  const list = useCall('listFollowedSeries', { query: { limit } })
  return (
    <MemberList
      name="followed-series"
      list={list}
      loadNext={(cursor) => call('listFollowedSeries', { query: { limit, cursor } })}
      empty={
        <EmptyState title={t('follow.empty-series.title')} text={t('follow.empty-series.text')} icon="item">
          <LinkButton to={links.items}>{t('favorite.empty.items')}</LinkButton>
        </EmptyState>
      }
    >
      {(series) => (
        <ul className="grid max-w-reading divide-y divide-line">
          {series.map(({ seriesId, name, itemCount }) => (
            <li key={seriesId} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <div className="min-w-0">
                <Link to={links.series(seriesId)} className="text-14 font-semibold text-ink hover:underline">
                  {pick(name)}
                </Link>
                <p className="tabular text-12 text-sub-text">{t('series.count', { count: itemCount })}</p>
              </div>
              <FollowSeries seriesId={seriesId} name={pick(name)} />
            </li>
          ))}
        </ul>
      )}
    </MemberList>
  )
}
