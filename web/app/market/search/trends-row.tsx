import type { ApiOutput } from '@kura/contract/api'
import { formatYen } from '@kura/contract/money'
import { ItemCard } from '../../catalogue/item/item-card.tsx'
import { Section } from '../../ui/section.tsx'
import { useWords } from '../../words/use-words.ts'

export type Trend = ApiOutput<'listTrends'>['items'][number]

/** The items most sold between members lately, in one row; nothing when nothing was. Uses words of every page only. */
export function TrendsRow({ trends, to }: { trends: readonly Trend[]; to?: string }) {
  const { t } = useWords()
  if (trends.length === 0) return null
  return (
    <Section title={t('home.trends')} to={to}>
      <ul className="piece-row">
        {trends.map(({ item, sold, minPrice }) => (
          <li key={item.itemId}>
            <ItemCard
              item={item}
              line={{
                lead: minPrice === null ? null : t('item.offered-from', { price: formatYen(minPrice) }),
                note: t('item.sold-lately', { count: sold }),
              }}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}
