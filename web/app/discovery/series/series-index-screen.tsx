import { Link } from 'react-router'
import type { Route } from './+types/series-index-screen.ts'
import { limits } from '@kura/contract/limits'
import { call } from '../../platform/api.ts'
import { links } from '../../platform/links.ts'
import { orThrow, pageApi, pageHeaders, tagged } from '../../platform/page-data.ts'
import { More, useMore } from '../../ui/more-list.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { cursorParam, loadBy } from '../../ui/page-search.ts'
import { Picture } from '../../ui/picture.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/search-words.ts'

export const loader = loadBy({ cursor: cursorParam }, async ({ context }: Route.LoaderArgs, given) => {
  const cursor = given.get('cursor') ?? undefined
  const list = await pageApi(context)('listSeries', {
    query: { limit: limits.pageSize, ...(cursor ? { cursor } : {}) },
  })
  return tagged({ list: orThrow(list), cursor: cursor ?? null }, ['items', 'series'])
})

export const headers = pageHeaders

/** Every series, in the order of the catalogue. */
export default function SeriesIndexScreen({ loaderData }: Route.ComponentProps) {
  const { t, pick } = useWords()
  const { list, cursor } = loaderData
  const pageHref = (next: string) => `${links.seriesIndex}?cursor=${encodeURIComponent(next)}`
  const more = useMore(cursor === null ? links.seriesIndex : pageHref(cursor), list, (next) =>
    call('listSeries', { query: { limit: limits.pageSize, cursor: next } }),
  )
  return (
    <div className="page grid gap-6 pt-6 md:pt-10">
      <PageHead title={t('series.index')} description={t('series.index.description')} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-24 md:text-32">{t('series.index')}</h1>
        {list.total !== undefined && (
          <p className="tabular text-14 text-sub-text">{t('series.index.count', { count: list.total })}</p>
        )}
      </div>
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {more.items.map((series, at) => (
          <li key={series.seriesId}>
            <article className="group relative grid gap-3">
              {series.picture && (
                <Picture
                  picture={series.picture}
                  alt=""
                  sizes="(width >= 1200px) 380px, (width >= 600px) 45vw, 100vw"
                  isFirst={at < 2}
                  className="rounded-card"
                />
              )}
              <div className="grid gap-1">
                <h2 className="text-18">
                  <Link to={links.series(series.seriesId)} className="stretched group-hover:underline">
                    {pick(series.name)}
                  </Link>
                </h2>
                <p className="tabular text-12 text-sub-text">{t('series.count', { count: series.itemCount })}</p>
                <p className="line-clamp-3 text-14">{pick(series.description)}</p>
              </div>
            </article>
          </li>
        ))}
      </ul>
      <More
        shown={more.items.length}
        total={cursor === null ? list.total : undefined}
        isLoading={more.isLoading}
        failure={more.failure}
        onMore={() => void more.loadMore()}
        nextHref={more.cursor === undefined ? undefined : pageHref(more.cursor)}
      />
    </div>
  )
}
