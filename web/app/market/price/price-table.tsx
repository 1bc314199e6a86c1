import { formatYen } from '@kura/contract/money'
import { formatDay } from '../../platform/time.ts'
import { useWords } from '../../words/use-words.ts'
import type { ChartDay } from './price-days.ts'
import '../../words/market-words.ts'

const columns = ['volume', 'median', 'spread', 'floor'] as const

/** The chart as a table, latest day first; days on which nothing was sold and the floor stayed are left out. */
export function PriceTable({ days }: { days: readonly ChartDay[] }) {
  const { t, language } = useWords()
  const rows = days.filter(({ sold, floor }, n) => sold > 0 || n === 0 || floor !== days[n - 1]?.floor).toReversed()
  return (
    <details className="min-w-0">
      <summary className="inline-flex min-h-11 items-center text-14 font-medium text-indigo-text underline-offset-4 hover:underline">
        {t('market.chart.table')}
      </summary>
      <table className="tabular w-full border-y border-line text-12 text-ink sm:text-14">
        <caption className="sr-only">{t('market.chart')}</caption>
        <thead>
          <tr className="border-b border-line text-12 leading-label text-sub-text">
            <th scope="col" className="py-2 text-left font-normal">
              {t('market.chart.day')}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="py-2 pl-2 text-right font-normal">
                {t(`market.chart.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={row.day}>
              <th scope="row" className="py-2 text-left font-normal whitespace-nowrap">
                {formatDay(row.day, language)}
              </th>
              <td className="py-2 pl-2 text-right">{row.sold}</td>
              <td className="py-2 pl-2 text-right">{yen(row.medianPrice)}</td>
              <td className="py-2 pl-2 text-right">
                {row.minPrice === row.maxPrice
                  ? yen(row.minPrice)
                  : t('market.bounds', { min: yen(row.minPrice), max: yen(row.maxPrice) })}
              </td>
              <td className="py-2 pl-2 text-right">{yen(row.floor)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

const yen = (price: number | null): string => (price === null ? '–' : formatYen(price))
