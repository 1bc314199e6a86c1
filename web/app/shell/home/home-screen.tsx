import { Suspense, lazy } from 'react'
import type { ItemCardView, SeriesView } from '@kura/contract/catalogue/item'
import type { Route } from './+types/home-screen.ts'
import { ItemCard } from '../../catalogue/item/item-card.tsx'
import { links } from '../../platform/links.ts'
import { TrendsRow } from '../../market/search/trends-row.tsx'
import { BannerCarousel, NoticeLines } from '../../catalogue/notice/home-notices.tsx'
import { PackCard } from '../../shop/pack/pack-card.tsx'
import { orThrow, pageApi, pageHeaders, tagged } from '../../platform/page-data.ts'
import { useIsHydrated } from '../../platform/session.ts'
import { withoutRegulated } from '../../platform/regulated.ts'
import { ChipLink, ChipRow } from '../../ui/chips.tsx'
import { PieceGrid, Section } from '../../ui/section.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { StructuredData } from '../../ui/structured-data.tsx'
import { useSite } from '../../platform/use-site.ts'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ItemRow } from '../../catalogue/item/item-row.tsx'

/** Below the fold: the page is read before it. */
const PickedProducts = lazy(() =>
  import('../../catalogue/notice/external-products.tsx').then((module) => ({ default: module.PickedProducts })),
)

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
    api('listItems', { query: { ...withoutRegulated, sort: 'new', limit: itemsShown } }),
    api('listCategories', {}),
    api('listSeries', { query: { limit: seriesShown } }),
    api('listAnnouncements', { query: {} }),
    api('listTrends', { query: { ...withoutRegulated, limit: trendsShown } }),
  ])
  const rows = orThrow(series).items
  const rowItems = await Promise.all(
    rows.map(({ seriesId }) => api('listItems', { query: { ...withoutRegulated, seriesId, limit: itemsShown } })),
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
  const isHydrated = useIsHydrated()
  const site = useSite()
  const { nowMs, banners, packs, items, series, notices, trends } = loaderData
  return (
    <>
      <PageHead title={t('home.title')} description={t('home.description')} picture={banners[0]?.picture} />
      <StructuredData
        data={{
          '@type': 'Organization',
          name: site.name,
          url: site.publicUrl,
          logo: new URL('/icon-512.png', site.publicUrl).href,
        }}
      />
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
        {isHydrated && (
          <Suspense fallback={null}>
            <PickedProducts />
          </Suspense>
        )}
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

/** What the home page leads with when no banner is shown. */
function Hero() {
  const { t } = useWords()
  return (
    <div className="relative grid content-center gap-4 overflow-hidden rounded-card bg-indigo px-6 py-16 text-white md:px-16 md:py-24">
      <Waves />
      <p className="relative max-w-[20em] text-24 leading-[1.5] font-semibold md:text-40">{t('home.hero')}</p>
      <p className="relative max-w-reading text-14 md:text-16">{t('home.hero-text')}</p>
      <p className="relative mt-2">
        <LinkButton to={links.packs} look="secondary" size="lg">
          {t('home.packs')}
        </LinkButton>
      </p>
    </div>
  )
}

/** Seigaiha: the blue sea of waves, as faint as on the lining of a cloth. */
function Waves() {
  return (
    <svg className="absolute inset-0 size-full text-white opacity-[0.07]" aria-hidden="true">
      <defs>
        <pattern id="waves" width="64" height="32" patternUnits="userSpaceOnUse">
          <g fill="none" stroke="currentColor" strokeWidth="1.5">
            {[30, 22, 14, 6].map((radius) => (
              <g key={radius}>
                <circle cx="32" cy="32" r={radius} />
                <circle cx="0" cy="48" r={radius} />
                <circle cx="64" cy="48" r={radius} />
              </g>
            ))}
          </g>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill="url(#waves)" />
    </svg>
  )
}

/** A series and its newest items in one row. */
function SeriesRow({ series, items }: { series: SeriesView; items: readonly ItemCardView[] }) {
  const { pick } = useWords()
  if (items.length === 0) return null
  return (
    <Section title={pick(series.name)} to={links.series(series.seriesId)}>
      <ItemRow items={items} />
    </Section>
  )
}
