import type { ApiOutput } from '@kura/contract/api'
import type { CallError } from '../../platform/call-error.ts'
import { useCall } from '../../platform/swr.ts'
import { obstacleOf } from './obstacle.ts'

export type Way = ApiOutput<'prepareTransfer'>

/** How often it is asked again while the token itself cannot be sent. */
const closedMs = 3000

/** What stands in the way of sending a token, to this address where there is one: asked again for each, and until it can be sent. */
export function useWay(
  tokenId: string,
  address: string | undefined,
): { way: Way | undefined; error: CallError | undefined; retry: () => void } {
  const query = address === undefined ? { tokenId } : { tokenId, address }
  const { data, error, mutate } = useCall(
    'prepareTransfer',
    { query },
    {
      revalidateOnFocus: false,
      refreshInterval: (latest) => (obstacleOf(latest?.obstacles, 'token') ? closedMs : 0),
    },
  )
  return { way: data, error, retry: () => void mutate() }
}
