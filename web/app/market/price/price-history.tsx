import { useId, useState } from 'react'
import { formatYen } from '@kura/contract/money'
import { useCall } from '../../platform/swr.ts'
import { classes } from '../../ui/classes.ts'
import { useWords } from '../../words/use-words.ts'
import { blankWord } from './blank-word.ts'
import type { Span } from './blank-word.ts'
import { fillDays, isBlank } from './price-days.ts'
import type { Chart } from './price-days.ts'
import { PriceChart } from './price-chart.tsx'
import { PriceTable } from './price-table.tsx'
import '../../words/market-words.ts'

const spans = ['30', '90', '365', 'all'] as const satisfies readonly Span[]
/** What the page brings; another span is asked for when it is chosen. */
const usualSpan: Span = '90'
const refreshMs = 60_000

/** What an item was sold and offered for between members, drawn and as a table. */
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
