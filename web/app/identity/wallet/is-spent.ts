import type { ErrorCode } from '@kura/contract/errors'
import type { Result } from '@kura/contract/result'

/** Said only of a nonce that is gone, or after the proofs held, which uses them up. */
const spending: readonly ErrorCode[] = [
  'NONCE_NOT_FOUND',
  'AUTHENTICATION_DUPLICATED',
  'EMAIL_IS_SAME',
  'EMAIL_EXISTS_IN_AUTH',
]

/**
 * Whether a proof has to be made anew after this answer. The server keeps a nonce as long as it has not looked at the proof: a
 * refused bot check, too many tries or a chain that is away cost nobody another signature. Of several proofs it names the ones
 * that do not hold, by `names`.
 */
export function isSpent(result: Result<unknown>, names: readonly string[]): boolean {
  if (result.ok) return true
  const { errorCode, details = [] } = result.body
  if (spending.includes(errorCode)) return true
  if (errorCode === 'WALLET_PROOF_INVALID' && details.length === 0) return true
  return details.some(({ field }) => names.includes(field.split('.')[0] ?? ''))
}
