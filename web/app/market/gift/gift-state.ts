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

/** The words for the state of a gift, for its giver or its recipient. */
export function giftText({ kind, side, state, endReason, failureCode }: Gift): WordKey {
  if (state === 'sealed') return `gift.text.sealed-${side}`
  if (side === 'received' && (state === 'ended' || state === 'ending')) return 'gift.end.for-recipient'
  if (state === 'ended') return `gift.end.${endReason ?? 'cancelled'}`
  // an order for a gift by mail is stored in the giver's own account
  if (state === 'failed' && isFullStorage(failureCode))
    return kind === 'mail' ? 'signing.error.storage-full' : 'transfer.failed.storage'
  return `gift.text.${state}`
}

/** Whether its giver can still cancel a gift. */
export function canCancel({ kind, side, state }: Gift): boolean {
  if (side !== 'sent') return false
  // a sent transaction is up to the chain; a gift by mail can be cancelled once it is open
  return state === 'drafted' || (kind === 'mail' && state === 'open')
}

/** The input of a gift by mail. */
type GiftField = 'email' | 'message'
export type GiftFaults = Partial<Record<GiftField, WordKey>>

export const mostMessage = 200

/**
 * The faults of a gift before it is sent. Only the server checks the message: its tables are too
 * large for a page.
 */
export function faultsOfGift({ email }: { email: string | undefined }): GiftFaults {
  const faults: GiftFaults = {}
  if (email !== undefined && email.trim() === '') faults.email = 'gift.email-missing'
  else if (email !== undefined && !looksLikeEmail(email.trim())) faults.email = 'error.INVALID_EMAIL_FORMAT'
  return faults
}

const faultWords: Record<string, WordKey> = {
  'email yourself': 'gift.email-own',
  'email undeliverable': 'gift.email-undeliverable',
  'message link': 'gift.message-wrong',
  'message unseen_characters': 'gift.message-wrong',
  'message stacked_accents': 'gift.message-wrong',
}

/** The faults of fields that a refusal names; undefined when it concerns something else. */
export function faultsInRefusal({
  errorCode,
  details,
}: Pick<ErrorBody, 'errorCode' | 'details'>): GiftFaults | undefined {
  if (errorCode === 'INVALID_EMAIL_FORMAT') return { email: 'error.INVALID_EMAIL_FORMAT' }
  for (const { field, fault } of details ?? []) {
    const word = faultWords[`${field} ${fault}`]
    if (word) return field === 'email' ? { email: word } : { message: word }
  }
  return undefined
}

/** Shows a refusal of an input at its field. */
export function useFieldFaults(failure: SendFailure | undefined, onFault: (faults: GiftFaults) => void): void {
  const tell = useEffectEvent(() => {
    const faults = failure?.by === 'us' ? faultsInRefusal(failure.body) : undefined
    if (faults) onFault(faults)
  })
  useEffect(() => tell(), [failure])
}
