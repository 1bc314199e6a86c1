import { formatYen } from '@kura/contract/money'
import type { Language } from '../../platform/preferences.ts'
import { formatDay } from '../../platform/time.ts'
import type { Translate } from '../../words/use-words.ts'
import type { ChartDay } from './price-days.ts'
import '../../words/market-words.ts'

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
