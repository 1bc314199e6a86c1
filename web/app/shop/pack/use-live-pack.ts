import type { PackView } from '@kura/contract/shop/pack'
import { useCall } from '../../platform/swr.ts'
import { useAtEdges } from '../../platform/clock.ts'

/** How often the remaining number is polled while the page is visible. */
const refreshMs = 10_000

/**
 * The pack as it is now: the page loads it, and the browser keeps it current, also at the moment
 * its sale begins or ends by the server's clock. When the server does not respond, the last known
 * state stays.
 */
export function useLivePack(pack: PackView): PackView {
  const { data, mutate } = useCall(
    'showPack',
    { params: { packId: pack.packId }, query: pack.channel === 'sale' ? {} : { forIssue: 'true' } },
    { fallbackData: pack, refreshInterval: refreshMs, refreshWhenHidden: false },
  )
  const live = data ?? pack
  useAtEdges([live.saleStartsAt, live.saleEndsAt], () => void mutate())
  return live
}
