import type { Route } from './+types/item-list-screen.ts'
import { limits } from '@kura/contract/limits'
import { call } from '../../platform/api.ts'
import { orThrow, pageApi, pageHeaders, tagged } from '../../platform/page-data.ts'
import { LinkButton, Button } from '../../ui/button.tsx'
import { More, useMore } from '../../ui/more-list.tsx'
import { cursorParam, loadBy } from '../../ui/page-search.ts'
import { PieceGrid } from '../../ui/section.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { AppliedFilters, Labelled, PieceFields } from './filter-fields.tsx'
import type { Choices } from './filter-fields.tsx'
import { ItemCard } from './item-card.tsx'
import { isNarrowed, itemNarrowing, itemQuery, itemSearch, itemsHref, readItemFilters, sorts } from './item-filters.ts'
import type { ItemFilters } from './item-filters.ts'
import { useRef } from 'react'
import { Form, useSubmit } from 'react-router'
import { links } from '../../platform/links.ts'
import { Select } from '../../ui/field.tsx'
import { usefulFields, useShownValues } from '../../ui/send-form.ts'
import { useIsHydrated } from '../../platform/session.ts'

/** Cards above the fold, whose pictures load at once. */
const firstCards = 4

export const loader = loadBy({ ...itemSearch, cursor: cursorParam }, async ({ context }: Route.LoaderArgs, given) => {
  const api = pageApi(context)
  const filters = readItemFilters(given)
  const cursor = given.get('cursor') ?? undefined
  const [list, counts, series, categories] = await Promise.all([
    api('listItems', { query: itemQuery(filters, cursor, limits.pageSize) }),
    api('countItems', { query: itemNarrowing(filters) }),
    api('listSeries', { query: { limit: limits.pageSizeMost } }),
    api('listCategories', {}),
  ])
  const page = {
    filters,
    cursor: cursor ?? null,
    list: orThrow(list),
    counts: orThrow(counts),
    series: orThrow(series).items.map(({ seriesId, name }) => ({ seriesId, name })),
    categories: orThrow(categories).items,
  }
  return tagged(page, ['items', 'packs', 'categories'])
})

export const headers = pageHeaders

export default function ItemListScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useWords()
  const { filters, cursor, list, counts, series, categories } = loaderData
  const here = itemsHref(filters, cursor ?? undefined)
  const more = useMore(here, list, (next) => call('listItems', { query: itemQuery(filters, next, limits.pageSize) }))
  const count = list.total ?? more.items.length
  const title = filters.q === '' ? t('item.title') : t('item.count-of-search', { query: filters.q, count })
  return (
    <div className="page pt-6 md:pt-10">
      <PageHead title={title} description={t('item.description')} isHidden={filters.q !== ''} />
      <div className="grid gap-6">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h1 className="min-w-0 text-24 md:text-32">{title}</h1>
          {filters.q === '' && <p className="tabular text-14 text-sub-text">{t('item.count', { count })}</p>}
        </div>
        <FilterForm filters={filters} series={series} categories={categories} counts={counts} />
        <AppliedFilters filters={filters} series={series} categories={categories} />
        {more.items.length === 0 ? (
          <NothingFound isNarrowed={isNarrowed(filters)} />
        ) : (
          <section aria-labelledby="results">
            <h2 id="results" className="sr-only">
              {t('item.results')}
            </h2>
            <PieceGrid>
              {more.items.map((item, index) => (
                <li key={item.itemId}>
                  <ItemCard item={item} isFirst={index < firstCards} />
                </li>
              ))}
            </PieceGrid>
            <More
              shown={more.items.length}
              total={cursor === null ? list.total : undefined}
              isLoading={more.isLoading}
              failure={more.failure}
              onMore={() => void more.loadMore()}
              nextHref={more.cursor === undefined ? undefined : itemsHref(filters, more.cursor)}
            />
          </section>
        )}
      </div>
    </div>
  )
}

function NothingFound({ isNarrowed: wasNarrowed }: { isNarrowed: boolean }) {
  const { t } = useWords()
  if (!wasNarrowed) return <EmptyState title={t('item.none.title')} text={t('item.none.text')} />
  return (
    <EmptyState title={t('item.empty.title')} text={t('item.empty.text')} icon="search">
      <LinkButton to={itemsHref({})} look="secondary">
        {t('item.filter.clear')}
      </LinkButton>
    </EmptyState>
  )
}

/**
 * The filters as a form that lives in the address: each change is a new address, and without
 * JavaScript a button submits it.
 */
export function FilterForm({ filters, ...choices }: { filters: ItemFilters } & Choices) {
  const { t } = useWords()
  const submit = useSubmit()
  const isHydrated = useIsHydrated()
  const form = useRef<HTMLFormElement>(null)
  // a new address, for example after a chip was removed, sets the values; the fields stay mounted,
  // and so does the focus
  useShownValues(form, filters)
  return (
    <Form
      ref={form}
      action={links.items}
      aria-label={t('item.filters')}
      onChange={(event) =>
        void submit(usefulFields(event.currentTarget, { sort: 'new' }), {
          action: links.items,
          preventScrollReset: true,
        })
      }
      className="grid grid-cols-2 gap-3 md:flex md:flex-wrap md:items-end"
    >
      {filters.q !== '' && <input type="hidden" name="q" value={filters.q} />}
      <PieceFields chosen={filters} {...choices} />
      <div className="col-span-2 md:ml-auto md:w-48">
        <Labelled label={t('item.sort')}>
          <Select
            name="sort"
            defaultValue={filters.sort}
            choices={sorts.map((sort) => ({ value: sort, label: t(`item.sort.${sort}`) }))}
          />
        </Labelled>
      </div>
      {!isHydrated && (
        <noscript>
          <Button type="submit" look="secondary">
            {t('item.filter.apply')}
          </Button>
        </noscript>
      )}
    </Form>
  )
}
