import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Form, useSubmit } from 'react-router'
import type { CategoryView, Rarity, SeriesView } from '@kura/contract/item'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Select } from '../ui/field.tsx'
import { useIsHydrated } from '../session/use-session.ts'
import { useWords } from '../words/use-words.ts'
import { rarities, sorts } from './item-filters.ts'
import type { ItemFilters } from './item-filters.ts'

type FilterFormProps = {
  filters: ItemFilters
  series: readonly Pick<SeriesView, 'seriesId' | 'name'>[]
  categories: readonly CategoryView[]
}

/** The filters as a form whose fields are the address: each change is a new address, and without JavaScript a button sends it. */
export function FilterForm({ filters, series, categories }: FilterFormProps) {
  const { t, pick } = useWords()
  const submit = useSubmit()
  const isHydrated = useIsHydrated()
  const form = useRef<HTMLFormElement>(null)
  // another address, for example after a chip was removed, brings its own values; the fields stay, so does the focus
  useEffect(() => show(form.current, filters), [filters])
  const all = { value: '', label: t('item.filter.all') }
  return (
    <Form
      ref={form}
      action="/items"
      aria-label={t('item.filters')}
      onChange={(event) =>
        void submit(usefulFields(event.currentTarget), { action: '/items', preventScrollReset: true })
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

function RarityChoices({ chosen }: { chosen: readonly Rarity[] }) {
  const { t } = useWords()
  return (
    <fieldset className="col-span-2 min-w-0">
      <legend className="mb-1 text-12 leading-label text-sub-text">{t('item.filter.rarity')}</legend>
      <div className="no-scrollbar -mx-4 flex gap-2 overflow-x-auto px-4 sm:mx-0 sm:px-0">
        {rarities.map((rarity) => (
          <label
            key={rarity}
            className={classes(
              'inline-flex min-h-11 cursor-pointer items-center rounded-full border border-line bg-surface px-4 text-14 leading-label whitespace-nowrap text-ink hover:border-line-strong',
              'has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-indigo-text',
            )}
          >
            <input
              type="checkbox"
              name="rarity"
              value={rarity}
              defaultChecked={chosen.includes(rarity)}
              className="sr-only"
            />
            {t(`rarity.${rarity}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="grid min-w-0 gap-1 md:min-w-40">
      <span className="text-12 leading-label text-sub-text">{label}</span>
      {children}
    </label>
  )
}

function show(form: HTMLFormElement | null, filters: ItemFilters): void {
  for (const field of form?.elements ?? []) {
    if (field instanceof HTMLInputElement && field.type === 'checkbox')
      field.checked = rarities.some((rarity) => rarity === field.value && filters.rarity.includes(rarity))
    if (field instanceof HTMLSelectElement) field.value = { ...filters, rarity: '' }[field.name as keyof ItemFilters]
  }
}

/** The fields of the form without empty and usual ones, so that the address stays short. */
function usefulFields(form: HTMLFormElement): FormData {
  const fields = new FormData()
  for (const [name, value] of new FormData(form))
    if (value !== '' && !(name === 'sort' && value === 'new')) fields.append(name, value)
  return fields
}
