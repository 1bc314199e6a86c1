import type { GiftState, TransferState } from '@kura/contract/states'

type SentState = TransferState | GiftState

/** Whether something is still to happen by itself, so that it is polled. */
export const isOnItsWay = (state: SentState): boolean =>
  state === 'drafted' || state === 'pending' || state === 'claimed' || state === 'ending'

const soonMs = 3000

/** Milliseconds until a list of what was sent is checked again; 0 when nothing in it is on its way. */
export const pollMsOfSent = (all: readonly { state: SentState }[]): number =>
  all.some(({ state }) => isOnItsWay(state)) ? soonMs : 0

/** How what was sent stands: it arrived, it came to nothing, or something is still to come. */
export function toneOf(state: SentState): 'waiting' | 'done' | 'over' {
  if (state === 'sealed') return 'done'
  return state === 'given-up' || state === 'failed' || state === 'ended' ? 'over' : 'waiting'
}

/** Whether the chain's number of a failure says that there was no room at the other end. */
export const isFullStorage = (failureCode: number | null): boolean => failureCode === 1103
