import { useId, useRef } from 'react'
import { Form, useSubmit } from 'react-router'
import { Labelled, RarityChoices } from '../../catalogue/item/filter-fields.tsx'
import type { Names } from '../../catalogue/item/filter-fields.tsx'
import { links } from '../../platform/links.ts'
import { Select } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { isTyped, usefulFields, useShownValues } from '../../ui/send-form.ts'
import { useWords } from '../../words/use-words.ts'
import { marketSorts } from './market-filters.ts'
import type { MarketFilters } from './market-filters.ts'
import { PriceRange } from '../listing/price-range.tsx'
import '../../words/market-words.ts'

/**
 * Search and filters of the market. They live in the address: a choice is submitted at once, typed
 * text by Enter or the button, which submits everything without JavaScript.
 */
export function MarketFilterForm({ filters, series, categories }: { filters: MarketFilters } & Names) {
  const { t, pick } = useWords()
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  useShownValues(form, filters)
  const all = { value: '', label: t('item.filter.all') }
  const send = (): void => {
    if (form.current)
      void submit(usefulFields(form.current, { sort: 'new' }), { action: links.market, preventScrollReset: true })
  }
  return (
    <Form
      ref={form}
      role="search"
      action={links.market}
      aria-label={t('market.search')}
      onChange={(event) => {
        if (!isTyped(event.target)) send()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="grid grid-cols-2 gap-3 md:flex md:flex-wrap md:items-end"
    >
      <SearchField value={filters.q} />
      <Labelled label={t('item.filter.series')}>
        <Select
          name="series"
          defaultValue={filters.series}
          choices={[all, ...series.map(({ seriesId, name }) => ({ value: seriesId, label: pick(name) }))]}
        />
      </Labelled>
      <Labelled label={t('item.filter.category')}>
        <Select
          name="category"
          defaultValue={filters.category}
          choices={[all, ...categories.map(({ slug, name }) => ({ value: slug, label: pick(name) }))]}
        />
      </Labelled>
      <RarityChoices chosen={filters.rarity} />
      <PriceRange least={filters.least} most={filters.most} className="col-span-2 min-w-0" />
      <div className="col-span-2 md:ml-auto md:w-48">
        <Labelled label={t('item.sort')}>
          <Select
            name="sort"
            defaultValue={filters.sort}
            choices={marketSorts.map((sort) => ({ value: sort, label: t(`market.sort.${sort}`) }))}
          />
        </Labelled>
      </div>
    </Form>
  )
}

function SearchField({ value }: { value: string }) {
  const { t } = useWords()
  const id = useId()
  return (
    <span className="relative col-span-2 block md:w-full md:max-w-reading">
      <label htmlFor={id} className="sr-only">
        {t('market.search')}
      </label>
      <Icon
        name="search"
        className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-sub-text"
      />
      <input
        id={id}
        type="search"
        name="q"
        defaultValue={value}
        maxLength={100}
        enterKeyHint="search"
        autoComplete="off"
        placeholder={t('market.search-placeholder')}
        className="h-11 w-full rounded-full border border-line-strong bg-surface pr-4 pl-10 text-16 leading-label text-ink placeholder:text-14 placeholder:text-sub-text hover:border-ink"
      />
    </span>
  )
}
