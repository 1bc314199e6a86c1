import type { WordKey } from '../words/word-key.ts'
import type { WalletStop } from './take-proof.ts'
import { WalletError } from './wallet-error.ts'

/** What a failed link says: the specification's message, or a better one where the wallet told what was the matter. */
export function linkMessage({ messageKey, cause }: Extract<WalletStop, { status: 'failed' }>): WordKey {
  const kind = cause instanceof WalletError ? cause.kind : 'unknown'
  return kind === 'unknown' || kind === 'user-rejected' ? messageKey : `wallet.error.${kind}`
}
