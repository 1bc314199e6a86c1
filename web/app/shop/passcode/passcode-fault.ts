import { isChoiceRefused, staysChoosing } from '../pack/pack-error.ts'
import type { IssueFailure } from '../pack/use-issue.ts'
import type { WordKey } from '../../words/word-key.ts'
import '../../words/give-words.ts'

/** Messages for a passcode, where the general ones speak of something for sale. */
const words: Partial<Record<IssueFailure['code'], WordKey>> = {
  NOT_FOUND: 'passcode.unknown',
  INVALID_REQUEST_FORMAT: 'passcode.malformed',
  PACK_OUT_OF_STOCK: 'passcode.out-of-stock',
  PACK_SELLING_TERM_BEFORE: 'passcode.before',
  PACK_SELLING_TERM_AFTER: 'passcode.after',
  PACK_LIMIT_REACHED: 'passcode.limit',
  TOO_MANY_REQUESTS: 'passcode.too-many',
}
/**
 * Where a failure is shown and in which words: at the passcode, or at the choice of the contents
 * while that can be made again.
 */
export function passcodeFault(
  { code }: Pick<IssueFailure, 'code'>,
  isChoosing: boolean,
): { at: 'code' | 'choice'; word: WordKey } {
  // an item that was chosen may be gone while the pack is not
  if (isChoosing && isChoiceRefused(code)) return { at: 'choice', word: 'pick.refused' }
  return { at: isChoosing && staysChoosing(code) ? 'choice' : 'code', word: words[code] ?? `error.${code}` }
}

/**
 * A passcode as it is sent: without spaces and hyphens, in narrow letters. Undefined when it cannot
 * be one: 4 to 64 letters and digits. The server handles capital letters.
 */
export function readPasscode(text: string): string | undefined {
  const plain = text.normalize('NFKC').replace(/[\s\p{Dash}ー]/gu, '')
  return /^[0-9A-Za-z]{4,64}$/.test(plain) ? plain : undefined
}
