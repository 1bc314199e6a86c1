/** What a wallet can do wrong, as the product tells it apart. */
export type WalletErrorKind =
  | 'user-rejected'
  | 'session-expired'
  | 'incorrect-device'
  | 'popup-blocked'
  | 'storage-full'
  | 'unknown'

/** A failure of the wallet, with what it said kept as the cause. */
export class WalletError extends Error {
  readonly kind: WalletErrorKind
  constructor(kind: WalletErrorKind, cause: unknown) {
    super(`wallet: ${kind}`, { cause })
    this.name = 'WalletError'
    this.kind = kind
  }
}

// Wallets answer with strings, Errors or objects, in words of their own; looked through in this order.
const signs: readonly (readonly [text: string, kind: WalletErrorKind])[] = [
  ['session expired', 'session-expired'],
  ['incorrect device information', 'incorrect-device'],
  ['user rejected', 'user-rejected'],
  ['current user must have authorized a signing service', 'user-rejected'],
  ['user declined', 'user-rejected'],
  ['externally halted', 'user-rejected'],
  ['declined: aborted', 'user-rejected'],
  ['declined: no reason supplied', 'user-rejected'],
  ['popup failed to open', 'popup-blocked'],
  ['[error code: 1103]', 'storage-full'],
]

/** The typed error of anything a wallet threw or answered; what nobody knows becomes `unknown` with its cause. */
export function toWalletError(thrown: unknown): WalletError {
  if (thrown instanceof WalletError) return thrown
  const text = textOf(thrown).toLowerCase()
  return new WalletError(signs.find(([sign]) => text.includes(sign))?.[1] ?? 'unknown', thrown)
}

/** What was thrown, as text. */
export function textOf(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown
  if (typeof thrown !== 'object' || thrown === null) return String(thrown)
  const { message, reason } = thrown as { message?: unknown; reason?: unknown }
  return [message, reason].filter((part) => typeof part === 'string').join(' ')
}

/** Whether creating a collection failed only because there is one already. */
export const isAlreadyInitialized = (thrown: unknown): boolean =>
  textOf(thrown).includes('The account has already been initialized.')
