import { useCallback, useReducer, useRef } from 'react'
import type { SentTransaction } from './run-transaction.ts'
import { toWalletError } from './wallet-error.ts'
import type { WalletError } from './wallet-error.ts'

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

/**
 * Runs one act with the wallet at a time, and gives its stage. Used for everything that a wallet
 * signs: listings, gifts, transfers, the link of a wallet, recovery and sign-in.
 */
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

/** The wallet or the chain failed. */
export type Failed = { status: 'failed'; error: WalletError }
export type SealEnd = { status: 'done' } | Failed

/** Opens the wallet for one act and returns what it gave, or why it did not. Never throws. */
export async function askWallet<T>(
  ask: () => Promise<T>,
  onStage: (stage: SigningStage) => void,
): Promise<{ status: 'given'; value: T } | Failed> {
  onStage('wallet')
  try {
    return { status: 'given', value: await ask() }
  } catch (thrown) {
    return failed(thrown)
  }
}

/** Waits for a transaction that was sent: sealed with success, or why not. Never throws. */
export async function untilSealed({ waitForSeal }: SentTransaction): Promise<SealEnd> {
  try {
    await waitForSeal()
    return { status: 'done' }
  } catch (thrown) {
    return failed(thrown)
  }
}

/** Runs a transaction without our server: sent and sealed, or why not. Never throws. */
export async function signAndSeal(
  send: () => Promise<SentTransaction>,
  onStage: (stage: SigningStage) => void,
): Promise<SealEnd> {
  const signed = await askWallet(send, onStage)
  if (signed.status === 'failed') return signed
  onStage('sealing')
  return untilSealed(signed.value)
}

const failed = (thrown: unknown): Failed => ({ status: 'failed', error: toWalletError(thrown) })
