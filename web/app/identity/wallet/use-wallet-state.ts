import { useCallback } from 'react'
import useSWR, { unstable_serialize, useSWRConfig } from 'swr'
import type { ScopedMutator } from 'swr'
import { useBotCheck, useBotState } from '../captcha/bot-context.tsx'
import { notLoaded, useGuardedCall } from '../captcha/use-guarded-call.ts'
import { isWalletReady } from '../session/membership.ts'
import { useSession } from '../../platform/session.ts'
import { CallError } from '../../platform/make-call.ts'

export type WalletState = {
  /** A wallet is linked and owns a collection. */
  ready: boolean
  /** Undefined until the chain has been read. */
  hasCollection: boolean | undefined
  /** The chain could not be read. */
  isUnknown: boolean
  /** The chain is being read, which may wait for the person: show the visible bot check. */
  isAsking: boolean
  /**
   * Reads again, unless a person would have to solve a check for it; then the known state stays.
   */
  renew: () => Promise<void>
}

const keyOf = (userId: string, address: string) => ['walletState', userId, address] as const

/** Records for the whole page that the wallet has its collection, right after creating it. */
export const noteCollection = (mutate: ScopedMutator, userId: string, address: string): Promise<unknown> =>
  mutate(keyOf(userId, address), true, { revalidate: false })

/** Reads from the cache whether a member has a collection; undefined when not known. */
export function useKnownCollection(): (userId: string, address: string) => boolean | undefined {
  const { cache } = useSWRConfig()
  return useCallback((userId, address) => cache.get(unstable_serialize(keyOf(userId, address)))?.data, [cache])
}

/**
 * Whether the linked wallet owns a collection, asked through the server; '' asks for nothing.
 * `isQuiet` is for pages that show no bot check for it: where a person would have to solve one,
 * nothing is asked.
 */
export function useWalletState(address: string, { isQuiet = false }: { isQuiet?: boolean } = {}): WalletState {
  const guardedCall = useGuardedCall()
  const bot = useBotCheck()
  const isAutomatic = useBotState().version === 'v3'
  const userId = useSession()?.userId
  const key = address === '' || userId === undefined ? null : keyOf(userId, address)
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
    {
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      shouldRetryOnError: false,
      // do not revalidate by a check that a person must solve: its box would be ticked for another
      // call
      revalidateIfStale: isAutomatic,
    },
  )
  return {
    ready: isWalletReady(address, data),
    hasCollection: data,
    isUnknown: error !== undefined,
    isAsking: key !== null && data === undefined && error === undefined,
    renew: async () => void (isAutomatic && (await mutate())),
  }
}
