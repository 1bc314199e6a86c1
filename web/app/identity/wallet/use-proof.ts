import { useMemo, useEffect } from 'react'
import { useGuardedCall } from '../captcha/use-guarded-call.ts'
import { useSite } from '../../platform/use-site.ts'
import { keepNonce, keepReady, proveWallet } from './wallet-proof.ts'
import type { ProofSteps } from './take-proof.ts'
import { useBotState } from '../captcha/bot-context.tsx'
import { loadFcl } from './load-fcl.ts'

/**
 * The steps of a wallet's proof. What they need is fetched in advance while `isWanted`, but not
 * while they run. Without a session the nonce is good for signing in, with one for its member.
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

/**
 * Fetches the wallet library and a nonce before the press while `isWanted`: browsers block a wallet
 * window that opens long after it. With version 2 of the bot check the nonce waits for the press: a
 * ticked box is valid for one call, the member's own.
 */
export function useReadyNonce(isWanted: boolean, prepare: () => Promise<unknown>): void {
  const site = useSite()
  const { version } = useBotState()
  useEffect(() => {
    if (isWanted) void loadFcl(site).catch(() => undefined)
  }, [isWanted, site])
  useEffect(() => (isWanted && version === 'v3' ? keepReady(prepare) : undefined), [isWanted, version, prepare])
}
