import { useSession } from '../../platform/use-session.ts'
import { useCall } from '../../platform/swr.ts'

/** How many pieces lie in the member's vault; undefined until it is known. */
export function useOwnCount(): number | undefined {
  const userId = useSession()?.userId
  return useCall('countTokens', userId === undefined ? null : { params: { userId } }).data?.count
}
