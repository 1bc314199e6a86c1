import type { WordKey } from '../../words/word-key.ts'
import { isDefinite } from './wallet-error.ts'
import type { WalletError } from './wallet-error.ts'
import '../../words/signing-words.ts'

/** What a member is told of a failure of the wallet. Where it may have been sent, neither that it failed nor that nothing changed. */
export function failureWords(error: WalletError): { title: WordKey; text: WordKey } {
  if (isDefinite(error)) return { title: 'signing.failed', text: `signing.error.${error.kind}` }
  return {
    title: 'signing.unclear',
    text: error.kind === 'not-reached' ? 'signing.error.not-reached' : 'signing.unclear-wait',
  }
}
