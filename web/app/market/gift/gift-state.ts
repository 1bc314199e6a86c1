import type { GiftView } from '@kura/contract/market/gift'
import type { WordKey } from '../../words/word-key.ts'
import '../../words/gift-words.ts'
import '../../words/signing-words.ts'
import '../../words/transfer-words.ts'
import { isFullStorage } from '../transfer/sent-state.ts'
import type { ErrorBody } from '@kura/contract/errors'
import { useEffect, useEffectEvent } from 'react'
import { looksLikeEmail } from '../../platform/format.ts'
import type { SendFailure } from '../transfer/send.ts'

type Gift = Pick<GiftView, 'kind' | 'side' | 'state' | 'endReason' | 'failureCode'>

/** What is said about where a gift stands, to anyone who gave it or gets it. */
export function giftText({ kind, side, state, endReason, failureCode }: Gift): WordKey {
  if (state === 'sealed') return `gift.text.sealed-${side}`
  if (side === 'received' && (state === 'ended' || state === 'ending')) return 'gift.end.for-recipient'
  if (state === 'ended') return `gift.end.${endReason ?? 'cancelled'}`
  // an order by mail is kept in the giver's own account
  if (state === 'failed' && isFullStorage(failureCode))
    return kind === 'mail' ? 'signing.error.storage-full' : 'transfer.failed.storage'
  return `gift.text.${state}`
}

/** Whether its giver can still take a gift back, or give it up. */
export function canTakeBack({ kind, side, state }: Gift): boolean {
  if (side !== 'sent') return false
  // what the wallet sent is the chain's to decide; by mail it can be cancelled as soon as it stands
  return state === 'drafted' || (kind === 'mail' && state === 'open')
}

/** What a member writes to give something by mail. */
type GiftField = 'email' | 'message'
export type GiftFaults = Partial<Record<GiftField, WordKey>>

export const mostMessage = 200

/** What is wrong with a gift before it is sent. The words along with it are for the server to judge: its tables are no load for a page. */
export function faultsOfGift({ email }: { email: string | undefined }): GiftFaults {
  const faults: GiftFaults = {}
  if (email !== undefined && email.trim() === '') faults.email = 'gift.email-missing'
  else if (email !== undefined && !looksLikeEmail(email.trim())) faults.email = 'error.INVALID_EMAIL_FORMAT'
  return faults
}

const told: Record<string, WordKey> = {
  'email yourself': 'gift.email-own',
  'email undeliverable': 'gift.email-undeliverable',
  'message link': 'gift.message-wrong',
  'message unseen_characters': 'gift.message-wrong',
  'message stacked_accents': 'gift.message-wrong',
}

/** What a refusal says of the fields; undefined where it is about something else. */
export function faultsInRefusal({
  errorCode,
  details,
}: Pick<ErrorBody, 'errorCode' | 'details'>): GiftFaults | undefined {
  if (errorCode === 'INVALID_EMAIL_FORMAT') return { email: 'error.INVALID_EMAIL_FORMAT' }
  for (const { field, fault } of details ?? []) {
    const word = told[`${field} ${fault}`]
    if (word) return field === 'email' ? { email: word } : { message: word }
  }
  return undefined
}

/** Leads a refusal that is about something typed back to its field. */
export function useFieldFaults(failure: SendFailure | undefined, onFault: (faults: GiftFaults) => void): void {
  const tell = useEffectEvent(() => {
    const faults = failure?.by === 'us' ? faultsInRefusal(failure.body) : undefined
    if (faults) onFault(faults)
  })
  useEffect(() => tell(), [failure])
}
