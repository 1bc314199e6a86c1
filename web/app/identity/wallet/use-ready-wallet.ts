import { useEffect } from 'react'
import { useSite } from '../../platform/use-site.ts'
import { loadFcl } from './load-fcl.ts'

/**
 * Brings the wallet library while the person still reads what is to be signed: browsers let a window open only right after a press.
 * A failure is told when the wallet is asked. `isNear`: where it is not read at once, that it is now.
 */
export function useReadyWallet(isNear = true): void {
  const site = useSite()
  useEffect(() => {
    if (isNear) void loadFcl(site).catch(() => undefined)
  }, [site, isNear])
}
