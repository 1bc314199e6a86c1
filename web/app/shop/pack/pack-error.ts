import type { ErrorBody, ErrorCode } from '@kura/contract/errors'
import type { IssueResult } from '@kura/contract/shop/issue'

/** A passcode call was made without a session, or with an expired one. */
export class UnauthorizedError extends Error {
  override readonly name = 'UnauthorizedError'
  readonly code: ErrorCode = 'UNAUTHORIZED'
}

/** The pack, or an item chosen for it, is out of stock. */
export class PackOutOfStockError extends Error {
  override readonly name = 'PackOutOfStockError'
  readonly code: ErrorCode = 'PACK_OUT_OF_STOCK'
}

/** The pack is not available yet. */
export class SellingTermBeforeError extends Error {
  override readonly name = 'SellingTermBeforeError'
  readonly code: ErrorCode = 'PACK_SELLING_TERM_BEFORE'
}

/** The pack is no longer available. */
export class SellingTermAfterError extends Error {
  override readonly name = 'SellingTermAfterError'
  readonly code: ErrorCode = 'PACK_SELLING_TERM_AFTER'
}

/** The server returned unexpected data. */
export class UnexpectedDataError extends Error {
  override readonly name = 'UnexpectedDataError'
  readonly code: ErrorCode = 'INTERNAL_SERVER_ERROR'
}

/** The contents have to be chosen first: from the list of `packId`. */
export class SelectablePackError extends Error {
  override readonly name = 'SelectablePackError'
  readonly packId: string
  constructor(packId: string) {
    super(`choose what is in pack ${packId}`)
    this.packId = packId
  }
}

/** The five that say only that a call failed. */
type PlainPackError =
  | UnauthorizedError
  | PackOutOfStockError
  | SellingTermBeforeError
  | SellingTermAfterError
  | UnexpectedDataError

type Failed = { status: number; body: Pick<ErrorBody, 'message'> }

/**
 * The error that a failed call of the packs stands for, by its status and message as the
 * specification has them. Undefined when it is none of them. A 401 is one of them on the calls of
 * passcodes only.
 */
export function packErrorOf(
  { status, body: { message } }: Failed,
  call: 'passcode' | 'pack' | 'airdrop',
): PlainPackError | undefined {
  if (status === 401 && call === 'passcode') return new UnauthorizedError(message)
  if (status === 500 && message === 'pack item out of stock') return new PackOutOfStockError(message)
  if (message.startsWith('pack is out of selling term (before)')) return new SellingTermBeforeError(message)
  if (message.startsWith('pack is out of selling term (after)')) return new SellingTermAfterError(message)
  return undefined
}

export type Accepted = Extract<IssueResult, { status: 'accepted' }>

/**
 * Reads the response of a call that gives a pack. Fails with SelectablePackError when its contents
 * have to be chosen, and with UnexpectedDataError when it has neither that nor the orders.
 */
export function readIssue(answer: unknown): Accepted {
  const { status, packId, orderIds } = isRecord(answer) ? answer : {}
  const isNamed = typeof packId === 'string' && packId !== ''
  if (status === 'rejectForSelectable' && isNamed) throw new SelectablePackError(packId)
  if (status === 'accepted' && isNamed && isTexts(orderIds)) return { status, packId, orderIds }
  throw new UnexpectedDataError(`the answer makes no sense: ${String(status)}`)
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

/** Another choice may succeed: an item is sold out, but the pack may not be. */
const refused: readonly ErrorCode[] = ['PACK_OUT_OF_STOCK', 'AirdropOutOfStock', 'INVALID_INPUT']
/** The same choice can be sent again. */
const passing: readonly ErrorCode[] = [
  'BOT_DENY',
  'TOO_MANY_REQUESTS',
  'SERVICE_UNAVAILABLE',
  'INTERNAL_SERVER_ERROR',
  'IDEMPOTENCY_IN_PROGRESS',
  'WALLET_REQUIRED',
]

export const isChoiceRefused = (code: ErrorCode): boolean => refused.includes(code)

/** Whether the member can choose again after this failure. */
export const staysChoosing = (code: ErrorCode): boolean => isChoiceRefused(code) || passing.includes(code)
