import { data } from 'react-router'
import type { Route } from './+types/profile-screen.ts'
import { limits } from '@kura/contract/limits'
import { call } from '../../platform/api.ts'
import { links } from '../../platform/links.ts'
import { orThrow, pageApi } from '../../platform/page-data.ts'
import type { PageFailure } from '../../platform/page-data.ts'
import { cursorParam, loadBy, matching } from '../../ui/page-search.ts'
import { TokenCard } from '../../market/token/token-card.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { More, useMore } from '../../ui/more-list.tsx'
import { PieceGrid } from '../../ui/section.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Picture } from '../../ui/picture.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'

/** The public profile behind a wallet address. Not kept: tokens come and go on chain. */
export const loader = loadBy(
  { id: matching(/^0x[0-9a-f]{16}$/i), cursor: cursorParam },
  async ({ context }: Route.LoaderArgs, given) => {
    const api = pageApi(context)
    const flowAddress = given.get('id')?.toLowerCase()
    if (flowAddress === undefined) throw data({ errorCode: 'INVALID_INPUT' } satisfies PageFailure, { status: 400 })
    const cursor = given.get('cursor') ?? undefined
    const profile = orThrow(await api('showUserByAddress', { params: { flowAddress } }))
    const [tokens, count] = await Promise.all([
      api('listTokens', { query: { flowAddress, limit: limits.pageSize, ...(cursor ? { cursor } : {}) } }),
      api('countTokens', { params: { userId: profile.userId } }),
    ])
    return { flowAddress, profile, list: orThrow(tokens), count: orThrow(count).count, cursor: cursor ?? null }
  },
)

export default function ProfileScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useWords()
  const { flowAddress, profile, list, count, cursor } = loaderData
  const name = profile.displayName || t('profile.anonymous')
  const pageHref = (next: string): string => `${links.profile(flowAddress)}&cursor=${encodeURIComponent(next)}`
  const more = useMore(cursor === null ? links.profile(flowAddress) : pageHref(cursor), list, (next) =>
    call('listTokens', { query: { flowAddress, limit: limits.pageSize, cursor: next } }),
  )
  return (
    <div className="page grid gap-10 pt-8 md:pt-12">
      <PageHead title={t('profile.title', { name })} picture={profile.thumbnail} />
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <span className="flex size-20 shrink-0 items-center justify-center overflow-hidden rounded-full bg-ground text-sub md:size-24">
          {profile.thumbnail ? (
            <Picture picture={profile.thumbnail} alt="" sizes="96px" className="w-full" />
          ) : (
            <Icon name="person" className="size-10" />
          )}
        </span>
        <div className="grid min-w-60 grow basis-0 gap-2">
          <h1 className="text-24">{name}</h1>
          <CopyText text={flowAddress} />
          <p className="max-w-reading text-14 whitespace-pre-line">
            {profile.description || t('profile.no-description')}
          </p>
        </div>
      </div>
      <section className="grid gap-6">
        <div className="flex items-baseline gap-4">
          <h2 className="text-20">{t('profile.collection')}</h2>
          <p className="tabular text-14 text-sub-text">{t('profile.count', { count })}</p>
        </div>
        {more.items.length === 0 ? (
          <EmptyState title={t('profile.empty.title')} text={t('profile.empty.text')}>
            <LinkButton to={links.packs} look="secondary">
              {t('home.packs')}
            </LinkButton>
          </EmptyState>
        ) : (
          <div>
            <PieceGrid>
              {more.items.map((token, index) => (
                <li key={token.tokenId}>
                  <TokenCard token={token} isFirst={index < 4} />
                </li>
              ))}
            </PieceGrid>
            <More
              shown={more.items.length}
              total={cursor === null ? count : undefined}
              isLoading={more.isLoading}
              failure={more.failure}
              onMore={() => void more.loadMore()}
              nextHref={more.cursor === undefined ? undefined : pageHref(more.cursor)}
            />
          </div>
        )}
      </section>
    </div>
  )
}
