import type { WordKey } from '../../words/word-key.ts'
import type { WalletStop } from './take-proof.ts'
import { WalletError } from './wallet-error.ts'
import type { WalletErrorKind } from './wallet-error.ts'
import '../../words/identity-words.ts'

export type FailedLink = Extract<WalletStop, { status: 'failed' }>

/** What a failed link says: its own message; where that knows nothing, a better one if the wallet told what was the matter. */
export function linkMessage({ messageKey, cause }: FailedLink): WordKey {
  if (messageKey !== 'wallet.error.unknown') return messageKey
  const kind = told.find((each) => cause instanceof WalletError && cause.kind === each)
  return kind === undefined ? messageKey : `wallet.error.${kind}`
}

/** What linking has words of its own for; the rest happens only to what a linked wallet runs. */
const told = [
  'session-expired',
  'incorrect-device',
  'popup-blocked',
  'storage-full',
] as const satisfies WalletErrorKind[]

type Told = {
  /** The error dialog; resolves when it is dismissed. */
  showError: (message: WordKey) => Promise<void>
  /** The one who asked for the link and wants to hear of its failure. */
  onError: (failure: FailedLink) => void
}

/** Tells of a link that failed: the dialog first, then the one who asked. A refused bot check and a cancelled link are neither. */
export async function tellFailure(stop: WalletStop, { showError, onError }: Told): Promise<void> {
  if (stop.status !== 'failed') return
  await showError(linkMessage(stop))
  onError(stop)
}
