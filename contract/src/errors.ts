/**
 * Every failure a caller can see: its HTTP status and plain English message. The screens have their
 * own words for each code.
 */
export const errors = {
  // the specification's own
  INVALID_REQUEST_FORMAT: { status: 400, message: 'the request is not of the form this call takes' },
  INVALID_INPUT: { status: 400, message: 'a value is not acceptable' },
  BOT_DENY: { status: 403, message: 'the bot check was not passed' },
  UNAUTHORIZED: { status: 401, message: 'sign in first, and send the session in the header X-Auth-Session' },
  INVALID_SESSION: { status: 401, message: 'the session is not valid any more' },
  FORBIDDEN: { status: 403, message: 'this is not allowed' },
  NOT_FOUND: { status: 404, message: 'not found' },
  TOO_MANY_REQUESTS: { status: 429, message: 'too many requests, try again later' },
  INTERNAL_SERVER_ERROR: { status: 500, message: 'something went wrong on our side' },
  INVALID_EMAIL_FORMAT: { status: 400, message: 'not an e-mail address' },
  INVALID_PASSWORD_FORMAT: {
    status: 400,
    message: 'the password must have 8 to 128 characters and not be a common one',
  },
  TOKEN_NOTFOUND: { status: 404, message: 'the code or token is unknown' },
  TOKEN_EXPIRED: { status: 410, message: 'the code or token has expired' },
  AUTHENTICATION_FAILED: { status: 401, message: 'the credentials are missing or do not match' },
  AUTHENTICATION_DUPLICATED: { status: 409, message: 'this wallet is linked to another account' },
  EMAIL_EXISTS_IN_AUTH: { status: 409, message: 'this e-mail address belongs to another account' },
  EMAIL_IS_SAME: { status: 400, message: 'this is the address already in use' },
  NONCE_NOT_FOUND: {
    status: 404,
    message: 'the nonce is unknown, used or expired; fetch a new one with the same session, or without one to sign in',
  },
  // without a specification
  WALLET_REQUIRED: { status: 403, message: 'link a wallet first' },
  WALLET_PROOF_INVALID: {
    status: 400,
    message: 'the account proof does not hold; it has to name the origin of this site as the app identifier',
  },
  WALLET_DIFFERENT_ADDRESS: { status: 409, message: 'the wallet is not the one linked to this account' },
  WALLET_CHANGING: { status: 409, message: 'a change of the linked wallet is under way' },
  USER_DELETE_CONFLICT: { status: 409, message: 'the account cannot be deleted yet; `details` name what is open' },
  DELETION_PENDING: { status: 409, message: 'the account is about to be deleted; cancel the deletion first' },
  TERMS_OUTDATED: { status: 409, message: 'agree to the current terms first' },
  HANDLE_TAKEN: { status: 409, message: 'this handle, or one that looks like it, is taken' },
  HANDLE_RESTING: { status: 409, message: 'the handle was changed lately; wait before the next change' },
  FOLLOWS_FULL: { status: 409, message: 'no more can be followed; unfollow some first' },
  FAVORITES_FULL: { status: 409, message: 'no more favourites fit; remove some first' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'this idempotency key was used for another request' },
  IDEMPOTENCY_IN_PROGRESS: { status: 409, message: 'a request with this idempotency key is still under way' },
  // the specification returns 500 with this message: a declared refusal, not a fault
  PACK_OUT_OF_STOCK: { status: 500, message: 'pack item out of stock' },
  PACK_SELLING_TERM_BEFORE: { status: 403, message: 'pack is out of selling term (before)' },
  PACK_SELLING_TERM_AFTER: { status: 403, message: 'pack is out of selling term (after)' },
  PACK_LIMIT_REACHED: { status: 409, message: 'no more of this pack for one member' },
  PAYMENT_DECLINED: { status: 400, message: 'the payment was not approved' },
  PAYMENT_EXPIRED: { status: 409, message: 'the time to pay this order has passed' },
  ORDER_STATE: { status: 409, message: 'the order is not in a state for this' },
  PACK_ALREADY_OPENED: { status: 409, message: 'this pack is already open' },
  PASSCODE_USED: { status: 409, message: 'this passcode was used by this account' },
  QUEUE_FIRST: { status: 409, message: 'wait in the line of this pack first' },
  POINTS_SHORT: { status: 409, message: 'not enough points' },
  PROCEEDS_SHORT: { status: 409, message: 'the proceeds are less than the amount' },
  PROCEEDS_CHANGED: { status: 409, message: 'the proceeds are not what they were; read them again' },
  PAYOUT_ACCOUNT_REQUIRED: { status: 409, message: 'register a bank account first' },
  PAYOUT_STATE: { status: 409, message: 'the payout is not in a state for this' },
  BIRTHDAY_REQUIRED: { status: 409, message: 'tell the date of birth first' },
  BIRTHDAY_SET: { status: 409, message: 'the date of birth is set; support changes it' },
  MINOR_LIMIT_REACHED: { status: 409, message: 'the monthly limit for minors is reached' },
  EXPORT_RUNNING: { status: 409, message: 'your data is being exported already' },
  STREAM_TAKEN: { status: 409, message: 'another player reserved the stream of this token' },
  LISTING_STATE: { status: 409, message: 'the listing is not in a state for this' },
  LISTINGS_FULL: { status: 409, message: 'no more listings at once for one member' },
  TRADE_PRICE_CHANGED: { status: 409, message: 'the price or its parts have changed' },
  PRICE_FAR_BELOW_FLOOR: { status: 409, message: 'the price is far below the lowest listing; confirm it' },
  SELLER_NOTICE_REQUIRED: {
    status: 409,
    message: 'a professional seller needs a complete notice of who they are first',
  },
  SALES_PAUSED: { status: 409, message: 'sales between members are paused' },
  TOKEN_LISTED: { status: 409, message: 'the token is listed; cancel the listing first' },
  TOKEN_OFFERED_AS_GIFT: { status: 409, message: 'the token is offered as a gift; take it back first' },
  RECIPIENT_NOT_READY: { status: 409, message: 'nothing can be received at this address' },
  GIFT_STATE: { status: 409, message: 'the gift is not in a state for this' },
  TRANSFER_STATE: { status: 409, message: 'the transfer is not in a state for this' },
  // airdrops: names as the specification spells them
  AirdropOutOfStock: { status: 409, message: 'the airdrop is out of stock' },
  AirdropPackNotFound: { status: 404, message: 'there is no such airdrop' },
  AirdropPackOutOfSellingTerm: { status: 409, message: 'the airdrop is closed' },
  AirdropPackOutOfSellingTermBefore: { status: 409, message: 'the airdrop has not begun' },
  AirdropPackOutOfSellingTermAfter: { status: 409, message: 'the airdrop is over' },
  AirdropPackNotReserved: { status: 403, message: 'the airdrop is not for this account' },
  AirdropAlreadyClaimed: { status: 409, message: 'the airdrop was claimed' },
  UPLOAD_TOO_LARGE: { status: 413, message: 'the file is too large' },
  REQUEST_TIMEOUT: { status: 408, message: 'the request took too long to arrive, try again' },
  UNSUPPORTED_MEDIA: { status: 415, message: 'this kind of content is not accepted' },
  MAINTENANCE: { status: 503, message: 'closed for maintenance; `details` name its mode' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'a service we need does not answer, try again' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

/**
 * The body of every failed call. `error` is there on every 400 of a payment call: the gateway's own
 * code, or `errorCode` where no gateway was asked. `details` names the fields at fault.
 */
export type ErrorBody = { errorCode: ErrorCode; message: string; error?: string; details?: FieldFault[] }
export type FieldFault = { field: string; fault: string }

/** A failure with a declared code; anything else that is thrown is a bug. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly error: string | undefined
  readonly details: FieldFault[] | undefined
  /** When to try again, where it is known. */
  readonly retrySeconds: number | undefined
  constructor(
    code: ErrorCode,
    more: { error?: string; details?: FieldFault[]; retrySeconds?: number; cause?: unknown } = {},
  ) {
    super(errors[code].message, { cause: more.cause })
    this.name = 'AppError'
    this.code = code
    this.error = more.error
    this.details = more.details
    this.retrySeconds = more.retrySeconds
  }
}

/** Narrows `value`, or throws a declared code. */
export function ensure(value: unknown, code: ErrorCode): asserts value {
  if (!value) throw new AppError(code)
}

/** The response body of a failure. */
export const errorBody = (failure: AppError): ErrorBody => ({
  errorCode: failure.code,
  message: failure.message,
  ...(failure.error === undefined ? {} : { error: failure.error }),
  ...(failure.details === undefined ? {} : { details: failure.details }),
})
