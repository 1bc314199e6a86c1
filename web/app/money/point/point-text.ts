import { formatCount } from '../../platform/format.ts'
import type { Language } from '../../platform/preferences.ts'
import type { Translate } from '../../words/use-words.ts'
import '../../words/point-words.ts'

/** So many points, in the words and figures of the language. */
export const pointText = (t: Translate, language: Language, count: number): string =>
  t('point.amount', { count, amount: formatCount(count, language) })
