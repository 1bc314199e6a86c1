import type { PackView } from '@kura/contract/shop/pack'
import { useCall } from '../../platform/swr.ts'
import { useAtEdges } from '../../platform/clock.ts'

/** How often the remaining number is asked for while the page is visible. */
const refreshMs = 10_000

/**
 * The pack as it is now: the page brings it, the browser keeps it true, also at the very moment its sale begins or ends by the server's
 * clock. When the server cannot be asked, the last known stays.
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
