import type { GiftView } from '@kura/contract/market/gift'
import type { WordKey } from '../../words/word-key.ts'
import '../../words/gift-words.ts'
import '../../words/signing-words.ts'
import '../../words/transfer-words.ts'
import { isFullStorage } from '../transfer/sent-state.ts'

type Gift = Pick<GiftView, 'kind' | 'side' | 'state' | 'endReason' | 'failureCode'>

/** What is told of where a gift stands, to whoever gave it or gets it. */
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
  // what the wallet sent is the chain's to decide; by mail it can be taken back as soon as it stands
  return state === 'drafted' || (kind === 'mail' && state === 'open')
}
