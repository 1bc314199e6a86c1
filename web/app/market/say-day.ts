import { formatYen } from '@kura/contract/money'
import type { Language } from '../preferences.ts'
import { formatDay } from '../time.ts'
import type { Translate } from '../words/use-words.ts'
import type { ChartDay } from './fill-days.ts'
import '../words/market-words.ts'

/** A day of the chart in one sentence. */
export function sayDay(
  { day, sold, medianPrice, minPrice, maxPrice, floor }: ChartDay,
  t: Translate,
  language: Language,
) {
  const words = { day: formatDay(day, language) }
  if (medianPrice !== null && minPrice !== null && maxPrice !== null) {
    const prices = { median: formatYen(medianPrice), min: formatYen(minPrice), max: formatYen(maxPrice) }
    return t('market.chart.say', { ...words, ...prices, count: sold })
  }
  return floor === null
    ? t('market.chart.say-none', words)
    : t('market.chart.say-floor', { ...words, floor: formatYen(floor) })
}
