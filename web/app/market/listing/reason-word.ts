import type { ApiOutput } from '@kura/contract/api'
import type { WordKey } from '../../words/word-key.ts'
import '../../words/selling-words.ts'

type Verdict = ApiOutput<'showItemControl'>['list']
type Reason = NonNullable<Verdict['reason']>

/**
 * Why the holder of a token cannot do something with it, in words; undefined where nothing stands in the way. The verdict is about
 * all tokens of the item: where they are offered or given already says nothing of this one, whose own state is asked for, and terms that
 * changed are asked for on the way.
 */
export function reasonWord({ isAllowed, reason }: Verdict): WordKey | undefined {
  return isAllowed || reason === null ? undefined : words[reason]
}

const words: Record<Reason, WordKey | undefined> = {
  'signed-out': 'own.why.signed-out',
  'wallet-required': 'own.why.wallet-required',
  'not-owned': 'own.why.not-owned',
  'sales-paused': 'own.why.sales-paused',
  'seller-notice-missing': 'own.why.seller-notice-missing',
  'terms-outdated': undefined,
  'listed-already': undefined,
  'offered-as-gift': undefined,
  // of buying alone
  'not-listed': 'own.why.other',
  'own-listing': 'own.why.other',
  'not-yet': 'own.why.other',
  'wallet-changing': 'own.why.other',
}
