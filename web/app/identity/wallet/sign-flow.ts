import type { ErrorBody, ErrorCode } from '@kura/contract/errors'
import type { Result } from '@kura/contract/result'
import type { SentTransaction } from './run-transaction.ts'
import type { SigningStage } from './signing.ts'
import { isDefinite, toWalletError } from './wallet-error.ts'
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

/** It failed and was rolled back. */
type Failed = { status: 'failed'; error: WalletError }
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
  | Failed

export type SealEnd = { status: 'done' } | Failed

const everyMs = 1000
const looks = 60
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
  steps.onStage('wallet')
  try {
    const sent = await sign(draft)
    await steps.report(draft, sent.transactionId)
    return { status: 'sent', draft, sent }
  } catch (thrown) {
    const error = toWalletError(thrown)
    if (!isDefinite(error)) return { status: 'unclear', draft }
    await steps.rollBack(draft)
    return { status: 'failed', error }
  }
}

/**
 * Has the wallet sign a draft and follows it to its end. Rolls back a certain failure. Never
 * throws.
 */
export async function signAndFollow<D, R>(steps: FollowSteps<D, R>, draft: D): Promise<FollowEnd<D>> {
  steps.keep(draft)
  steps.onStage('wallet')
  let sent: SentTransaction
  try {
    sent = await steps.sign(draft)
  } catch (thrown) {
    const error = toWalletError(thrown)
    if (isDefinite(error)) return rollBack(steps, { draft }, error)
    // it may be on its way: the next visit must not roll it back
    steps.drop(draft)
    return { status: 'unclear', draft }
  }
  steps.keep(draft, sent.transactionId)
  return follow(steps, draft, sent)
}

/** Follows what was sent, by this page or one that was closed. */
export async function follow<D, R>(
  steps: Omit<FollowSteps<D, R>, 'sign'>,
  draft: D,
  { transactionId, waitForSeal }: SentTransaction,
): Promise<FollowEnd<D>> {
  steps.onStage('sealing')
  await steps.report(draft, transactionId)
  try {
    await waitForSeal()
  } catch (thrown) {
    const error = toWalletError(thrown)
    // when the network does not respond, the server may still know
    if (isDefinite(error)) return rollBack(steps, { draft, transactionId }, error)
  }
  steps.onStage('recording')
  return untilRecorded(steps, draft, transactionId)
}

/** Reports the transaction each time, in case an earlier report was lost. */
async function untilRecorded<D, R>(
  steps: Omit<FollowSteps<D, R>, 'sign'>,
  draft: D,
  transactionId: string,
): Promise<FollowEnd<D>> {
  for (let look = 0; look < looks; look += 1) {
    const answer = await steps.report(draft, transactionId)
    const standing = answer.ok ? steps.standingOf(answer.data) : undefined
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
    const answer = await steps.rollBack(draft)
    if (answer.ok || answer.body.errorCode === 'NOT_FOUND') {
      steps.drop(draft)
      return { status: 'failed', error }
    }
    if (steps.isOnChain(answer.body.errorCode)) {
      if (transactionId !== undefined) return untilRecorded(steps, draft, transactionId)
      steps.drop(draft)
      return { status: 'late' }
    }
    if (tries < rollBackTries) await steps.wait(everyMs * tries)
  }
  steps.keep(draft)
  return { status: 'failed', error }
}

/** Runs a transaction without our server: sent and sealed, or why not. Never throws. */
export async function signAndSeal(
  send: () => Promise<SentTransaction>,
  onStage: (stage: SigningStage) => void,
): Promise<SealEnd> {
  try {
    onStage('wallet')
    const sent = await send()
    onStage('sealing')
    await sent.waitForSeal()
    return { status: 'done' }
  } catch (thrown) {
    return { status: 'failed', error: toWalletError(thrown) }
  }
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
