import type { ErrorBody, ErrorCode } from '@kura/contract/errors'
import type { WordKey } from '../../words/word-key.ts'
import '../../words/selling-words.ts'

export type Buyer = { userId: string; name: string }
/** What was found out about a text: the member it means, or what is wrong with it. */
type BuyerAnswer = { text: string; result: Buyer | WordKey }
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

type BuyerInput = { by: 'id'; userId: string } | { by: 'address'; flowAddress: string }

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/
const address = /\b0x[0-9a-f]{16}\b/

/** Whom somebody means: a member's id, a wallet's address, or the address of a profile page, which names the wallet. */
export function readBuyer(text: string): BuyerInput | undefined {
  const typed = text.normalize('NFKC').trim().toLowerCase()
  const [flowAddress] = address.exec(typed) ?? []
  if (flowAddress !== undefined) return { by: 'address', flowAddress }
  const [userId] = uuid.exec(typed) ?? []
  return userId === undefined ? undefined : { by: 'id', userId }
}
