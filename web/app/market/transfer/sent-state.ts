import type { GiftState, TransferState } from '@kura/contract/states'

type SentState = TransferState | GiftState

/** Whether it still changes on its own, so that it is polled. */
export const isOnItsWay = (state: SentState): boolean =>
  state === 'drafted' || state === 'pending' || state === 'claimed' || state === 'ending'

const soonMs = 3000

/** Milliseconds until a list of gifts or transfers is polled again; 0 when nothing is under way. */
export const pollMsOfSent = (all: readonly { state: SentState }[]): number =>
  all.some(({ state }) => isOnItsWay(state)) ? soonMs : 0

/** The state of a gift or transfer: arrived, failed or ended, or still under way. */
export function toneOf(state: SentState): 'waiting' | 'done' | 'over' {
  if (state === 'sealed') return 'done'
  return state === 'given-up' || state === 'failed' || state === 'ended' ? 'over' : 'waiting'
}

/** Whether the chain's error number means that the recipient's storage is full. */
export const isFullStorage = (failureCode: number | null): boolean => failureCode === 1103
