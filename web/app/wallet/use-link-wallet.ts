import { useLocation, useNavigate } from 'react-router'
import { links, withRedirect } from '../links.ts'
import { gateOf, standingOf } from '../member/membership.ts'
import type { Gate, GatedAct, Standing } from '../member/membership.ts'
import { useSession } from '../session/use-session.ts'
import { linkRequest } from './link-request.ts'

/** What this visitor is; a guest on the server and while hydrating. */
export function useStanding(): Standing {
  const current = useSession()
  return standingOf({ userId: current?.userId, flowAddress: current?.flowAddress ?? '' })
}

/** Whether this visitor may list, buy or gift, and what to ask for first. */
export const useGate = (act: GatedAct): Gate => gateOf(act, useStanding())

/** Whether this member has linked a wallet: a full member, who can list, buy and gift. False for guests. */
export const useIsFullMember = (): boolean => useStanding() === 'full'

/** Opens the wallet-link window and resolves true once a wallet is linked. Guests are sent to sign in instead. */
export function useLinkWallet(): () => Promise<boolean> {
  const isMember = useStanding() !== 'guest'
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return async () => {
    if (isMember) return linkRequest.open()
    await navigate(withRedirect(links.login, pathname + search))
    return false
  }
}
