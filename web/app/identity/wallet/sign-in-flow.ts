import type { ErrorCode } from '@kura/contract/errors'
import type { Result } from '@kura/contract/result'
import { takeProof } from './take-proof.ts'
import type { ProofSteps, TakenProof, WalletStop } from './take-proof.ts'

export type WalletSignInSteps<T> = ProofSteps & { signIn: (taken: TakenProof) => Promise<Result<T>> }
export type WalletSignInResult<T> =
  | { status: 'signed-in'; data: T }
  | WalletStop
  | { status: 'refused'; code: ErrorCode }

/** Signs in by the proof of a wallet, over a nonce that was fetched without a session. Never throws. */
export async function signInByWallet<T>(steps: WalletSignInSteps<T>): Promise<WalletSignInResult<T>> {
  const taken = await takeProof(steps)
  if (taken.status !== 'proven') return taken
  const result = await steps.signIn(taken)
  return result.ok ? { status: 'signed-in', data: result.data } : { status: 'refused', code: result.body.errorCode }
}
