import type { ErrorCode } from '@kura/contract/errors'
import type { Result } from '@kura/contract/result'
import { askWallet } from './signing.ts'
import type { Failed, SigningStage } from './signing.ts'
import type { ProofResult, WalletProof } from './wallet-proof.ts'
import '../../words/identity-words.ts'

export type WalletMessageKey =
  | 'wallet.error.duplicated-addess'
  | 'wallet.error.timeout'
  | 'wallet.error.unknown'
  | 'wallet.error.different-address-detected'
  | 'wallet.error.transaction-failed'
  | 'wallet.error.unexpected-service'

/** Why a flow with the wallet stopped. */
export type WalletStop =
  | { status: 'cancelled' }
  /** The bot check refused: it falls back to its other version and the person tries again. */
  | { status: 'bot-denied' }
  | { status: 'failed'; messageKey: WalletMessageKey; cause?: unknown }

export type ProofSteps = {
  /** The one-time nonce; fetched before the click where it can be. */
  nonce: () => Promise<Result<{ nonce: string }>>
  prove: (nonce: string) => Promise<ProofResult>
  onStage: (stage: SigningStage) => void
}
export type TakenProof = { status: 'proven'; nonce: string; proof: WalletProof }

/** A nonce, and the wallet's proof of its address over it. Leaving the wallet stops silently. */
export async function takeProof(steps: ProofSteps): Promise<TakenProof | WalletStop> {
  const prepared = await steps.nonce()
  if (!prepared.ok) return ofRefusal(prepared.body.errorCode)
  const asked = await askWallet(() => steps.prove(prepared.data.nonce), steps.onStage)
  if (asked.status === 'failed') return ofWallet(asked, 'wallet.error.unknown')
  steps.onStage('preparing')
  const proven = asked.value
  if (proven.status === 'not-signed-in') return { status: 'cancelled' }
  if (proven.status === 'unexpected-service') return { status: 'failed', messageKey: 'wallet.error.unexpected-service' }
  return { status: 'proven', nonce: prepared.data.nonce, proof: proven.proof }
}

/** The proof as the calls take it. */
export function proofBody({ nonce, proof }: Pick<TakenProof, 'nonce' | 'proof'>) {
  const [first, ...others] = proof.signatures
  return {
    nonce,
    keyId: first?.keyId ?? 0,
    signature: first?.signature ?? '',
    ...(others.length > 0 ? { moreSignatures: others } : {}),
  }
}

/** Returns how the flow stops on a failure of the wallet. */
export function ofWallet({ error }: Failed, messageKey: WalletMessageKey): WalletStop {
  return error.kind === 'user-rejected' ? { status: 'cancelled' } : { status: 'failed', messageKey, cause: error }
}

/** Returns how the flow stops on a refusal of the server. */
export function ofRefusal(code: ErrorCode): WalletStop {
  if (code === 'BOT_DENY') return { status: 'bot-denied' }
  return { status: 'failed', messageKey: refusals[code] ?? 'wallet.error.unknown' }
}

const refusals: Partial<Record<ErrorCode, WalletMessageKey>> = {
  AUTHENTICATION_DUPLICATED: 'wallet.error.duplicated-addess',
  EMAIL_EXISTS_IN_AUTH: 'wallet.error.duplicated-addess',
  NONCE_NOT_FOUND: 'wallet.error.timeout',
  WALLET_DIFFERENT_ADDRESS: 'wallet.error.different-address-detected',
}

export type WalletSignInSteps<T> = ProofSteps & { signIn: (taken: TakenProof) => Promise<Result<T>> }
export type WalletSignInResult<T> =
  | { status: 'signed-in'; data: T }
  | WalletStop
  | { status: 'refused'; code: ErrorCode }

/**
 * Signs in by the proof of a wallet, over a nonce that was fetched without a session. Never throws.
 */
export async function signInByWallet<T>(steps: WalletSignInSteps<T>): Promise<WalletSignInResult<T>> {
  const taken = await takeProof(steps)
  if (taken.status !== 'proven') return taken
  const result = await steps.signIn(taken)
  return result.ok ? { status: 'signed-in', data: result.data } : { status: 'refused', code: result.body.errorCode }
}

/** Codes returned only for a nonce that is gone, or after valid proofs, which uses them up. */
const spending: readonly ErrorCode[] = [
  'NONCE_NOT_FOUND',
  'AUTHENTICATION_DUPLICATED',
  'EMAIL_IS_SAME',
  'EMAIL_EXISTS_IN_AUTH',
]

/**
 * Whether a new proof is needed after this response. The server keeps a nonce until it has checked
 * the proof: a refused bot check, too many tries or an unavailable chain need no new signature. Of
 * several proofs it names the invalid ones, by `names`.
 */
export function isSpent(result: Result<unknown>, names: readonly string[]): boolean {
  if (result.ok) return true
  const { errorCode, details = [] } = result.body
  if (spending.includes(errorCode)) return true
  if (errorCode === 'WALLET_PROOF_INVALID' && details.length === 0) return true
  return details.some(({ field }) => names.includes(field.split('.')[0] ?? ''))
}
