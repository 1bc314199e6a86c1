import { Suspense, lazy } from 'react'
import type { Route } from './+types/item-screen.ts'
import type { ApiOutput } from '@kura/contract/api'
import type { PackCardView } from '@kura/contract/shop/pack'
import type { ItemView } from '@kura/contract/catalogue/item'
import { links } from '../../platform/links.ts'
import {
  areListingsNarrowed,
  listingQuery,
  listingSearch,
  readListingFilters,
} from '../../market/listing/listing-filters.ts'
import { MarketBox } from '../../market/listing/market-box.tsx'
import { useCheapest } from '../../market/listing/cheapest-listing.ts'
import { orNothing, orThrow, pageApi, pageHeaders, tagged } from '../../platform/page-data.ts'
import { withoutRegulated } from '../../platform/regulated.ts'
import { cursorParam, loadBy } from '../../ui/page-search.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { ChipLink, ChipRow } from '../../ui/chips.tsx'
import { LeadLayout, LeadPicture } from '../../ui/lead-layout.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { ProductData } from '../../ui/structured-data.tsx'
import type { Offer } from '../../ui/structured-data.tsx'
import { Fact, Facts, Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { languageOf, useWords } from '../../words/use-words.ts'
import { ItemBuyBox } from './item-buy-box.tsx'
import { Heart } from '../../catalogue/favorite/heart.tsx'
import { RarityMark } from '../../catalogue/item/rarity-mark.tsx'

const alsoShown = 10
/** Below the fold, and the member's own: the page works before they do. */
const ListingSection = lazy(() =>
  import('../../market/listing/listing-section.tsx').then((module) => ({ default: module.ListingSection })),
)
const PriceHistory = lazy(() =>
  import('../../market/price/price-history.tsx').then((module) => ({ default: module.PriceHistory })),
)
const ItemRow = lazy(() => import('../../catalogue/item/item-row.tsx').then((module) => ({ default: module.ItemRow })))
const ItemContents = lazy(() =>
  import('../../library/reading/item-contents.tsx').then((module) => ({ default: module.ItemContents })),
)
const OwnPosition = lazy(() =>
  import('../../market/listing/own-position.tsx').then((module) => ({ default: module.OwnPosition })),
)

export const loader = loadBy(
  { ...listingSearch, cursor: cursorParam },
  async ({ context, params }: Route.LoaderArgs, given) => {
    const api = pageApi(context)
    const { itemId } = params
    const nowMs = orThrow(await api('currentTimestamp', {})).currentTimestamp
    const filters = readListingFilters(given)
    const cursor = given.get('cursor')
    const query = { ...listingQuery(filters, nowMs), ...(cursor === null ? {} : { cursor }) }
    const isUsual = cursor === null && filters.order === 'price-low' && !areListingsNarrowed(filters, false)
    const [found, packs, cheapest, bounds, listings, chart, contents] = await Promise.all([
      api('showItem', { params: { itemId }, query: {} }),
      api('showSellingPack', { params: { itemId } }),
      // the usual list begins with the cheapest listing
      isUsual ? undefined : api('listListings', { params: { itemId }, query: { limit: 1 } }),
      api('showMaxMin', { params: { itemId } }),
      api('listListings', { params: { itemId }, query }),
      api('showItemChart', { params: { itemId }, query: {} }),
      api('listOwnerContents', { params: { itemId } }),
    ])
    const item = orThrow(found)
    const listed = orThrow(listings)
    const also = await api('listItems', {
      query: { ...withoutRegulated, seriesId: item.seriesId, limit: alsoShown + 1 },
    })
    const page = {
      item,
      packs: orThrow(packs).items,
      nowMs,
      filters,
      query,
      cheapest: cheapest ? orThrow(cheapest) : cheapestOf(listed),
      bounds: orNothing(bounds),
      listings: listed,
      chart: orThrow(chart),
      contents: orThrow(contents).items,
      also: also.ok ? also.data.items.filter((other) => other.itemId !== itemId).slice(0, alsoShown) : [],
    }
    return tagged(page, [
      `item:${itemId}`,
      `series:${item.seriesId}`,
      'items',
      'packs',
      ...page.packs.map(({ packId }) => `pack:${packId}`),
    ])
  },
)

/** The first of a list by price, as a list of one says it. */
const cheapestOf = ({ items, total }: ApiOutput<'listListings'>) => ({
  items: items.slice(0, 1),
  ...(total === undefined ? {} : { total }),
})

export const headers = pageHeaders

/** What an item costs: in each pack on sale, and the lowest price between members. */
const offersOf = (
  itemId: string,
  packs: readonly Pick<PackCardView, 'packId' | 'priceYen' | 'state'>[],
  bounds: ApiOutput<'showMaxMin'> | null,
): Offer[] => [
  ...packs.map(({ packId, priceYen, state }) => ({ priceYen, path: links.pack(packId), isOpen: state === 'on' })),
  ...(bounds ? [{ priceYen: bounds.min, path: links.item(itemId), isOpen: true }] : []),
]

export default function ItemScreen({ loaderData }: Route.ComponentProps) {
  const { t, pick } = useWords()
  const { item, packs, nowMs, also, chart, contents } = loaderData
  const cheapest = useCheapest(item.itemId, loaderData.cheapest)
  const name = pick(item.name)
  const isPackOnSale = packs.some(({ state }) => state === 'on')
  const market = <MarketBox cheapest={cheapest} nowMs={nowMs} isFirst={!isPackOnSale} />
  return (
    <div className="page grid gap-12 pt-4 md:gap-16 md:pt-6">
      <PageHead
        title={name}
        description={pick(item.description)}
        picture={item.picture}
        card={`/images/cards/items/${item.itemId}.jpg`}
      />
      <ProductData
        name={name}
        description={pick(item.description)}
        picture={item.picture}
        offers={offersOf(item.itemId, packs, loaderData.bounds)}
      />
      <div className="grid gap-4">
        <Breadcrumbs
          trail={[
            { name: t('item.title'), to: links.items },
            { name: pick(item.seriesName), to: links.series(item.seriesId) },
          ]}
        />
        <LeadLayout
          lead={<LeadPicture picture={item.picture} alt={name} />}
          aside={
            <>
              <ItemHead item={item} />
              {!isPackOnSale && market}
              <ItemBuyBox packs={packs} nowMs={nowMs} />
              {isPackOnSale && market}
              <Suspense>
                <OwnPosition itemId={item.itemId} />
              </Suspense>
            </>
          }
        >
          {contents.length > 0 && (
            <Suspense fallback={<Skeleton className="h-30" />}>
              <ItemContents itemId={item.itemId} first={contents} />
            </Suspense>
          )}
          <About item={item} />
          <Suspense fallback={<Skeleton className="h-120" />}>
            <ListingSection
              itemId={item.itemId}
              filters={loaderData.filters}
              query={loaderData.query}
              first={loaderData.listings}
              bounds={loaderData.bounds}
              nowMs={nowMs}
            />
          </Suspense>
          <Suspense fallback={<Skeleton className="h-120" />}>
            <PriceHistory itemId={item.itemId} chart={chart} />
          </Suspense>
        </LeadLayout>
      </div>
      {also.length > 0 && (
        <Section title={t('item.more-of-series')} to={links.series(item.seriesId)}>
          <Suspense fallback={<Skeleton className="h-80" />}>
            <ItemRow items={also} />
          </Suspense>
        </Section>
      )}
    </div>
  )
}

function ItemHead({ item }: { item: ItemView }) {
  const { t, pick } = useWords()
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <RarityMark rarity={item.rarity} />
        <span className="tabular text-14 text-main">{t('item.edition', { count: item.editionSize })}</span>
      </p>
      <h1 className="text-24 md:text-32">{pick(item.name)}</h1>
      <p className="text-14" lang={languageOf(item.artist)}>
        {item.artist}
      </p>
      <div>
        <Heart kind="item" id={item.itemId} name={pick(item.name)} isWide />
      </div>
    </div>
  )
}

function About({ item }: { item: ItemView }) {
  const { t, pick } = useWords()
  const traits = Object.entries(item.traits)
  return (
    <>
      <section className="grid gap-3">
        <h2 className="text-18">{t('item.about')}</h2>
        <p className="max-w-reading whitespace-pre-line">{pick(item.description)}</p>
        {item.isRegulated && <p className="text-14 text-warning-text">{t('item.regulated')}</p>}
      </section>
      <section className="grid gap-3">
        <h2 className="text-18">{t('item.details')}</h2>
        <Facts>
          <Fact name={t('item.artist')}>
            <span lang={languageOf(item.artist)}>{item.artist}</span>
          </Fact>
          <Fact name={t('item.series')}>{pick(item.seriesName)}</Fact>
          <Fact name={t('item.edition-label')}>
            <span className="tabular">
              {t('item.edition-value', { minted: item.mintedCount, size: item.editionSize })}
            </span>
          </Fact>
          <Fact name={t('item.royalty')}>{t('item.royalty-value', { percent: item.royaltyBps / 100 })}</Fact>
        </Facts>
      </section>
      {traits.length > 0 && (
        <section className="grid gap-3">
          <h2 className="text-18">{t('item.traits')}</h2>
          <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            {traits.map(([trait, value]) => (
              <div key={trait} className="grid gap-1 rounded-field border border-line bg-surface p-3 leading-label">
                <dt className="text-12 text-sub-text" lang={languageOf(trait)}>
                  {trait}
                </dt>
                <dd className="text-14 font-medium text-ink" lang={languageOf(value)}>
                  {value}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {item.categories.length > 0 && (
        <ChipRow label={t('item.category')}>
          {item.categories.map(({ slug, name }) => (
            <ChipLink key={slug} to={`${links.items}?category=${encodeURIComponent(slug)}`}>
              {pick(name)}
            </ChipLink>
          ))}
        </ChipRow>
      )}
    </>
  )
}
