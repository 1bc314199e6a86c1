import type { GiftView } from '@kura/contract/market/gift'
import { useCall } from '../../platform/swr.ts'
import type { TokenCardState } from './token-card.tsx'
import { useSession } from '../../platform/session.ts'

const listed = ['pending', 'open', 'held', 'ending'] as const
const given: readonly GiftView['state'][] = ['pending', 'open', 'claimed', 'ending']
/** The page size limit of the API. */
const limit = 100

/**
 * What is under way with each own piece, as far as the newest listings, gifts and transfers show.
 */
export function useTokenStates(): (token: { tokenId: string }) => TokenCardState | undefined {
  const { data: ownListings } = useCall('listOwnListings', { query: { limit, state: [...listed] } })
  const { data: gifts } = useCall('listGifts', { query: { limit, side: 'sent' } })
  const { data: transfers } = useCall('listTransfers', { query: { limit } })
  const states = new Map<string, TokenCardState>()
  for (const { token, state } of transfers?.items ?? []) if (state === 'pending') states.set(token.tokenId, 'moving')
  for (const { token, state } of gifts?.items ?? []) if (given.includes(state)) states.set(token.tokenId, 'gifting')
  for (const { tokenId } of ownListings?.items ?? []) states.set(tokenId, 'selling')
  return ({ tokenId }) => states.get(tokenId)
}

/** How many pieces are in the member's vault; undefined until it is known. */
export function useOwnCount(): number | undefined {
  const userId = useSession()?.userId
  return useCall('countTokens', userId === undefined ? null : { params: { userId } }).data?.count
}
