import { isChoiceRefused, staysChoosing } from '../pack/choice-fault.ts'
import type { IssueFailure } from '../pack/use-issue.ts'
import type { WordKey } from '../../words/word-key.ts'
import '../../words/give-words.ts'

/** Words for a passcode where those of the catalogue of errors speak of something that was for sale. */
const words: Partial<Record<IssueFailure['code'], WordKey>> = {
  NOT_FOUND: 'passcode.unknown',
  INVALID_REQUEST_FORMAT: 'passcode.malformed',
  PACK_OUT_OF_STOCK: 'passcode.out-of-stock',
  PACK_SELLING_TERM_BEFORE: 'passcode.before',
  PACK_SELLING_TERM_AFTER: 'passcode.after',
  PACK_LIMIT_REACHED: 'passcode.limit',
  TOO_MANY_REQUESTS: 'passcode.too-many',
}
/** Where a failure is told and in which words: at the passcode, or at the choice of the contents while that can be made again. */
export function passcodeFault(
  { code }: Pick<IssueFailure, 'code'>,
  isChoosing: boolean,
): { at: 'code' | 'choice'; word: WordKey } {
  // an item that was chosen may be gone while the pack is not
  if (isChoosing && isChoiceRefused(code)) return { at: 'choice', word: 'pick.refused' }
  return { at: isChoosing && staysChoosing(code) ? 'choice' : 'code', word: words[code] ?? `error.${code}` }
}
