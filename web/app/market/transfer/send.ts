import type { ErrorBody } from '@kura/contract/errors'
import type { Result } from '@kura/contract/result'
import type { SentTransaction } from '../../identity/wallet/run-transaction.ts'
import { isDefinite, toWalletError } from '../../identity/wallet/wallet-error.ts'
import type { WalletError } from '../../identity/wallet/wallet-error.ts'

/** How something is sent by the member's wallet: what is noted before, what the wallet runs, and what is told afterwards. */
export type SendSteps<D> = {
  draft: () => Promise<Result<D>>
  /** Has the wallet sign and send it; throws a WalletError. */
  run: (draft: D) => Promise<SentTransaction>
  report: (draft: D, transactionId: string) => Promise<Result<unknown>>
  giveUp: (draft: D) => Promise<Result<unknown>>
  onStage: (stage: SendStage) => void
}
export type SendStage = 'drafting' | 'wallet'

export type SendEnd<D> =
  | { status: 'sent'; draft: D; sent: SentTransaction }
  /** The wallet may have sent it all the same: what becomes of it is to be looked at. */
  | { status: 'unknown'; draft: D; error: WalletError }
  /** Nothing was sent, and nothing will come of it. */
  | { status: 'stopped'; error: WalletError }
  | { status: 'refused'; body: ErrorBody }

/**
 * Sends something: the wish is noted, then the wallet opens. What the wallet did not send is given up at once, so that the token is free;
 * what it may have sent stays, for only the chain can tell. The server hears of the transaction as a hint, and may not.
 */
export async function send<D>({ draft: make, run, report, giveUp, onStage }: SendSteps<D>): Promise<SendEnd<D>> {
  onStage('drafting')
  const drafted = await make()
  if (!drafted.ok) return { status: 'refused', body: drafted.body }
  const draft = drafted.data
  onStage('wallet')
  try {
    const sent = await run(draft)
    await report(draft, sent.transactionId)
    return { status: 'sent', draft, sent }
  } catch (thrown) {
    const error = toWalletError(thrown)
    if (!isDefinite(error)) return { status: 'unknown', draft, error }
    await giveUp(draft)
    return { status: 'stopped', error }
  }
}
