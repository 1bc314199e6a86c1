import useSWR from 'swr'
import { useGuardedCall } from '../captcha/use-guarded-call.ts'
import { isWalletReady } from '../member/membership.ts'
import { useSession } from '../session/use-session.ts'
import { CallError } from '../swr.ts'

export type WalletState = {
  /** A wallet is linked and owns a collection. */
  ready: boolean
  /** Undefined until the chain was asked. */
  hasCollection: boolean | undefined
  /** The chain could not be asked. */
  isUnknown: boolean
  renew: () => Promise<void>
}

/** Whether the linked wallet owns a collection, asked through the server; '' asks for nothing. */
export function useWalletState(address: string): WalletState {
  const guardedCall = useGuardedCall()
  const userId = useSession()?.userId
  const key = address === '' || userId === undefined ? null : (['walletState', userId, address] as const)
  const { data, error, mutate } = useSWR<boolean, CallError>(
    key,
    async () => {
      const result = await guardedCall('flowSetup', { body: { address } })
      if (!result.ok) throw new CallError(result.status, result.body)
      return !result.data.needsSetup
    },
    { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false },
  )
  return {
    ready: isWalletReady(address, data),
    hasCollection: data,
    isUnknown: error !== undefined,
    renew: async () => void (await mutate()),
  }
}
