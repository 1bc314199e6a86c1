import type { ApiOutput } from '@kura/contract/api'
import type { WordKey } from '../words/word-key.ts'
import '../words/selling-words.ts'

type Verdict = ApiOutput<'showItemControl'>['list']

/**
 * Why the holder of a token cannot do something with it, in words; undefined where nothing stands in the way. The verdict is about
 * all tokens of the item: that some are listed already says nothing of this one, and terms that changed are asked for on the way.
 */
export function reasonWord({ isAllowed, reason }: Verdict): WordKey | undefined {
  if (isAllowed || reason === null || reason === 'listed-already' || reason === 'terms-outdated') return undefined
  return words[reason] ?? 'own.why.other'
}

const words: Partial<Record<NonNullable<Verdict['reason']>, WordKey>> = {
  'signed-out': 'own.why.signed-out',
  'wallet-required': 'own.why.wallet-required',
  'not-owned': 'own.why.not-owned',
  'sales-paused': 'own.why.sales-paused',
  'seller-notice-missing': 'own.why.seller-notice-missing',
}
