import type { chartSpans } from '@kura/contract/catalogue/item'
import type { WordKey } from '../../words/word-key.ts'
import '../../words/market-words.ts'

/** A period of the chart: its last days, or all of them. */
export type Span = (typeof chartSpans)[number]

/**
 * What is said of a chart with nothing to draw. Only the whole time tells that nothing was ever sold, and only once its own answer
 * came: until then, the one of the former span is shown.
 */
export const blankWord = (span: Span, isAnswered: boolean): WordKey =>
  span === 'all' && isAnswered ? 'market.chart.empty' : 'market.chart.empty-range'
