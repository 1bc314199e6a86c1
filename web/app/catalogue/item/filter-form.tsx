import { useRef } from 'react'
import { Form, useSubmit } from 'react-router'
import { links } from '../../platform/links.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { usefulFields, useShownValues } from '../../ui/send-form.ts'
import { useIsHydrated } from '../../platform/session.ts'
import { useWords } from '../../words/use-words.ts'
import type { Names } from './applied-filters.tsx'
import { Labelled, RarityChoices } from './filter-fields.tsx'
import { sorts } from './item-filters.ts'
import type { ItemFilters } from './item-filters.ts'

/** The filters as a form whose fields are the address: each change is a new address, and without JavaScript a button sends it. */
export function FilterForm({ filters, series, categories }: { filters: ItemFilters } & Names) {
  const { t, pick } = useWords()
  const submit = useSubmit()
  const isHydrated = useIsHydrated()
  const form = useRef<HTMLFormElement>(null)
  // another address, for example after a chip was removed, brings its own values; the fields stay, so does the focus
  useShownValues(form, filters)
  const all = { value: '', label: t('item.filter.all') }
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
