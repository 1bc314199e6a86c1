import type { ErrorBody, ErrorCode } from '@kura/contract/errors'
import type { WordKey } from '../../words/word-key.ts'
import '../../words/trade-words.ts'

/** Refusals after which the member can buy another listing. */
export const listingGone: readonly ErrorCode[] = ['NOT_FOUND', 'LISTING_STATE', 'SALES_PAUSED']

const byFault: Record<string, WordKey> = {
  own_listing: 'trade.refused.own',
  circle: 'trade.refused.circle',
  held: 'trade.refused.held',
  not_yet: 'trade.refused.not-yet',
  not_deliverable: 'trade.refused.not-deliverable',
  daily_limit: 'trade.refused.daily-limit',
  storage_full: 'trade.refused.storage',
  played: 'trade.refused.played',
  reserved_most: 'trade.refused.reserved-most',
}
const byCode: Partial<Record<ErrorCode, WordKey>> = {
  NOT_FOUND: 'trade.refused.gone',
  LISTING_STATE: 'trade.refused.gone',
  SALES_PAUSED: 'trade.refused.paused',
}

/** All words for them. */
export const refusalWords: readonly WordKey[] = [...new Set([...Object.values(byFault), ...Object.values(byCode)])]

/**
 * The words for a refusal to a buyer of a member's listing; undefined when the code says enough.
 */
export function refusalOfListing({
  errorCode,
  details,
}: Pick<ErrorBody, 'errorCode' | 'details'>): WordKey | undefined {
  const named = details?.map(({ fault }) => byFault[fault]).find((word) => word !== undefined)
  return named ?? byCode[errorCode]
}
