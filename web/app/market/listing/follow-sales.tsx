import { useEffect, useState } from 'react'
import type { TokenCardView } from '@kura/contract/market/token'
import { useCall } from '../../platform/swr.ts'
import { sales } from './sale-store.ts'
import { useSale } from './use-sale.ts'

/**
 * Follows on what this browser sent and a closed page left, whatever the server made of it meanwhile: one that came is told, and one that
 * failed on chain is rolled back and told with its reason.
 */
export function FollowSales() {
  const [left, setLeft] = useState<readonly string[]>([])
  useEffect(() => setLeft(sales.sent()), [])
  return left.map((tokenId) => <FollowSale key={tokenId} tokenId={tokenId} />)
}

function FollowSale({ tokenId }: { tokenId: string }) {
  const { data } = useCall('showToken', { params: { tokenId } })
  return data && <Following token={data} />
}

function Following({ token }: { token: TokenCardView }) {
  useSale(token, { isShown: false })
  return null
}
