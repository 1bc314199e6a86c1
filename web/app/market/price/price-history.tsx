import { useId, useState } from 'react'
import { formatYen } from '@kura/contract/money'
import { useCall } from '../../platform/swr.ts'
import { classes } from '../../ui/classes.ts'
import { useWords } from '../../words/use-words.ts'
import { blankWord, fillDays, isBlank } from './price-days.ts'
import type { Span, Chart, ChartDay } from './price-days.ts'
import { PriceChart } from './price-chart.tsx'
import { formatDay } from '../../platform/format.ts'
import '../../words/market-words.ts'

const spans = ['30', '90', '365', 'all'] as const satisfies readonly Span[]
/** The range that the page brings; others are read when they are chosen. */
const usualSpan: Span = '90'
const refreshMs = 60_000

/** Past prices and listings of an item between members, as a chart and a table. */
export function PriceHistory({ itemId, chart }: { itemId: string; chart: Chart }) {
  const { t } = useWords()
  const [span, setSpan] = useState<Span>(usualSpan)
  const { data, error, isLoading } = useCall(
    'showItemChart',
    { params: { itemId }, query: { days: span } },
    {
      ...(span === usualSpan ? { fallbackData: chart } : {}),
      keepPreviousData: true,
      refreshInterval: refreshMs,
      refreshWhenHidden: false,
    },
  )
  const days = fillDays(data ?? chart)
  const sold = days.reduce((sum, day) => sum + day.sold, 0)
  const volume = days.reduce((sum, day) => sum + day.volumeYen, 0)
  const last = days.findLast((day) => day.sold > 0)
  return (
    <section aria-labelledby="chart-title" className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="chart-title" className="text-20 md:text-24">
          {t('market.chart')}
        </h2>
        <SpanChoice span={span} onChoose={setSpan} />
      </div>
      <p className="text-12 text-sub-text">{t('market.chart-lead')}</p>
      {isBlank(days) ? (
        <p className="rounded-card border border-dashed border-line px-6 py-10 text-center text-14">
          {t(blankWord(span, !isLoading && error === undefined))}
        </p>
      ) : (
        <div className={classes('grid min-w-0 gap-4 transition-opacity', isLoading && 'opacity-60')}>
          <dl className="flex flex-wrap gap-x-8 gap-y-2 text-14">
            <Total name={t('market.chart.total')} value={t('market.chart.sold', { count: sold })} />
            <Total name={t('market.chart.turnover')} value={formatYen(volume)} />
            {last?.medianPrice != null && <Total name={t('market.chart.last')} value={formatYen(last.medianPrice)} />}
          </dl>
          <PriceChart key={`${span}${days.length}`} days={days} />
          <PriceTable days={days} />
        </div>
      )}
    </section>
  )
}

function Total({ name, value }: { name: string; value: string }) {
  return (
    <div className="grid">
      <dt className="text-12 text-sub-text">{name}</dt>
      <dd className="tabular font-semibold text-ink">{value}</dd>
    </div>
  )
}

function SpanChoice({ span, onChoose }: { span: Span; onChoose: (span: Span) => void }) {
  const { t } = useWords()
  const name = useId()
  return (
    <fieldset>
      <legend className="sr-only">{t('market.chart.range')}</legend>
      <div className="flex flex-wrap gap-1">
        {spans.map((each) => (
          <label
            key={each}
            className="inline-flex min-h-11 cursor-pointer items-center rounded-full px-3 text-14 leading-label whitespace-nowrap text-ink hover:bg-ground has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-indigo-text"
          >
            <input
              type="radio"
              name={name}
              value={each}
              checked={each === span}
              onChange={() => onChoose(each)}
              className="sr-only"
            />
            {each === 'all' ? t('market.chart.all') : t('market.chart.days', { count: Number(each) })}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const columns = ['volume', 'median', 'spread', 'floor'] as const

/** The chart as a table, latest day first; days on which nothing was sold and the floor stayed are left out. */
function PriceTable({ days }: { days: readonly ChartDay[] }) {
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
