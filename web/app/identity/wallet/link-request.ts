import type { FailedLink } from './link-message.ts'
import { useLocation, useNavigate } from 'react-router'
import { links, withRedirect } from '../../platform/links.ts'
import { gateOf, standingOf } from '../session/membership.ts'
import type { Gate } from '../session/membership.ts'
import { useSession } from '../../platform/session.ts'
import { useWalletState } from './use-wallet-state.ts'

export type LinkAsk = {
  /** Hears of every try that failed, after its error dialog was dismissed. The window stays open for another try. */
  onError?: (failure: FailedLink) => void
}

/** Whether the wallet-link window is asked for, and who waits for its end. */
export function makeLinkRequest() {
  let isOpen = false
  let waiting: (LinkAsk & { resolve: (isLinked: boolean) => void })[] = []
  const listeners = new Set<() => void>()
  const change = (next: boolean): void => {
    isOpen = next
    for (const listener of listeners) listener()
  }
  return {
    isOpen: (): boolean => isOpen,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Opens the window; resolves true when a wallet is linked at its end. */
    open(ask: LinkAsk = {}): Promise<boolean> {
      const answer = new Promise<boolean>((resolve) => waiting.push({ ...ask, resolve }))
      change(true)
      return answer
    },
    /** A try failed, and the person has read so. */
    fail(failure: FailedLink): void {
      for (const { onError } of waiting) onError?.(failure)
    },
    /** Ends it for all who wait. */
    close(isLinked: boolean): void {
      const all = waiting
      waiting = []
      change(false)
      for (const { resolve } of all) resolve(isLinked)
    },
  }
}

/** The one wallet-link window of the page; the shell shows it. */
export const linkRequest = makeLinkRequest()

/** Whether this visitor may list, buy or gift, and what to ask for first. The chain is asked whether there is a collection. */
export function useGate(): Gate {
  const current = useSession()
  const flowAddress = current?.flowAddress ?? ''
  const { hasCollection } = useWalletState(flowAddress, { isQuiet: true })
  return gateOf(standingOf({ userId: current?.userId, flowAddress, hasCollection }))
}

/** Whether this member has linked a wallet, as the session says. False for guests. */
export const useHasWallet = (): boolean => (useSession()?.flowAddress ?? '') !== ''

/** Opens the wallet-link window and resolves true once a wallet is linked. Guests are sent to sign in instead. */
export function useLinkWallet(): (ask?: LinkAsk) => Promise<boolean> {
  const isMember = useSession() !== undefined
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return async (ask) => {
    if (isMember) return linkRequest.open(ask)
    await navigate(withRedirect(links.login, pathname + search))
    return false
  }
}
