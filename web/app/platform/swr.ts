import useSWR from 'swr'
import type { SWRConfiguration, SWRResponse } from 'swr'
import type { ApiInput, ApiOutput } from '@kura/contract/api'
import type { CallName } from '@kura/contract/paths'
import { paths } from '@kura/contract/paths'
import { call } from './api.ts'
import { CallError } from './make-call.ts'
import { useSession } from './session.ts'

type Connection = { effectiveType?: string; saveData?: boolean }

function isSlow(): boolean {
  const connection = (globalThis.navigator as { connection?: Connection } | undefined)?.connection
  return connection?.saveData === true || ['slow-2g', '2g'].includes(connection?.effectiveType ?? '')
}

/** The constants of the product's data cache; errors are retried with exponential backoff, refusals (4xx) are not. */
export const cacheSettings = (): SWRConfiguration<never, CallError> => ({
  errorRetryInterval: isSlow() ? 10_000 : 5_000,
  dedupingInterval: 2_000,
  focusThrottleInterval: 5_000,
  loadingTimeout: isSlow() ? 5_000 : 3_000,
  shouldRetryOnError: (error) => error.status === 0 || error.status >= 500 || error.status === 429,
})

/** Picks what is kept of these calls, to have it asked for again. */
export const isAbout =
  (names: readonly CallName[]) =>
  (key: unknown): boolean =>
    Array.isArray(key) && names.some((name) => name === key[0])

/**
 * Live data of one call in the browser; `input` null asks for nothing yet. Calls of a member wait for the session and are kept
 * per member, so that nothing of another one is ever shown.
 */
export function useCall<K extends CallName>(
  name: K,
  input: ApiInput<K> | null,
  options: SWRConfiguration<ApiOutput<K>, CallError> = {},
): SWRResponse<ApiOutput<K>, CallError> {
  const userId = useSession()?.userId
  const { auth } = paths[name]
  const mayAsk = input !== null && (auth !== 'member' || userId !== undefined)
  const key = mayAsk ? ([name, input, auth === 'none' ? '' : (userId ?? '')] as const) : null
  const settings = { ...cacheSettings(), ...options } as SWRConfiguration<ApiOutput<K>, CallError>
  return useSWR<ApiOutput<K>, CallError>(
    key,
    async ([, given]: [K, ApiInput<K>]) => {
      const result = await call(name, given)
      if (!result.ok) throw new CallError(result.status, result.body)
      return result.data
    },
    settings,
  )
}
