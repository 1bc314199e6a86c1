import type { PackView } from '@kura/contract/shop/pack'
import { useSession } from '../../platform/use-session.ts'
import { useCall } from '../../platform/swr.ts'

/** How many of a limited pack the member may still get; undefined for guests, without a wallet, and until it is known. */
export function useOwnLeft({
  packId,
  perMemberLimit,
}: Pick<PackView, 'packId' | 'perMemberLimit'>): number | undefined {
  const flowAddress = useSession()?.flowAddress ?? ''
  const isAsked = perMemberLimit !== null && flowAddress !== ''
  return useCall('showPackLimit', isAsked ? { params: { packId, flowAddress } } : null).data?.left ?? undefined
}
