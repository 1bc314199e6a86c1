import type { Route } from './+types/market-screen.ts'
import type { ApiOutput } from '@kura/contract/api'
import { limits } from '@kura/contract/limits'
import { formatYen } from '@kura/contract/money'
import { call } from '../../platform/api.ts'
import { listApplied } from '../../catalogue/item/filter-fields.tsx'
import { ItemCard } from '../../catalogue/item/item-card.tsx'
import { links } from '../../platform/links.ts'
import { orThrow, pageApi, pageHeaders, tagged } from '../../platform/page-data.ts'
import { cursorParam, loadBy } from '../../ui/page-search.ts'
import { AppliedChips } from '../../ui/applied-chips.tsx'
import type { Applied } from '../../ui/applied-chips.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { More } from '../../ui/more-list.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PieceGrid } from '../../ui/section.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useLiveList } from '../../platform/use-live-list.ts'
import { withoutRegulated } from '../../platform/regulated.ts'
import { useWords } from '../../words/use-words.ts'
import {
  isMarketNarrowed,
  marketHref,
  marketNarrowing,
  marketQuery,
  marketSearch,
  readMarketFilters,
} from './market-filters.ts'
import type { MarketFilters } from './market-filters.ts'
import { MarketFilterForm } from './market-filter-form.tsx'
import { TrendsRow } from './trends-row.tsx'
import '../../words/market-words.ts'

/** Cards above the fold, whose pictures load at once. */
const firstCards = 4
const trendsShown = 10
const refreshMs = 30_000

export const loader = loadBy({ ...marketSearch, cursor: cursorParam }, async ({ context }: Route.LoaderArgs, given) => {
  const api = pageApi(context)
  const filters = readMarketFilters(given)
  const cursor = given.get('cursor') ?? undefined
  const [list, counts, trends, series, categories] = await Promise.all([
    api('listListedItems', { query: marketQuery(filters, cursor, limits.pageSize) }),
    api('countListedItems', { query: marketNarrowing(filters) }),
    api('listTrends', { query: { ...withoutRegulated, limit: trendsShown } }),
    api('listSeries', { query: { limit: limits.pageSizeMost } }),
    api('listCategories', {}),
  ])
  const page = {
    filters,
    cursor: cursor ?? null,
    list: orThrow(list),
    counts: orThrow(counts),
    trends: orThrow(trends).items,
    series: orThrow(series).items.map(({ seriesId, name }) => ({ seriesId, name })),
    categories: orThrow(categories).items,
  }
  return tagged(page, ['listings', 'items', 'categories'])
})

export const headers = pageHeaders

/** Every item with a listing, searched and filtered by the address. */
export default function MarketScreen({ loaderData }: Route.ComponentProps) {
  const { t, pick } = useWords()
  const { filters, cursor, counts, trends, series, categories } = loaderData
  const list = useLiveList({
    key: ['listListedItems', marketHref(filters, cursor ?? undefined)],
    first: loaderData.list,
    load: (next) =>
      call('listListedItems', { query: marketQuery(filters, next ?? cursor ?? undefined, limits.pageSize) }),
    refreshMs,
  })
  // an item may have moved between pages that were read one after another
  const shown = [...new Map(list.items.map((listed) => [listed.item.itemId, listed])).values()]
  const isNarrowed = isMarketNarrowed(filters)
  const isWhole = cursor === null && list.nextCursor === undefined
  const applied = [
    ...listApplied(filters, { series, categories }, { t, pick }, (without) => marketHref({ ...filters, ...without })),
    ...appliedPrice(filters, t),
    ...appliedListing(filters, t),
  ]
  return (
    <div className="page grid gap-10 pt-6 md:gap-14 md:pt-10">
      <PageHead title={t('market.title')} description={t('market.description')} isHidden={filters.q !== ''} />
      <div className="grid min-w-0 gap-6">
        <div className="grid gap-2">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <h1 className="text-24 md:text-32">{t('market.title')}</h1>
            <p role="status" className="tabular text-14 text-sub-text">
              {isWhole && t(isNarrowed ? 'market.count-found' : 'market.count', { count: shown.length })}
            </p>
          </div>
          <p className="max-w-reading text-14">{t('market.lead')}</p>
        </div>
        <MarketFilterForm filters={filters} series={series} categories={categories} counts={counts} />
        <AppliedChips applied={applied} clearTo={marketHref({ sort: filters.sort })} />
        {shown.length === 0 ? (
          <NothingListed isNarrowed={isNarrowed} />
        ) : (
          <section aria-labelledby="results">
            <h2 id="results" className="sr-only">
              {t('market.results')}
            </h2>
            <PieceGrid>
              {shown.map((listed, index) => (
                <li key={listed.item.itemId}>
                  <ListedItem listed={listed} isFirst={index < firstCards} />
                </li>
              ))}
            </PieceGrid>
            <More
              shown={shown.length}
              total={isWhole ? shown.length : undefined}
              isLoading={list.isLoading}
              failure={list.failure}
              onMore={list.loadMore}
              nextHref={list.nextCursor === undefined ? undefined : marketHref(filters, list.nextCursor)}
            />
          </section>
        )}
      </div>
      <TrendsRow trends={trends} />
    </div>
  )
}

function appliedPrice(filters: MarketFilters, t: ReturnType<typeof useWords>['t']): Applied[] {
  const { least, most } = filters
  if (least === null && most === null) return []
  const words = { least: formatYen(least ?? 0), most: formatYen(most ?? 0) }
  const kind = least === null ? 'to' : most === null ? 'from' : 'between'
  return [
    { key: 'price', name: t(`market.price-${kind}`, words), to: marketHref({ ...filters, least: null, most: null }) },
  ]
}

function appliedListing(filters: MarketFilters, t: ReturnType<typeof useWords>['t']): Applied[] {
  const { first, last, seller, below } = filters
  const to = (without: Partial<MarketFilters>) => marketHref({ ...filters, ...without })
  const serials = { first: first ?? '', last: last ?? '' }
  const kind = first === null ? 'to' : last === null ? 'from' : first === last ? 'one' : 'between'
  return [
    ...(first === null && last === null
      ? []
      : [{ key: 'serial', name: t(`market.serial-${kind}`, serials), to: to({ first: null, last: null }) }]),
    ...(seller === '' ? [] : [{ key: 'seller', name: t('market.seller-is', { seller }), to: to({ seller: '' }) }]),
    ...(below.length === 0 ? [] : [{ key: 'below', name: t('market.below-last-sale'), to: to({ below: [] }) }]),
  ]
}

type Listed = ApiOutput<'listListedItems'>['items'][number]

function ListedItem({ listed, isFirst }: { listed: Listed; isFirst: boolean }) {
  const { t } = useWords()
  const { item, minPrice, listed: count } = listed
  const lead = t('item.offered-from', { price: formatYen(minPrice) })
  return <ItemCard item={item} line={{ lead, note: t('item.offered-count', { count }) }} isFirst={isFirst} />
}

function NothingListed({ isNarrowed }: { isNarrowed: boolean }) {
  const { t } = useWords()
  if (!isNarrowed)
    return (
      <EmptyState title={t('market.none.title')} text={t('market.none.text')}>
        <LinkButton to={links.packs} look="secondary">
          {t('home.packs')}
        </LinkButton>
      </EmptyState>
    )
  return (
    <EmptyState title={t('market.empty.title')} text={t('market.empty.text')} icon="search">
      <LinkButton to={marketHref({})} look="secondary">
        {t('item.filter.clear')}
      </LinkButton>
    </EmptyState>
  )
}
