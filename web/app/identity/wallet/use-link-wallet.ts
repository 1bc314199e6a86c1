import { useLocation, useNavigate } from 'react-router'
import { links, withRedirect } from '../../platform/links.ts'
import { gateOf, standingOf } from '../session/membership.ts'
import type { Gate } from '../session/membership.ts'
import { useSession } from '../../platform/session.ts'
import { linkRequest } from './link-request.ts'
import type { LinkAsk } from './link-request.ts'
import { useWalletState } from './use-wallet-state.ts'

/**
 * Whether this visitor may list, buy or gift, and what to ask for first. The chain is asked whether
 * there is a collection.
 */
export function useGate(): Gate {
  const current = useSession()
  const flowAddress = current?.flowAddress ?? ''
  const { hasCollection } = useWalletState(flowAddress, { isQuiet: true })
  return gateOf(standingOf({ userId: current?.userId, flowAddress, hasCollection }))
}

/** Whether this member has linked a wallet, as the session says. False for guests. */
export const useHasWallet = (): boolean => (useSession()?.flowAddress ?? '') !== ''

/**
 * Opens the wallet-link window and resolves true once a wallet is linked. Guests are sent to sign
 * in instead.
 */
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
