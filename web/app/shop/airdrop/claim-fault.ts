import { isChoiceRefused, staysChoosing } from '../pack/choice-fault.ts'
import type { IssueFailure } from '../pack/use-issue.ts'
import type { WordKey } from '../../words/word-key.ts'
import '../../words/give-words.ts'

/** Where a failed claim is told and in which words: at the button, or at the choice of the contents while that can be made again. */
export function claimFault(
  { code }: Pick<IssueFailure, 'code'>,
  isChoosing: boolean,
): { at: 'button' | 'choice'; word: WordKey } {
  if (isChoosing && isChoiceRefused(code)) return { at: 'choice', word: 'pick.refused' }
  return { at: isChoosing && staysChoosing(code) ? 'choice' : 'button', word: `error.${code}` }
}
