import type { CategoryView, SeriesView } from '@kura/contract/catalogue/item'
import { AppliedChips } from '../../ui/applied-chips.tsx'
import type { Applied } from '../../ui/applied-chips.tsx'
import { useWords } from '../../words/use-words.ts'
import type { Translate } from '../../words/use-words.ts'
import type { Words } from '@kura/contract/ids'
import { itemsHref } from './item-filters.ts'
import type { ItemFilters } from './item-filters.ts'

export type Names = {
  series: readonly Pick<SeriesView, 'seriesId' | 'name'>[]
  categories: readonly CategoryView[]
}
type Narrowing = Omit<ItemFilters, 'sort'>

/** What narrows the list right now. */
export function AppliedFilters({ filters, ...names }: { filters: ItemFilters } & Names) {
  const { t, pick } = useWords()
  const applied = listApplied(filters, names, { t, pick }, (without) => itemsHref({ ...filters, ...without }))
  return <AppliedChips applied={applied} clearTo={itemsHref({ sort: filters.sort })} />
}

/** What narrows a list of items, with the address of the list without it. */
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
