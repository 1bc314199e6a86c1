import { useEffect } from 'react'
import { useBotState } from '../captcha/bot-context.tsx'
import { useSite } from '../../platform/use-site.ts'
import { keepReady } from './keep-nonce.ts'
import { loadFcl } from './load-fcl.ts'

/**
 * Has the wallet library and a nonce fetched before the press while `isWanted`: browsers block a wallet window that opens long
 * after it. With version 2 of the bot check the nonce waits for the press: the box that a person ticks is good for one call, and
 * that is theirs.
 */
export function useReadyNonce(isWanted: boolean, prepare: () => Promise<unknown>): void {
  const site = useSite()
  const { version } = useBotState()
  useEffect(() => {
    if (isWanted) void loadFcl(site).catch(() => undefined)
  }, [isWanted, site])
  useEffect(() => (isWanted && version === 'v3' ? keepReady(prepare) : undefined), [isWanted, version, prepare])
}
