import type { WordKey } from '../../words/word-key.ts'

export type Buyer = { userId: string; name: string }
/** What was found out about a text: the member it means, or what is wrong with it. */
export type BuyerAnswer = { text: string; result: Buyer | WordKey }
export type BuyerStart = { isWanted: boolean; text: string; answer: BuyerAnswer | undefined }

/** What is known of the text that stands there now: nothing by an answer about another one, which came late. */
export function knownOf(
  text: string,
  answer: BuyerAnswer | undefined,
): { found: Buyer | undefined; fault: WordKey | undefined } {
  const result = answer?.text === text ? answer.result : undefined
  return typeof result === 'string' ? { found: undefined, fault: result } : { found: result, fault: undefined }
}

/** Whom the form begins with: what was chosen before, else the only buyer of the offer that stands, whose name is not known yet. */
export function startOf(chosen: { buyer: Buyer | undefined } | undefined, targetUserId: string | null): BuyerStart {
  const buyer = chosen?.buyer
  if (buyer) return { isWanted: true, text: buyer.userId, answer: { text: buyer.userId, result: buyer } }
  const isKept = chosen === undefined && targetUserId !== null
  return { isWanted: isKept, text: isKept ? targetUserId : '', answer: undefined }
}
