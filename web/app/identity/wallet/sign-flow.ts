import type { ErrorBody, ErrorCode } from '@kura/contract/errors'
import type { Result } from '@kura/contract/result'
import type { SentTransaction } from './run-transaction.ts'
import { askWallet, untilSealed } from './signing.ts'
import type { Failed, SigningStage } from './signing.ts'
import { isDefinite } from './wallet-error.ts'
import type { WalletError } from './wallet-error.ts'
import type { WordKey } from '../../words/word-key.ts'
import '../../words/signing-words.ts'

type Steps<D, R> = {
  /** Has the wallet sign and send it; throws a WalletError. */
  sign: (draft: D) => Promise<SentTransaction>
  /** Reports the transaction to the server: a hint, which may be lost. */
  report: (draft: D, transactionId: string) => Promise<Result<R>>
  rollBack: (draft: D) => Promise<Result<unknown>>
  onStage: (stage: SigningStage) => void
}

/**
 * How something is sent for another page to follow: the server records a draft before the wallet
 * opens.
 */
export type SendSteps<D> = Steps<D, unknown> & { draft: () => Promise<Result<D>> }

/** How this page signs an existing draft and follows it to its end. */
export type FollowSteps<D, R> = Steps<D, R> & {
  /** Remembers it beyond this page, until it ends. */
  keep: (draft: D, transactionId?: string) => void
  drop: (draft: D) => void
  /** The state in the server's response: done, over at once, or undefined while it is open. */
  standingOf: (reported: R) => 'done' | 'over' | undefined
  /** Whether a refused roll-back means that it is on chain after all. */
  isOnChain: (code: ErrorCode) => boolean
  wait: (ms: number) => Promise<void>
}

/** The wallet did not report whether it sent it. Nothing is rolled back: the chain decides. */
type Unclear<D> = { status: 'unclear'; draft: D }

export type SendEnd<D> =
  /** Refused by us, before the wallet opened. */
  { status: 'refused'; body: ErrorBody } | { status: 'sent'; draft: D; sent: SentTransaction } | Unclear<D> | Failed

export type FollowEnd<D> =
  | { status: 'done' }
  /** It was recorded and ended at once, for example because its seller may no longer sell. */
  | { status: 'over' }
  /** Sent, with the outcome not known yet; the chain decides. */
  | { status: 'late' }
  | Unclear<D>
  /** It failed and was rolled back. */
  | Failed

const everyMs = 1000
const polls = 60
const rollBackTries = 3

/**
 * Records a draft, then opens the wallet. What the wallet did not send is rolled back at once, so
 * that the token is free. What it may have sent is kept, because only the chain decides. Never
 * throws.
 */
export async function signAndSend<D>({ draft: make, sign, ...steps }: SendSteps<D>): Promise<SendEnd<D>> {
  steps.onStage('preparing')
  const drafted = await make()
  if (!drafted.ok) return { status: 'refused', body: drafted.body }
  const draft = drafted.data
  const signed = await askWallet(() => sign(draft), steps.onStage)
  if (signed.status === 'given') {
    await steps.report(draft, signed.value.transactionId)
    return { status: 'sent', draft, sent: signed.value }
  }
  if (!isDefinite(signed.error)) return { status: 'unclear', draft }
  await steps.rollBack(draft)
  return signed
}

/**
 * Has the wallet sign a draft and follows it to its end. Rolls back a certain failure. Never
 * throws.
 */
export async function signAndFollow<D, R>(steps: FollowSteps<D, R>, draft: D): Promise<FollowEnd<D>> {
  steps.keep(draft)
  const signed = await askWallet(() => steps.sign(draft), steps.onStage)
  if (signed.status === 'given') {
    steps.keep(draft, signed.value.transactionId)
    return follow(steps, draft, signed.value)
  }
  if (isDefinite(signed.error)) return rollBack(steps, { draft }, signed.error)
  // it may be on its way: the next visit must not roll it back
  steps.drop(draft)
  return { status: 'unclear', draft }
}

/** Follows what was sent, by this page or one that was closed. */
export async function follow<D, R>(
  steps: Omit<FollowSteps<D, R>, 'sign'>,
  draft: D,
  sent: SentTransaction,
): Promise<FollowEnd<D>> {
  const { transactionId } = sent
  steps.onStage('sealing')
  await steps.report(draft, transactionId)
  const sealed = await untilSealed(sent)
  // when the network does not respond, the server may still know
  if (sealed.status === 'failed' && isDefinite(sealed.error))
    return rollBack(steps, { draft, transactionId }, sealed.error)
  steps.onStage('recording')
  return untilRecorded(steps, draft, transactionId)
}

/** Reports the transaction each time, in case an earlier report was lost. */
async function untilRecorded<D, R>(
  steps: Omit<FollowSteps<D, R>, 'sign'>,
  draft: D,
  transactionId: string,
): Promise<FollowEnd<D>> {
  for (let poll = 0; poll < polls; poll += 1) {
    const reported = await steps.report(draft, transactionId)
    const standing = reported.ok ? steps.standingOf(reported.data) : undefined
    if (standing) {
      steps.drop(draft)
      return { status: standing }
    }
    await steps.wait(everyMs)
  }
  return { status: 'late' }
}

/**
 * Rolls back what failed. If that fails, it stays remembered and is tried again on the next visit.
 */
export async function rollBack<D, R>(
  steps: Omit<FollowSteps<D, R>, 'sign'>,
  { draft, transactionId }: { draft: D; transactionId?: string },
  error: WalletError,
): Promise<FollowEnd<D>> {
  for (let tries = 1; tries <= rollBackTries; tries += 1) {
    const result = await steps.rollBack(draft)
    if (result.ok || result.body.errorCode === 'NOT_FOUND') {
      steps.drop(draft)
      return { status: 'failed', error }
    }
    if (steps.isOnChain(result.body.errorCode)) {
      if (transactionId !== undefined) return untilRecorded(steps, draft, transactionId)
      steps.drop(draft)
      return { status: 'late' }
    }
    if (tries < rollBackTries) await steps.wait(everyMs * tries)
  }
  steps.keep(draft)
  return { status: 'failed', error }
}

/**
 * The words for a failure of the wallet. When it may have been sent, they claim neither that it
 * failed nor that nothing changed.
 */
export function failureWords(error: WalletError): { title: WordKey; text: WordKey } {
  if (isDefinite(error)) return { title: 'signing.failed', text: `signing.error.${error.kind}` }
  return {
    title: 'signing.unclear',
    text: error.kind === 'not-reached' ? 'signing.error.not-reached' : 'signing.unclear-wait',
  }
}
