import { useCallback, useReducer, useRef } from 'react'

/**
 * The stage of an act with the wallet. `preparing`: the server records it, or what it needs is
 * fetched. `wallet`: the person signs there. `asking`: the person is asked for something else.
 * `sealing`: sent, but not on the chain yet. `recording`: on the chain, but not read by us yet.
 */
export type SigningStage = 'preparing' | 'wallet' | 'asking' | 'sealing' | 'recording'

/** One act with the wallet: not begun, under way, or ended. */
export type SigningState<E> = { stage: SigningStage | undefined; end: E | undefined }
export type SigningEvent<E> =
  | { type: 'started' }
  | { type: 'reached'; stage: SigningStage }
  | { type: 'ended'; end: E }
  | { type: 'reset' }

/**
 * Advances an act with the wallet. An act under way cannot be reset, and an ended one ignores
 * stages.
 */
export function signingReducer<E>(state: SigningState<E>, event: SigningEvent<E>): SigningState<E> {
  const isRunning = state.stage !== undefined
  switch (event.type) {
    case 'started':
      return isRunning ? state : { stage: 'preparing', end: undefined }
    case 'reached':
      return isRunning && state.stage !== event.stage ? { stage: event.stage, end: undefined } : state
    case 'ended':
      return isRunning ? { stage: undefined, end: event.end } : state
    case 'reset':
      return isRunning ? state : { stage: undefined, end: undefined }
  }
}

export type Signing<E> = SigningState<E> & {
  /**
   * Does one act; its stages are passed to `onStage`. A second press meanwhile does nothing and
   * returns undefined.
   */
  run: (act: (onStage: (stage: SigningStage) => void) => Promise<E>) => Promise<E | undefined>
  /** Forgets the end. */
  reset: () => void
}

/** Runs one act with the wallet at a time, and gives its stage. */
export function useSigning<E>(): Signing<E> {
  const [{ stage, end }, dispatch] = useReducer(signingReducer<E>, { stage: undefined, end: undefined })
  const isRunning = useRef(false)
  const run = useCallback<Signing<E>['run']>(async (act) => {
    if (isRunning.current) return undefined
    isRunning.current = true
    dispatch({ type: 'started' })
    try {
      const reached = await act((next) => dispatch({ type: 'reached', stage: next }))
      dispatch({ type: 'ended', end: reached })
      return reached
    } finally {
      isRunning.current = false
    }
  }, [])
  const reset = useCallback(() => dispatch({ type: 'reset' }), [])
  return { stage, end, run, reset }
}
