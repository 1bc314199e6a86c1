import { Link } from 'react-router'
import type { CategoryView, SeriesView } from '@kura/contract/item'
import { RemoveChip } from '../ui/chips.tsx'
import { useWords } from '../words/use-words.ts'
import { isNarrowed, itemsHref } from './item-filters.ts'
import type { ItemFilters } from './item-filters.ts'

type AppliedProps = {
  filters: ItemFilters
  series: readonly Pick<SeriesView, 'seriesId' | 'name'>[]
  categories: readonly CategoryView[]
}

/** What narrows the list right now, each to be taken away by one press. */
export function AppliedFilters({ filters, series, categories }: AppliedProps) {
  const { t, pick } = useWords()
  if (!isNarrowed(filters)) return null
  const nameOfSeries = series.find(({ seriesId }) => seriesId === filters.series)?.name
  const nameOfCategory = categories.find(({ slug }) => slug === filters.category)?.name
  const applied: { key: string; name: string; without: Partial<ItemFilters> }[] = [
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
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <ul aria-label={t('item.filter.applied')} className="flex flex-wrap gap-2">
        {applied.map(({ key, name, without }) => (
          <RemoveChip key={key} to={itemsHref({ ...filters, ...without })} label={t('item.filter.remove', { name })}>
            {name}
          </RemoveChip>
        ))}
      </ul>
      <Link
        to={itemsHref({ sort: filters.sort })}
        preventScrollReset
        className="inline-flex min-h-11 items-center text-14 text-indigo-text hover:underline"
      >
        {t('item.filter.clear')}
      </Link>
    </div>
  )
}
