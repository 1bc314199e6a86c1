import { useMemo, useEffect } from 'react'
import { useGuardedCall } from '../captcha/use-guarded-call.ts'
import { useSite } from '../../platform/use-site.ts'
import { keepNonce, keepReady, proveWallet } from './wallet-proof.ts'
import type { ProofSteps } from './take-proof.ts'
import { useBotState } from '../captcha/bot-context.tsx'
import { loadFcl } from './load-fcl.ts'

/**
 * The steps of a wallet's proof. What they need is fetched in advance while `isNeeded`, but not
 * while they run. Without a session the nonce is good for signing in, with one for its member.
 */
export function useProof(isNeeded: boolean, options?: { session: null }): Omit<ProofSteps, 'onStage'> {
  const site = useSite()
  const guardedCall = useGuardedCall()
  const isGuest = options?.session === null
  const nonces = useMemo(
    () => keepNonce(() => guardedCall('flowPrepare', {}, isGuest ? { session: null } : {})),
    [guardedCall, isGuest],
  )
  useReadyNonce(isNeeded, nonces.prepare)
  return { nonce: nonces.take, prove: (nonce) => proveWallet(site, nonce) }
}

/**
 * Fetches the wallet library and a nonce before the press while `isNeeded`: browsers block a wallet
 * window that opens long after it. With version 2 of the bot check the nonce waits for the press: a
 * ticked box is valid for one call, the member's own.
 */
export function useReadyNonce(isNeeded: boolean, prepare: () => Promise<unknown>): void {
  const site = useSite()
  const { version } = useBotState()
  useEffect(() => {
    if (isNeeded) void loadFcl(site).catch(() => undefined)
  }, [isNeeded, site])
  useEffect(() => (isNeeded && version === 'v3' ? keepReady(prepare) : undefined), [isNeeded, version, prepare])
}
