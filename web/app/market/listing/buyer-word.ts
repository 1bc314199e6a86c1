import type { ErrorBody, ErrorCode } from '@kura/contract/errors'
import type { WordKey } from '../../words/word-key.ts'
import '../../words/selling-words.ts'

const words: Partial<Record<ErrorCode, WordKey>> = {
  NOT_FOUND: 'sell.only.unknown',
  INVALID_REQUEST_FORMAT: 'sell.only.malformed',
}
const faults: Record<string, WordKey> = { yourself: 'sell.only.yourself', no_wallet: 'sell.only.no-wallet' }

/** What a refusal says of the member who was typed. */
export function wordOf({ errorCode, details = [] }: ErrorBody): WordKey {
  const fault = details.map((each) => faults[each.fault]).find((word) => word !== undefined)
  return fault ?? words[errorCode] ?? `error.${errorCode}`
}
