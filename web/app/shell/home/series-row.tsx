import type { ItemCardView, SeriesView } from '@kura/contract/catalogue/item'
import { ItemRow } from '../../catalogue/item/item-row.tsx'
import { links } from '../../platform/links.ts'
import { Section } from '../../ui/section.tsx'
import { useWords } from '../../words/use-words.ts'

/** A series and its newest items in one row. */
export function SeriesRow({ series, items }: { series: SeriesView; items: readonly ItemCardView[] }) {
  const { pick } = useWords()
  if (items.length === 0) return null
  return (
    <Section title={pick(series.name)} to={links.series(series.seriesId)}>
      <ItemRow items={items} />
    </Section>
  )
}
