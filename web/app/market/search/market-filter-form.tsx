import { useId, useRef } from 'react'
import { Form, useSubmit } from 'react-router'
import { Labelled, PieceFields } from '../../catalogue/item/filter-fields.tsx'
import type { Choices } from '../../catalogue/item/filter-fields.tsx'
import { links } from '../../platform/links.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { isTyped, usefulFields, useShownValues } from '../../ui/send-form.ts'
import { useWords } from '../../words/use-words.ts'
import { marketSorts } from './market-filters.ts'
import { hasListingFilter } from './market-filters.ts'
import type { MarketFilters } from './market-filters.ts'
import { PriceRange } from '../listing/price-range.tsx'
import '../../words/market-words.ts'

/**
 * Search and filters of the market. They live in the address: a choice is submitted at once, typed
 * text by Enter or the button, which submits everything without JavaScript.
 */
export function MarketFilterForm({ filters, ...choices }: { filters: MarketFilters } & Choices) {
  const { t } = useWords()
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  useShownValues(form, filters)
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
      <PieceFields chosen={filters} {...choices} />
      <PriceRange least={filters.least} most={filters.most} className="col-span-2 min-w-0" />
      <ListingFields filters={filters} />
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

/** What only single listings have: serial, seller, and the price beside the last one. */
function ListingFields({ filters }: { filters: MarketFilters }) {
  const { t } = useWords()
  return (
    <details open={hasListingFilter(filters)} className="col-span-2 min-w-0 md:w-full">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-14 font-medium text-indigo-text hover:underline">
        {t('market.more-filters')}
      </summary>
      <div className="grid gap-3 pt-2 md:flex md:flex-wrap md:items-end">
        <fieldset className="min-w-0">
          <legend className="mb-1 text-12 leading-label text-sub-text">{t('market.serial-range')}</legend>
          <div className="flex items-center gap-2">
            <TextBox name="first" label={t('market.serial-first')} value={filters.first} isNumber />
            <span aria-hidden="true">–</span>
            <TextBox name="last" label={t('market.serial-last')} value={filters.last} isNumber />
          </div>
        </fieldset>
        <Labelled label={t('market.seller-field')}>
          <TextBox name="seller" label={t('market.seller-hint')} value={filters.seller} />
        </Labelled>
        <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-14">
          <input
            type="checkbox"
            name="below"
            value="yes"
            defaultChecked={filters.below.length > 0}
            className="size-5 accent-indigo"
          />
          {t('market.below-last-sale')}
        </label>
        <Button type="submit" look="secondary" className="md:shrink-0">
          {t('item.filter.apply')}
        </Button>
      </div>
    </details>
  )
}

type TextBoxProps = { name: string; label: string; value: string | number | null; isNumber?: boolean }

function TextBox({ name, label, value, isNumber = false }: TextBoxProps) {
  return (
    <input
      type="text"
      name={name}
      aria-label={label}
      inputMode={isNumber ? 'numeric' : 'text'}
      autoComplete="off"
      autoCapitalize="none"
      maxLength={isNumber ? 12 : 40}
      placeholder={label}
      defaultValue={value ?? ''}
      className="min-h-11 w-full min-w-0 rounded-field border border-line-strong bg-surface px-3 py-2 text-16 leading-label text-ink placeholder:text-12 placeholder:text-sub-text hover:border-ink md:w-36"
    />
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
