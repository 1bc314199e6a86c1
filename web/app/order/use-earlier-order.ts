import { useCallback, useEffect, useRef, useState } from 'react'
import type { OrderView } from '@kura/contract/order'
import { call } from '../api.ts'
import { findEarlier } from './earlier-order.ts'

const looked = 20

/**
 * An order of this pack that stands in the way of another one, looked for when the checkout opens, when it comes to the front again
 * and by `look`; while `isBusy` the order under way is this page's own.
 */
export function useEarlierOrder(packId: string, isBusy: boolean) {
  const [earlier, setEarlier] = useState<OrderView>()
  const known = useRef<ReadonlySet<string>>(undefined)
  const busy = useRef(isBusy)
  busy.current = isBusy
  const look = useCallback(async (): Promise<OrderView | undefined> => {
    const result = await call('listOrders', { query: { limit: looked } })
    // unknown is no reason to stop anybody: the server decides
    if (!result.ok) return undefined
    const found = findEarlier(result.data.items, packId, known.current)
    known.current ??= new Set(result.data.items.map(({ orderId }) => orderId))
    setEarlier(found)
    return found
  }, [packId])
  useEffect(() => {
    const lookIfIdle = (): void => {
      if (document.visibilityState === 'visible' && !busy.current) void look()
    }
    lookIfIdle()
    document.addEventListener('visibilitychange', lookIfIdle)
    window.addEventListener('pageshow', lookIfIdle)
    return () => {
      document.removeEventListener('visibilitychange', lookIfIdle)
      window.removeEventListener('pageshow', lookIfIdle)
    }
  }, [look])
  /** The member has seen it and wants another one. */
  const dismiss = (): void => {
    if (earlier) known.current = new Set([...(known.current ?? []), earlier.orderId])
    setEarlier(undefined)
  }
  return { earlier, look, dismiss }
}
