import { useState } from 'react'
import type { PointerEvent } from 'react'
import { formatYen } from '@kura/contract/money'
import { formatDay } from '../../platform/format.ts'
import { useWords } from '../../words/use-words.ts'
import type { ChartDay, PriceScale } from './price-days.ts'
import { heightOf, priceScale, sayDay } from './price-days.ts'
import '../../words/market-words.ts'

/** The drawing's own units; it is stretched to the place it has, lines and dots keep their width. */
const width = 1000
const height = 400
const barHeight = 100

/**
 * Daily median prices as a line, the daily range as a stroke, the lowest listing as an area, and
 * below it the number of sales. A slider over it, moved by touch, pointer or keys, reads out one
 * day. `days` is not empty.
 */
export function PriceChart({ days }: { days: readonly ChartDay[] }) {
  const { t, language } = useWords()
  const [at, setAt] = useState(() => latestSale(days))
  const index = Math.min(at, days.length - 1)
  const day = days[index]
  const handleMove = (event: PointerEvent<HTMLElement>): void => {
    if (event.pointerType !== 'mouse') return
    const { left, width: shown } = event.currentTarget.getBoundingClientRect()
    const found = Math.floor(((event.clientX - left) / shown) * days.length)
    setAt(Math.max(0, Math.min(days.length - 1, found)))
  }
  const scale = priceScale(days.flatMap(({ minPrice, maxPrice, floor }) => [minPrice, maxPrice, floor]).filter(isPrice))
  const labels = [days[0], days[Math.floor((days.length - 1) / 2)], days.at(-1)]
  return (
    <div className="grid min-w-0 gap-3">
      {day && <ReadOut day={day} />}
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <ol
          aria-hidden="true"
          className="flex h-56 flex-col-reverse justify-between self-start text-right text-12 text-sub-text"
        >
          {scale.lines.map((price) => (
            <li key={price} className="tabular flex h-0 items-center justify-end leading-none">
              {formatYen(price)}
            </li>
          ))}
        </ol>
        <div
          onPointerMove={handleMove}
          className="relative row-span-2 grid grid-rows-[224px_48px] gap-y-2 rounded-field has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-indigo-text"
        >
          <Prices days={days} index={index} scale={scale} />
          <Bars days={days} index={index} />
          <input
            type="range"
            min={0}
            max={days.length - 1}
            value={index}
            onChange={(event) => setAt(Number(event.currentTarget.value))}
            aria-label={t('market.chart.slider')}
            aria-valuetext={day && sayDay(day, t, language)}
            className="absolute inset-0 size-full cursor-crosshair touch-pan-y opacity-0"
          />
        </div>
        <p aria-hidden="true" className="mt-2 self-end text-right text-12 text-sub-text">
          {t('market.chart.volume')}
        </p>
        <p
          aria-hidden="true"
          className="tabular col-start-2 mt-1 flex justify-between text-12 leading-label text-sub-text"
        >
          {[...new Set(labels)].map((each) => each && <span key={each.day}>{formatDay(each.day, language)}</span>)}
        </p>
      </div>
      <Legend />
    </div>
  )
}

const isPrice = (price: number | null): price is number => price !== null

/** The day the chart speaks of first. */
function latestSale(days: readonly ChartDay[]): number {
  const found = days.findLastIndex(({ sold }) => sold > 0)
  return found === -1 ? days.length - 1 : found
}

type DrawingProps = { days: readonly ChartDay[]; index: number }

function Prices({ days, index, scale }: DrawingProps & { scale: PriceScale }) {
  const place = (n: number): number => ((n + 0.5) / days.length) * width
  const y = (price: number): number => heightOf(price, scale, height)
  const sales = days.flatMap(({ minPrice, medianPrice, maxPrice }, n) =>
    minPrice === null || medianPrice === null || maxPrice === null
      ? []
      : [{ x: place(n), low: y(minPrice), middle: y(medianPrice), high: y(maxPrice) }],
  )
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="size-full overflow-visible"
    >
      {scale.lines.map((price) => (
        <path key={price} d={`M0 ${y(price)}H${width}`} className="stroke-line" {...thin} />
      ))}
      <Floor days={days} y={y} />
      <path d={`M${place(index)} 0V${height}`} className="stroke-line-strong" {...thin} />
      <g className="fill-none stroke-indigo-text">
        <path d={sales.map(({ x, low, high }) => `M${x} ${low}V${high}`).join('')} opacity="0.4" {...thick} />
        <path d={sales.map(({ x, middle }, n) => `${n === 0 ? 'M' : 'L'}${x} ${middle}`).join('')} {...line} />
        <path d={sales.map(({ x, middle }) => `M${x} ${middle}h.01`).join('')} {...dot} />
      </g>
    </svg>
  )
}

// strokes are in screen pixels, however the drawing is stretched; a zero-length one with round ends
// is a dot
const even = { vectorEffect: 'non-scaling-stroke', strokeLinecap: 'round', strokeLinejoin: 'round' } as const
const thin = { ...even, strokeWidth: 1, strokeLinecap: 'butt' } as const
const line = { ...even, strokeWidth: 2 } as const
const thick = { ...even, strokeWidth: 4 } as const
const dot = { ...even, strokeWidth: 7 } as const

/** The lowest listing of each day as an area with an edge, open on days without listings. */
function Floor({ days, y }: { days: readonly ChartDay[]; y: (price: number) => number }) {
  const steps = days.flatMap(({ floor }, n) =>
    floor === null ? [] : [{ left: (n / days.length) * width, right: ((n + 1) / days.length) * width, top: y(floor) }],
  )
  return (
    <>
      <path
        d={steps.map(({ left, right, top }) => `M${left} ${top}H${right}V${height}H${left}Z`).join('')}
        className="fill-ground"
      />
      <path
        d={steps.map(({ left, right, top }) => `M${left} ${top}H${right}`).join('')}
        className="fill-none stroke-sub"
        {...line}
        strokeLinecap="butt"
      />
    </>
  )
}

/** How many were sold on each day. */
function Bars({ days, index }: DrawingProps) {
  const most = Math.max(1, ...days.map(({ sold }) => sold))
  const step = width / days.length
  return (
    <svg
      viewBox={`0 0 ${width} ${barHeight}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="size-full border-b border-line"
    >
      {days.map(
        ({ day, sold }, n) =>
          sold > 0 && (
            <rect
              key={day}
              x={n * step + step * 0.15}
              y={barHeight - (sold / most) * barHeight}
              width={step * 0.7}
              height={(sold / most) * barHeight}
              className={n === index ? 'fill-indigo-text' : 'fill-line-strong'}
            />
          ),
      )}
    </svg>
  )
}

function ReadOut({ day }: { day: ChartDay }) {
  const { t, language } = useWords()
  const { medianPrice, minPrice, maxPrice, floor, sold } = day
  return (
    <p
      aria-hidden="true"
      className="tabular flex min-h-11 flex-wrap items-center gap-x-4 rounded-field bg-ground px-3 py-2 text-12 leading-label text-ink"
    >
      <span className="font-semibold">{formatDay(day.day, language)}</span>
      <span>{t('market.chart.sold', { count: sold })}</span>
      {medianPrice !== null && (
        <span>
          {t('market.chart.median')} <b>{formatYen(medianPrice)}</b>
        </span>
      )}
      {minPrice !== null && maxPrice !== null && minPrice !== maxPrice && (
        <span>{t('market.bounds', { min: formatYen(minPrice), max: formatYen(maxPrice) })}</span>
      )}
      {floor !== null && (
        <span>
          {t('market.chart.floor')} <b>{formatYen(floor)}</b>
        </span>
      )}
    </p>
  )
}

function Legend() {
  const { t } = useWords()
  return (
    <ul aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-sub-text">
      <li className="flex items-center gap-1.5">
        <svg viewBox="0 0 20 10" className="h-2.5 w-5">
          <path d="M0 5H20M10 5h.01" className="stroke-indigo-text" {...line} />
          <path d="M10 5h.01" className="stroke-indigo-text" {...dot} />
        </svg>
        {t('market.chart.median')}
      </li>
      <li className="flex items-center gap-1.5">
        <svg viewBox="0 0 20 10" className="h-2.5 w-5">
          <path d="M10 1V9" className="stroke-indigo-text" opacity="0.4" {...thick} />
        </svg>
        {t('market.chart.spread')}
      </li>
      <li className="flex items-center gap-1.5">
        <svg viewBox="0 0 20 10" className="h-2.5 w-5">
          <path d="M0 2H20V10H0Z" className="fill-ground" />
          <path d="M0 2H20" className="stroke-sub" {...line} />
        </svg>
        {t('market.chart.floor')}
      </li>
    </ul>
  )
}
