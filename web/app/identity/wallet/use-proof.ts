import { useMemo } from 'react'
import { useGuardedCall } from '../captcha/use-guarded-call.ts'
import { useSite } from '../../platform/use-site.ts'
import { keepNonce } from './keep-nonce.ts'
import type { ProofSteps } from './take-proof.ts'
import { useReadyNonce } from './use-ready-nonce.ts'
import { proveWallet } from './wallet-proof.ts'

/**
 * The steps of a wallet's proof, with what they need fetched beforehand while `isWanted`: not while they run. Without a session
 * the nonce is good for signing in, with one for its member.
 */
export function useProof(isWanted: boolean, options?: { session: null }): Omit<ProofSteps, 'onStage'> {
  const site = useSite()
  const guardedCall = useGuardedCall()
  const isGuest = options?.session === null
  const nonces = useMemo(
    () => keepNonce(() => guardedCall('flowPrepare', {}, isGuest ? { session: null } : {})),
    [guardedCall, isGuest],
  )
  useReadyNonce(isWanted, nonces.prepare)
  return { nonce: nonces.take, prove: (nonce) => proveWallet(site, nonce) }
}
