import type { ReactNode } from 'react'
import type { CategoryView, ItemCountsView, Rarity, SeriesView } from '@kura/contract/catalogue/item'
import { Select } from '../../ui/field.tsx'
import { classes } from '../../ui/classes.ts'
import { useWords } from '../../words/use-words.ts'
import type { Translate } from '../../words/use-words.ts'
import { rarities, itemsHref } from './item-filters.ts'
import type { ItemFilters } from './item-filters.ts'
import { AppliedChips } from '../../ui/applied-chips.tsx'
import type { Applied } from '../../ui/applied-chips.tsx'
import type { Words } from '@kura/contract/ids'

/** A small label above a filter control. */
export function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="grid min-w-0 gap-1 md:min-w-40">
      <span className="text-12 leading-label text-sub-text">{label}</span>
      {children}
    </label>
  )
}

/** Checkboxes for rarities, as pills. */
function RarityChoices({ chosen, counts }: { chosen: readonly Rarity[]; counts: ItemCountsView }) {
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
            {withCount(t(`rarity.${rarity}`), counts.rarities[rarity], counts, t)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export type Names = {
  series: readonly Pick<SeriesView, 'seriesId' | 'name'>[]
  categories: readonly CategoryView[]
}
/** What can be chosen, and how many items each choice would leave. */
export type Choices = Names & { counts: ItemCountsView }
type Chosen = Pick<ItemFilters, 'series' | 'category' | 'rarity'>

const withCount = (name: string, count: number | undefined, { isExact }: ItemCountsView, t: Translate): string =>
  t(isExact ? 'item.filter.choice' : 'item.filter.choice-least', { name, count: count ?? 0 })

/** The fields that every list of pieces has: series, category and rarities. */
export function PieceFields({ chosen, series, categories, counts }: { chosen: Chosen } & Choices) {
  const { t, pick } = useWords()
  const all = { value: '', label: t('item.filter.all') }
  return (
    <>
      <Labelled label={t('item.filter.series')}>
        <Select
          name="series"
          defaultValue={chosen.series}
          choices={[
            all,
            ...series.map(({ seriesId, name }) => ({
              value: seriesId,
              label: withCount(pick(name), counts.series[seriesId], counts, t),
            })),
          ]}
        />
      </Labelled>
      <Labelled label={t('item.filter.category')}>
        <Select
          name="category"
          defaultValue={chosen.category}
          choices={[
            all,
            ...categories.map(({ slug, name }) => ({
              value: slug,
              label: withCount(pick(name), counts.categories[slug], counts, t),
            })),
          ]}
        />
      </Labelled>
      <RarityChoices chosen={chosen.rarity} counts={counts} />
    </>
  )
}

type Narrowing = Omit<ItemFilters, 'sort'>

/** The active filters. */
export function AppliedFilters({ filters, ...names }: { filters: ItemFilters } & Names) {
  const { t, pick } = useWords()
  const applied = listApplied(filters, names, { t, pick }, (without) => itemsHref({ ...filters, ...without }))
  return <AppliedChips applied={applied} clearTo={itemsHref({ sort: filters.sort })} />
}

/** The active filters of an item list, each with the address of the list without it. */
export function listApplied(
  filters: Narrowing,
  { series, categories }: Names,
  { t, pick }: { t: Translate; pick: (words: Words) => string },
  hrefWithout: (without: Partial<Narrowing>) => string,
): Applied[] {
  const nameOfSeries = series.find(({ seriesId }) => seriesId === filters.series)?.name
  const nameOfCategory = categories.find(({ slug }) => slug === filters.category)?.name
  const applied: { key: string; name: string; without: Partial<Narrowing> }[] = [
    ...(filters.q ? [{ key: 'q', name: `“${filters.q}”`, without: { q: '' } }] : []),
    ...(filters.series
      ? [{ key: 'series', name: nameOfSeries ? pick(nameOfSeries) : filters.series, without: { series: '' } }]
      : []),
    ...(filters.category
      ? [{ key: 'category', name: nameOfCategory ? pick(nameOfCategory) : filters.category, without: { category: '' } }]
      : []),
    ...filters.rarity.map((rarity) => ({
      key: rarity,
      name: t(`rarity.${rarity}`),
      without: { rarity: filters.rarity.filter((other) => other !== rarity) },
    })),
  ]
  return applied.map(({ key, name, without }) => ({ key, name, to: hrefWithout(without) }))
}
