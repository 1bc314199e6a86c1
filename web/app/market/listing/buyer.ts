import type { ErrorBody, ErrorCode } from '@kura/contract/errors'
import type { WordKey } from '../../words/word-key.ts'
import '../../words/listing-words.ts'

export type Buyer = { userId: string; name: string }
/** The result of looking up a text: the member it names, or its fault. */
type BuyerAnswer = { text: string; result: Buyer | WordKey }
export type BuyerStart = { isChosen: boolean; text: string; answer: BuyerAnswer | undefined }

/** The result for the current text: a late result for another text is ignored. */
export function knownOf(
  text: string,
  answer: BuyerAnswer | undefined,
): { found: Buyer | undefined; fault: WordKey | undefined } {
  const result = answer?.text === text ? answer.result : undefined
  return typeof result === 'string' ? { found: undefined, fault: result } : { found: result, fault: undefined }
}

/**
 * The first value of the form: the earlier choice, else the only buyer of the open listing, whose
 * name is not known yet.
 */
export function startOf(chosen: { buyer: Buyer | undefined } | undefined, targetUserId: string | null): BuyerStart {
  const buyer = chosen?.buyer
  if (buyer) return { isChosen: true, text: buyer.userId, answer: { text: buyer.userId, result: buyer } }
  const isKept = chosen === undefined && targetUserId !== null
  return { isChosen: isKept, text: isKept ? targetUserId : '', answer: undefined }
}

const words: Partial<Record<ErrorCode, WordKey>> = {
  NOT_FOUND: 'sell.only.unknown',
  INVALID_REQUEST_FORMAT: 'sell.only.malformed',
}
const faults: Record<string, WordKey> = { yourself: 'sell.only.yourself', no_wallet: 'sell.only.no-wallet' }

/** The fault of the typed member in a refusal. */
export function wordOf({ errorCode, details = [] }: ErrorBody): WordKey {
  const fault = details.map((each) => faults[each.fault]).find((word) => word !== undefined)
  return fault ?? words[errorCode] ?? `error.${errorCode}`
}

type BuyerInput = { by: 'id'; userId: string } | { by: 'address'; flowAddress: string }

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/
const address = /\b0x[0-9a-f]{16}\b/

/**
 * Reads a member's id, a wallet address, or the address of a profile page, which contains the
 * wallet.
 */
export function readBuyer(text: string): BuyerInput | undefined {
  const typed = text.normalize('NFKC').trim().toLowerCase()
  const [flowAddress] = address.exec(typed) ?? []
  if (flowAddress !== undefined) return { by: 'address', flowAddress }
  const [userId] = uuid.exec(typed) ?? []
  return userId === undefined ? undefined : { by: 'id', userId }
}

type PriceBounds = { least: number; most: number }
export type PriceFault = 'empty' | 'whole' | 'too-low' | 'too-high'
type ReadPrice = { yen: number; fault?: undefined } | { yen?: undefined; fault: PriceFault }

/** Reads a typed price: whole yen, also in full-width digits, with separators or a yen sign. */
export function readPrice(text: string, { least, most }: PriceBounds): ReadPrice {
  const typed = text.normalize('NFKC').replace(/[\s,、¥円\\]/g, '')
  if (typed === '') return { fault: 'empty' }
  if (!/^\d+$/.test(typed)) return { fault: 'whole' }
  const yen = Number(typed)
  if (yen < least) return { fault: 'too-low' }
  return yen > most ? { fault: 'too-high' } : { yen }
}

export type PricePick = { kind: 'now' | 'floor' | 'under' | 'last'; yen: number }

type Known = { now: number | null; floor: number | null; last: number | null } & PriceBounds

/**
 * Suggested prices within the bounds, each amount once. Just below the floor means one per cent,
 * ten yen at least.
 */
export function listPicks({ now, floor, last, least, most }: Known): PricePick[] {
  // the own listing is nothing to undercut
  const under = floor === null || floor === now ? null : floor - Math.max(10, Math.floor(floor / 1000) * 10)
  const all: { kind: PricePick['kind']; yen: number | null }[] = [
    { kind: 'now', yen: now },
    { kind: 'floor', yen: floor },
    { kind: 'under', yen: under },
    { kind: 'last', yen: last },
  ]
  const picks = all.filter((pick): pick is PricePick => pick.yen !== null && pick.yen >= least && pick.yen <= most)
  return picks.filter(({ yen }, index) => picks.findIndex((other) => other.yen === yen) === index)
}
