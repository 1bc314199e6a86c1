import type { ErrorCode } from '@kura/contract/errors'

/** Another choice may go through: an item is not left, while the pack may be. */
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

/** Whether whoever chooses goes on choosing after this failure; else there is nothing to choose for any more. */
export const staysChoosing = (code: ErrorCode): boolean => isChoiceRefused(code) || passing.includes(code)
