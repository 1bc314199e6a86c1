import type { ApiInput, ApiOutput } from '@kura/contract/api'
import type { ListingView } from '@kura/contract/market/listing'
import { call } from '../../platform/api.ts'
import { useSession } from '../../platform/use-session.ts'
import { useLiveList } from '../../platform/use-live-list.ts'
import type { LiveList } from '../../platform/use-live-list.ts'

/** How often the offers are asked for while they are looked at. */
const refreshMs = 10_000

/** The offers of an item as they are now, so that none stays that can no longer be bought. `isLimited` adds those made to the member alone. */
export function useListings(
  itemId: string,
  query: ApiInput<'listListings'>['query'],
  first: ApiOutput<'listListings'>,
  isLimited: boolean,
): LiveList<ListingView> {
  const userId = useSession()?.userId ?? ''
  const asked = { ...query, ...(isLimited && userId !== '' ? { getLimited: 'true' } : {}) }
  return useLiveList({
    key: ['listListings', itemId, asked, userId],
    first,
    load: (cursor) =>
      call('listListings', { params: { itemId }, query: cursor === undefined ? asked : { ...asked, cursor } }),
    refreshMs,
  })
}
