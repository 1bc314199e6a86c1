import type { ApiOutput } from '@kura/contract/api'
import { formatYen } from '@kura/contract/money'
import type { chartSpans } from '@kura/contract/catalogue/item'
import type { Language } from '../../platform/preferences.ts'
import { formatDay } from '../../platform/format.ts'
import type { Translate } from '../../words/use-words.ts'
import type { WordKey } from '../../words/word-key.ts'
import '../../words/market-words.ts'

export type Chart = ApiOutput<'showItemChart'>
/** One day of the chart; prices are null without a sale, the floor without a listing. */
export type ChartDay = Chart['days'][number]

const dayMs = 86_400_000

/**
 * Every day of a chart, including days the API leaves out because nothing changed: their floor is
 * that of the day before.
 */
export function fillDays({ from, to, floorBefore, days }: Chart): ChartDay[] {
  const known = new Map(days.map((day) => [day.day, day]))
  const filled: ChartDay[] = []
  let floor = floorBefore
  for (let at = Date.parse(from); at <= Date.parse(to); at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10)
    const found = known.get(day)
    if (found) floor = found.floor
    filled.push(found ?? { day, sold: 0, volumeYen: 0, medianPrice: null, minPrice: null, maxPrice: null, floor })
  }
  return filled
}

/** Whether there is anything to draw. */
export const isBlank = (days: readonly ChartDay[]): boolean =>
  days.every(({ sold, floor }) => sold === 0 && floor === null)

/** A day of the chart in one sentence: all that is drawn of it. */
export function sayDay(
  { day, sold, medianPrice, minPrice, maxPrice, floor }: ChartDay,
  t: Translate,
  language: Language,
) {
  const words = { day: formatDay(day, language) }
  if (medianPrice !== null && minPrice !== null && maxPrice !== null) {
    const prices = { median: formatYen(medianPrice), min: formatYen(minPrice), max: formatYen(maxPrice) }
    const sale = { ...words, ...prices, count: sold }
    return floor === null
      ? t('market.chart.say', sale)
      : t('market.chart.say-both', { ...sale, floor: formatYen(floor) })
  }
  return floor === null
    ? t('market.chart.say-none', words)
    : t('market.chart.say-floor', { ...words, floor: formatYen(floor) })
}

/**
 * A scale of prices: its bottom and top, and the prices at its evenly spaced lines from the bottom
 * up.
 */
export type PriceScale = { bottom: number; top: number; lines: number[] }

const spaces = 4
const steps = [1, 2, 2.5, 5, 10]

/** The tightest scale of round prices that holds them all. Whole yen; no price at all gives a scale from 0. */
export function priceScale(prices: readonly number[]): PriceScale {
  const least = prices.length === 0 ? 0 : Math.min(...prices)
  const most = prices.length === 0 ? 0 : Math.max(...prices)
  for (let power = 1; ; power *= 10)
    for (const each of steps) {
      const step = each * power
      if (!Number.isInteger(step)) continue
      const bottom = Math.floor(least / step) * step
      const top = bottom + step * spaces
      if (top >= most) return { bottom, top, lines: Array.from({ length: spaces + 1 }, (_, n) => bottom + n * step) }
    }
}

/** How far from the top of a drawing of this height a price is. */
export const heightOf = (price: number, { bottom, top }: PriceScale, height: number): number =>
  Math.round(((top - price) / (top - bottom)) * height * 100) / 100

/** A period of the chart: its last days, or all of them. */
export type Span = (typeof chartSpans)[number]

/**
 * The words for an empty chart. Only the full range shows that nothing was ever sold, and only once
 * its own response has arrived: until then, the previous range is shown.
 */
export const blankWord = (span: Span, isAnswered: boolean): WordKey =>
  span === 'all' && isAnswered ? 'market.chart.empty' : 'market.chart.empty-range'
