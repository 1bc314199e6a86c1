import { useEffect } from 'react'
import type { PackView } from '@kura/contract/pack'
import { serverTime } from '../clock.ts'
import { useCall } from '../swr.ts'

/** How often the remaining number is asked for while the page is looked at. */
const refreshMs = 10_000
/** Asked so soon after a sale begins or ends, at most: not everybody in the same moment. */
const spreadMs = 1000
/** The longest time a browser's timer can hold. */
const timerMost = 2 ** 31 - 1

/**
 * The pack as it is now: the page brings it, the browser keeps it true, also at the very moment its sale begins or ends by the server's
 * clock. When the server cannot be asked, the last known stays.
 */
export function useLivePack(pack: PackView): PackView {
  const { data, mutate } = useCall(
    'showPack',
    { params: { packId: pack.packId }, query: {} },
    { fallbackData: pack, refreshInterval: refreshMs, refreshWhenHidden: false },
  )
  const live = data ?? pack
  const { saleStartsAt, saleEndsAt } = live
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    void serverTime().then((now) => {
      const edges = [saleStartsAt, saleEndsAt].map((at) => (at === null ? 0 : Date.parse(at)) - now)
      const next = Math.min(...edges.filter((ms) => ms > 0))
      if (isGone || next > timerMost) return
      timer = setTimeout(() => void mutate(), next + 50 + Math.random() * spreadMs)
    })
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [saleStartsAt, saleEndsAt, mutate])
  return live
}
