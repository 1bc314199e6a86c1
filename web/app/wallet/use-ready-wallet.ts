import { useEffect } from 'react'
import { useSite } from '../use-site.ts'
import { loadFcl } from './load-fcl.ts'

/**
 * Brings the wallet library while the person still reads what is to be signed: browsers let a window open only right after a press.
 * A failure is told when the wallet is asked.
 */
export function useReadyWallet(): void {
  const site = useSite()
  useEffect(() => void loadFcl(site).catch(() => undefined), [site])
}
