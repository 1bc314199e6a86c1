import type { PackView } from '@kura/contract/shop/pack'
import { useCall } from '../../platform/swr.ts'
import { statusPauseMs } from './claim-progress.ts'

/**
 * What the member can do about an airdrop, and how far a claimed one is: kept true, also after a reload. Nothing for guests. `isListed`:
 * as one of many.
 */
export const useOwnStatus = (airdropId: string, kind: PackView['kind'], isListed = false) =>
  useCall(
    'showAirdropStatus',
    { params: { airdropId } },
    { refreshInterval: (latest) => statusPauseMs(latest, kind, isListed) },
  )
