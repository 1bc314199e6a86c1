/**
 * The failures of a wallet that the product distinguishes; the last ones are the chain's, about the
 * transaction. `not-loaded`: something needed to ask the wallet was missing, so nothing was sent.
 * `not-reached`: it may have been sent.
 */
export const walletErrorKinds = [
  'user-rejected',
  'session-expired',
  'incorrect-device',
  'popup-blocked',
  'different-address',
  'not-loaded',
  'not-reached',
  'storage-full',
  'transaction-expired',
  'invalid-capability',
  'recipient-without-vault',
  'token-gone',
  'sales-paused',
  'listings-full',
  'listing-outdated',
  'listing-gone',
  'unknown',
] as const
export type WalletErrorKind = (typeof walletErrorKinds)[number]

/** A failure of the wallet, with what it said kept as the cause. */
export class WalletError extends Error {
  readonly kind: WalletErrorKind
  constructor(kind: WalletErrorKind, cause: unknown) {
    super(`wallet: ${kind}`, { cause })
    this.name = 'WalletError'
    this.kind = kind
  }
}

// Wallets fail with strings, Errors or objects, each in its own words; checked in this order.
const signs: readonly (readonly [sign: string | RegExp, kind: WalletErrorKind])[] = [
  ['session expired', 'session-expired'],
  ['incorrect device information', 'incorrect-device'],
  ['user rejected', 'user-rejected'],
  ['current user must have authorized a signing service', 'user-rejected'],
  ['user declined', 'user-rejected'],
  ['externally halted', 'user-rejected'],
  ['declined: aborted', 'user-rejected'],
  ['declined: no reason supplied', 'user-rejected'],
  ['popup failed to open', 'popup-blocked'],
  // the chain's errors of sell, transfer and cancel
  ['[error code: 1103]', 'storage-full'],
  ['invalid capability', 'invalid-capability'],
  [/transfer: the signer has no collection/, 'invalid-capability'],
  [/transfer: 0x\S+ has no collection/, 'recipient-without-vault'],
  [/withdraw: the collection has no token/, 'token-gone'],
  [/sell: the token \d+ (is not in the seller's collection|has the)/, 'token-gone'],
  ['sell: sales are paused', 'sales-paused'],
  [/sell: the seller has \d+ orders/, 'listings-full'],
  // terms made invalid by a newer order, a cancel-all, another key or time
  ['sell: ', 'listing-outdated'],
  [/cancel: (none of these orders stands|the signer has no grants|the seller has no order)/, 'listing-gone'],
  ['transaction is expired', 'transaction-expired'],
  ['failed to fetch', 'not-reached'],
  ['networkerror when attempting', 'not-reached'],
  ['load failed', 'not-reached'],
  ['http request error', 'not-reached'],
  ['no transaction was found within', 'not-reached'],
]

const isIn = (text: string, sign: string | RegExp): boolean =>
  typeof sign === 'string' ? text.includes(sign) : sign.test(text)

/**
 * Makes a typed error of anything a wallet threw or returned; an unrecognised one is `unknown`,
 * with its cause.
 */
export function toWalletError(thrown: unknown): WalletError {
  if (thrown instanceof WalletError) return thrown
  const text = textOf(thrown).toLowerCase()
  return new WalletError(signs.find(([sign]) => isIn(text, sign))?.[1] ?? 'unknown', thrown)
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

const ranOnChain = /\[error code: \d+\]/i

/**
 * Whether the transaction certainly has no effect: the wallet never sent it, or it failed on chain.
 * False when it may have been sent and its outcome is unknown.
 */
export const isDefinite = ({ kind, cause }: WalletError): boolean =>
  kind !== 'not-reached' && (kind !== 'unknown' || ranOnChain.test(textOf(cause)))
