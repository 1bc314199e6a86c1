import { useEffect, useMemo } from 'react'
import { useGuardedCall } from '../captcha/use-guarded-call.ts'
import { useSite } from '../use-site.ts'
import { keepNonce } from './keep-nonce.ts'
import { loadFcl } from './load-fcl.ts'
import type { ProofSteps } from './take-proof.ts'
import { proveWallet } from './wallet-proof.ts'

/**
 * The steps of a wallet's proof. While `isWanted` the wallet library and a nonce are fetched beforehand: browsers block a wallet
 * window that opens long after the click. Without a session the nonce is good for signing in, with one for its member.
 */
export function useProof(isWanted: boolean, options?: { session: null }): ProofSteps & { prepare: () => void } {
  const site = useSite()
  const guardedCall = useGuardedCall()
  const isGuest = options?.session === null
  const nonces = useMemo(
    () => keepNonce(() => guardedCall('flowPrepare', {}, isGuest ? { session: null } : {})),
    [guardedCall, isGuest],
  )
  useEffect(() => {
    if (!isWanted) return undefined
    void loadFcl(site).catch(() => undefined)
    void nonces.prepare()
    // replaced in time when the person takes theirs
    const timer = setInterval(() => void nonces.prepare(), 30_000)
    return () => clearInterval(timer)
  }, [isWanted, nonces, site])
  return {
    nonce: nonces.take,
    prove: (nonce) => proveWallet(site, nonce),
    prepare: () => void nonces.prepare(),
  }
}
