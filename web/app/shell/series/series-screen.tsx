import { data } from 'react-router'
import type { Route } from './+types/series-screen.ts'
import type { SeriesView } from '@kura/contract/catalogue/item'
import { limits } from '@kura/contract/limits'
import { call } from '../../platform/api.ts'
import { ItemCard } from '../../catalogue/item/item-card.tsx'
import { links } from '../../platform/links.ts'
import { PackCard } from '../../shop/pack/pack-card.tsx'
import { orThrow, pageApi, pageHeaders, tagged } from '../../platform/page-data.ts'
import { cursorParam, loadBy } from '../../ui/page-search.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { More, useMore } from '../../ui/more-list.tsx'
import { PieceGrid, Section } from '../../ui/section.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Picture } from '../../ui/picture.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'

export const loader = loadBy({ cursor: cursorParam }, async ({ context, params }: Route.LoaderArgs, given) => {
  const api = pageApi(context)
  const { seriesId } = params
  const cursor = given.get('cursor') ?? undefined
  const [all, packs, items, clock] = await Promise.all([
    api('listSeries', { query: { limit: limits.pageSizeMost } }),
    api('listPacks', { query: { seriesId, limit: limits.pageSize } }),
    api('listItems', { query: { seriesId, limit: limits.pageSize, ...(cursor ? { cursor } : {}) } }),
    api('currentTimestamp', {}),
  ])
  const series = orThrow(all).items.find((each) => each.seriesId === seriesId)
  // the contract has no call for one series yet; there are few
  if (!series) throw data({ errorCode: 'NOT_FOUND' }, { status: 404 })
  const page = {
    series,
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
  const { series, packs, list, cursor, nowMs } = loaderData
  const { seriesId } = series
  const pageHref = (next: string): string => `${links.series(seriesId)}?cursor=${encodeURIComponent(next)}`
  const here = cursor === null ? links.series(seriesId) : pageHref(cursor)
  const more = useMore(here, list, (next) =>
    call('listItems', { query: { seriesId, limit: limits.pageSize, cursor: next } }),
  )
  return (
    <div className="page grid gap-12 pt-4 md:gap-16 md:pt-6">
      <PageHead title={pick(series.name)} description={pick(series.description)} picture={series.picture} />
      <div className="grid gap-4">
        <Breadcrumbs trail={[{ name: t('item.title'), to: links.items }]} />
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
                  <ItemCard item={item} />
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
    </div>
  )
}

function SeriesHead({ series }: { series: SeriesView }) {
  const { t, pick } = useWords()
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
      </div>
    </div>
  )
}
