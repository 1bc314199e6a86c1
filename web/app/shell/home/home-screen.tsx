import type { Route } from './+types/home-screen.ts'
import { ItemCard } from '../../catalogue/item/item-card.tsx'
import { links } from '../../platform/links.ts'
import { TrendsRow } from '../../market/search/trends-row.tsx'
import { BannerCarousel } from '../../catalogue/notice/banner-carousel.tsx'
import { NoticeLines } from '../../catalogue/notice/notice-lines.tsx'
import { PackCard } from '../../shop/pack/pack-card.tsx'
import { orThrow, pageApi, pageHeaders, tagged } from '../../platform/page-data.ts'
import { ChipLink, ChipRow } from '../../ui/chips.tsx'
import { PieceGrid } from '../../ui/piece-grid.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Section } from '../../ui/section.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { Hero } from './hero.tsx'
import { SeriesRow } from './series-row.tsx'

const packsShown = 8
const itemsShown = 10
const seriesShown = 4
const noticesShown = 3
const trendsShown = 10

export async function loader({ context }: Route.LoaderArgs) {
  const api = pageApi(context)
  const [clock, banners, packs, items, categories, series, notices, trends] = await Promise.all([
    api('currentTimestamp', {}),
    api('listBanners', { query: {} }),
    api('listPacks', { query: { state: ['on', 'before'], limit: packsShown } }),
    api('listItems', { query: { sort: 'new', limit: itemsShown } }),
    api('listCategories', {}),
    api('listSeries', { query: { limit: seriesShown } }),
    api('listAnnouncements', { query: {} }),
    api('listTrends', { query: { limit: trendsShown } }),
  ])
  const rows = orThrow(series).items
  const rowItems = await Promise.all(
    rows.map(({ seriesId }) => api('listItems', { query: { seriesId, limit: itemsShown } })),
  )
  const page = {
    nowMs: orThrow(clock).currentTimestamp,
    banners: orThrow(banners).items,
    packs: wholeRows(orThrow(packs).items),
    items: orThrow(items).items,
    categories: orThrow(categories).items,
    series: rows.map((view, index) => ({ view, items: rowItems[index]?.ok ? rowItems[index].data.items : [] })),
    notices: orThrow(notices).items.slice(0, noticesShown),
    trends: orThrow(trends).items,
  }
  return tagged(page, ['items', 'packs', 'banners', 'categories', 'announcements', 'listings'])
}

export const headers = pageHeaders

export default function HomeScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useWords()
  const { nowMs, banners, packs, items, series, notices, trends } = loaderData
  return (
    <>
      <PageHead title={t('home.title')} description={t('home.description')} picture={banners[0]?.picture} />
      <h1 className="sr-only">{t('home.title')}</h1>
      <div className="page grid gap-10 pt-4 md:gap-16 md:pt-8">
        <BannerCarousel banners={banners} nowMs={nowMs} fallback={<Hero />} />
        {packs.length > 0 && (
          <Section title={t('home.packs')} to={links.packs}>
            <ul className="grid grid-cols-2 gap-x-3 gap-y-8 sm:gap-x-4 md:grid-cols-4 md:gap-x-6">
              {packs.map((pack, index) => (
                <li key={pack.packId}>
                  <PackCard pack={pack} nowMs={nowMs} isFirst={index < 2 && banners.length === 0} />
                </li>
              ))}
            </ul>
          </Section>
        )}
        <Section title={t('home.items')} to={links.items}>
          {items.length === 0 ? (
            <EmptyState title={t('item.none.title')} text={t('item.none.text')} />
          ) : (
            <PieceGrid>
              {items.map((item) => (
                <li key={item.itemId}>
                  <ItemCard item={item} />
                </li>
              ))}
            </PieceGrid>
          )}
        </Section>
        <TrendsRow trends={trends} to={links.market} />
        <Categories categories={loaderData.categories} />
        {series.map((row) => (
          <SeriesRow key={row.view.seriesId} series={row.view} items={row.items} />
        ))}
        {notices.length > 0 && (
          <Section title={t('home.notices')} to={links.announcements}>
            <NoticeLines notices={notices} />
          </Section>
        )}
      </div>
    </>
  )
}

/** Rows of four, or fewer packs than one row: no pack stands alone; all of them are a press away. */
const wholeRows = <T,>(packs: readonly T[]): T[] => packs.slice(0, Math.max(4, packs.length - (packs.length % 4)))

function Categories({ categories }: { categories: Route.ComponentProps['loaderData']['categories'] }) {
  const { t, pick } = useWords()
  if (categories.length === 0) return null
  return (
    <Section title={t('home.categories')}>
      <ChipRow label={t('home.categories')}>
        {categories.map(({ slug, name, itemCount }) => (
          <ChipLink key={slug} to={`${links.items}?category=${encodeURIComponent(slug)}`}>
            {pick(name)}
            <span className="tabular text-12 text-sub-text">{itemCount}</span>
          </ChipLink>
        ))}
      </ChipRow>
    </Section>
  )
}
