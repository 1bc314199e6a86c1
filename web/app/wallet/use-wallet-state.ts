import useSWR from 'swr'
import { useBotCheck } from '../captcha/bot-context.tsx'
import { notLoaded, useGuardedCall } from '../captcha/use-guarded-call.ts'
import { isWalletReady } from '../member/membership.ts'
import { useSession } from '../session/use-session.ts'
import { CallError } from '../call-error.ts'

export type WalletState = {
  /** A wallet is linked and owns a collection. */
  ready: boolean
  /** Undefined until the chain was asked. */
  hasCollection: boolean | undefined
  /** The chain could not be asked. */
  isUnknown: boolean
  /** The chain is being asked, which may wait for the person: show the visible bot check. */
  isAsking: boolean
  renew: () => Promise<void>
}

/**
 * Whether the linked wallet owns a collection, asked through the server; '' asks for nothing. `isQuiet` is for pages that show no
 * bot check for it: where a person would have to solve one, nothing is asked.
 */
export function useWalletState(address: string, { isQuiet = false }: { isQuiet?: boolean } = {}): WalletState {
  const guardedCall = useGuardedCall()
  const bot = useBotCheck()
  const userId = useSession()?.userId
  const key = address === '' || userId === undefined ? null : (['walletState', userId, address] as const)
  const { data, error, mutate } = useSWR<boolean, CallError>(
    key,
    async () => {
      const ask = () =>
        isQuiet && bot.read().version === 'v2'
          ? Promise.resolve(notLoaded)
          : guardedCall('flowSetup', { body: { address } })
      let result = await ask()
      // refused as a machine: the person may solve the visible check
      if (!result.ok && result.body.errorCode === 'BOT_DENY') result = await ask()
      if (!result.ok) throw new CallError(result.status, result.body)
      return !result.data.needsSetup
    },
    { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false },
  )
  return {
    ready: isWalletReady(address, data),
    hasCollection: data,
    isUnknown: error !== undefined,
    isAsking: key !== null && data === undefined && error === undefined,
    renew: async () => void (await mutate()),
  }
}
