import { useLocation, useNavigate } from 'react-router'
import { links, withRedirect } from '../links.ts'
import { useSession } from '../session/use-session.ts'
import { linkRequest } from './link-request.ts'

/** Whether this member has linked a wallet: a full member, who can list, buy and gift. False for guests. */
export const useIsFullMember = (): boolean => (useSession()?.flowAddress ?? '') !== ''

/** Opens the wallet-link window and resolves true once a wallet is linked. Guests are sent to sign in instead. */
export function useLinkWallet(): () => Promise<boolean> {
  const isMember = useSession() !== undefined
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return async () => {
    if (isMember) return linkRequest.open()
    await navigate(withRedirect(links.login, pathname + search))
    return false
  }
}
