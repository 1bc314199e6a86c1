import type { WordKey } from '../../words/word-key.ts'
import type { WalletStop } from './take-proof.ts'
import { WalletError } from './wallet-error.ts'
import type { WalletErrorKind } from './wallet-error.ts'
import '../../words/identity-words.ts'

export type FailedLink = Extract<WalletStop, { status: 'failed' }>

/**
 * The message of a failed link: its own or, if that is general, a better one from the wallet's
 * error.
 */
export function linkMessage({ messageKey, cause }: FailedLink): WordKey {
  if (messageKey !== 'wallet.error.unknown') return messageKey
  const kind = ownMessages.find((each) => cause instanceof WalletError && cause.kind === each)
  return kind === undefined ? messageKey : `wallet.error.${kind}`
}

/**
 * Errors with their own message when linking; the others occur only in transactions of a linked
 * wallet.
 */
const ownMessages = [
  'session-expired',
  'incorrect-device',
  'popup-blocked',
  'storage-full',
] as const satisfies WalletErrorKind[]

type FailureHandlers = {
  /** The error dialog; resolves when it is dismissed. */
  showError: (message: WordKey) => Promise<void>
  /** Called after the dialog with the failure. */
  onError: (failure: FailedLink) => void
}

/**
 * Reports a failed link: first the dialog, then `onError`. A refused bot check and a cancelled link
 * are not reported.
 */
export async function tellFailure(stop: WalletStop, { showError, onError }: FailureHandlers): Promise<void> {
  if (stop.status !== 'failed') return
  await showError(linkMessage(stop))
  onError(stop)
}
