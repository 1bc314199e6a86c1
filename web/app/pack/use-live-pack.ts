import type { PackView } from '@kura/contract/pack'
import { useCall } from '../swr.ts'

/** How often the remaining number is asked for while the page is looked at. */
const refreshMs = 10_000

/** The pack as it is now: the page brings it, the browser keeps it true. When the server cannot be asked, the last known stays. */
export function useLivePack(pack: PackView): PackView {
  const { data } = useCall(
    'showPack',
    { params: { packId: pack.packId }, query: {} },
    { fallbackData: pack, refreshInterval: refreshMs, refreshWhenHidden: false },
  )
  return data ?? pack
}
