import { Suspense, lazy } from 'react'
import type { Route } from './+types/series-screen.ts'
import type { SeriesView } from '@kura/contract/catalogue/item'
import { limits } from '@kura/contract/limits'
import { call } from '../../platform/api.ts'
import { ItemCard } from '../../catalogue/item/item-card.tsx'
import { links } from '../../platform/links.ts'
import { PackCard } from '../../shop/pack/pack-card.tsx'
import { orNotFound, orThrow, pageApi, pageHeaders, tagged } from '../../platform/page-data.ts'
import { useIsHydrated } from '../../platform/session.ts'
import { withoutRegulated } from '../../platform/regulated.ts'
import { cursorParam, loadBy } from '../../ui/page-search.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { More, useMore } from '../../ui/more-list.tsx'
import { PieceGrid, Section } from '../../ui/section.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Picture } from '../../ui/picture.tsx'
import { EmptyState, Skeleton } from '../../ui/states.tsx'
import { Heart } from '../../catalogue/favorite/heart.tsx'
import { useWords } from '../../words/use-words.ts'

const collectorsShown = 10
/** Below the fold, and the member's own: the page works before they do. */
const FollowSeries = lazy(() =>
  import('../../catalogue/favorite/follow-series.tsx').then((module) => ({ default: module.FollowSeries })),
)
const OwnProgress = lazy(() => import('./own-progress.tsx').then((module) => ({ default: module.OwnProgress })))
const Collectors = lazy(() => import('./collectors.tsx').then((module) => ({ default: module.Collectors })))

export const loader = loadBy({ cursor: cursorParam }, async ({ context, params }: Route.LoaderArgs, given) => {
  const api = pageApi(context)
  const { seriesId } = params
  const cursor = given.get('cursor') ?? undefined
  const [found, packs, items, clock] = await Promise.all([
    api('showSeriesCollectors', { params: { seriesId }, query: { limit: collectorsShown } }),
    api('listPacks', { query: { seriesId, limit: limits.pageSize } }),
    api('listItems', {
      query: { ...withoutRegulated, seriesId, limit: limits.pageSize, ...(cursor ? { cursor } : {}) },
    }),
    api('currentTimestamp', {}),
  ])
  const collectors = orNotFound(found)
  const page = {
    series: collectors,
    collectors,
    packs: orThrow(packs).items,
    list: orThrow(items),
    cursor: cursor ?? null,
    nowMs: orThrow(clock).currentTimestamp,
  }
  return tagged(page, [`series:${seriesId}`, 'items', 'packs'])
})

export const headers = pageHeaders

export default function SeriesScreen({ loaderData }: Route.ComponentProps) {
  const { t, pick } = useWords()
  const { series, packs, list, cursor, nowMs, collectors } = loaderData
  const { seriesId } = series
  const pageHref = (next: string): string => `${links.series(seriesId)}?cursor=${encodeURIComponent(next)}`
  const here = cursor === null ? links.series(seriesId) : pageHref(cursor)
  const more = useMore(here, list, (next) =>
    call('listItems', { query: { ...withoutRegulated, seriesId, limit: limits.pageSize, cursor: next } }),
  )
  return (
    <div className="page grid gap-12 pt-4 md:gap-16 md:pt-6">
      <PageHead title={pick(series.name)} description={pick(series.description)} picture={series.picture} />
      <div className="grid gap-4">
        <Breadcrumbs trail={[{ name: t('series.title'), to: links.seriesIndex }]} />
        <SeriesHead series={series} />
      </div>
      {packs.length > 0 && (
        <Section title={t('series.packs')}>
          <ul className="grid grid-cols-2 gap-x-3 gap-y-8 sm:grid-cols-3 sm:gap-x-4 md:grid-cols-4 md:gap-x-6">
            {packs.map((pack) => (
              <li key={pack.packId}>
                <PackCard pack={pack} nowMs={nowMs} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={t('series.items')}>
        {more.items.length === 0 ? (
          <EmptyState title={t('series.empty.title')} text={t('series.empty.text')} />
        ) : (
          <div>
            <PieceGrid>
              {more.items.map((item) => (
                <li key={item.itemId}>
                  <ItemCard item={item} corner={<Heart kind="item" id={item.itemId} name={pick(item.name)} />} />
                </li>
              ))}
            </PieceGrid>
            <More
              shown={more.items.length}
              total={cursor === null ? series.itemCount : undefined}
              isLoading={more.isLoading}
              failure={more.failure}
              onMore={() => void more.loadMore()}
              nextHref={more.cursor === undefined ? undefined : pageHref(more.cursor)}
            />
          </div>
        )}
      </Section>
      <Suspense fallback={<Skeleton className="h-60" />}>
        <Collectors seriesId={seriesId} ranking={collectors} />
      </Suspense>
    </div>
  )
}

/** Kept free: a button that is there before its script would lose the first press. */
const followPlace = <span className="inline-block h-11 w-40" />

function SeriesHead({ series }: { series: SeriesView }) {
  const { t, pick } = useWords()
  const isHydrated = useIsHydrated()
  return (
    <div className="grid items-center gap-6 md:grid-cols-2 md:gap-12">
      {series.picture && (
        <Picture
          picture={series.picture}
          alt=""
          sizes="(width >= 900px) 560px, 100vw"
          isFirst
          className="rounded-card"
        />
      )}
      <div className="grid gap-3">
        <p className="text-12 text-sub-text">
          {t('series.title')} · <span className="tabular">{t('series.count', { count: series.itemCount })}</span>
        </p>
        <h1 className="text-24 md:text-32">{pick(series.name)}</h1>
        <p className="max-w-reading whitespace-pre-line">{pick(series.description)}</p>
        <div className="flex flex-wrap items-center gap-3">
          <Suspense fallback={followPlace}>
            {isHydrated ? <FollowSeries seriesId={series.seriesId} name={pick(series.name)} /> : followPlace}
          </Suspense>
          <Heart kind="series" id={series.seriesId} name={pick(series.name)} isWide />
        </div>
        <Suspense fallback={null}>
          <OwnProgress seriesId={series.seriesId} />
        </Suspense>
      </div>
    </div>
  )
}
