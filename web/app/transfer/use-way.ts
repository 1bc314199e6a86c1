import type { ApiOutput } from '@kura/contract/api'
import type { CallError } from '../call-error.ts'
import { useCall } from '../swr.ts'

export type Way = ApiOutput<'prepareTransfer'>

/** What stands in the way of sending a token, to this address where there is one: asked again for each. */
export function useWay(
  tokenId: string,
  address: string | undefined,
): { way: Way | undefined; error: CallError | undefined; retry: () => void } {
  const query = address === undefined ? { tokenId } : { tokenId, address }
  const { data, error, mutate } = useCall('prepareTransfer', { query }, { revalidateOnFocus: false })
  return { way: data, error, retry: () => void mutate() }
}
