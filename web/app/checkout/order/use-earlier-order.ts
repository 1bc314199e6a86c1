import { useCallback, useEffect, useRef, useState } from 'react'
import type { OrderView } from '@kura/contract/checkout/order'
import { call } from '../../platform/api.ts'
import { attempts } from './attempt-store.ts'
import { findEarlier, knownOrders } from './earlier-order.ts'
import { subjectName } from './subject.ts'
import type { Subject } from './subject.ts'
import { tokenOrders } from './token-orders.ts'
import { unseenOrders } from './unseen-orders.ts'

const looked = 20

/**
 * An order of the same subject that stands in the way of another one, looked for when the checkout opens, when it comes to the front again
 * and by `look`; while `isBusy` the order under way is this page's own.
 */
export function useEarlierOrder(subject: Subject, isBusy: boolean) {
  const name = subjectName(subject)
  const latest = useRef(subject)
  latest.current = subject
  const [earlier, setEarlier] = useState<OrderView>()
  const known = useRef<ReadonlySet<string>>(undefined)
  const busy = useRef(isBusy)
  busy.current = isBusy
  const look = useCallback(async (): Promise<OrderView | undefined> => {
    const result = await call('listOrders', { query: { limit: looked } })
    // unknown is no reason to stop anybody: the server decides
    if (!result.ok) return undefined
    const { items } = result.data
    known.current ??= knownOrders(items, unseenOrders.before(name))
    const found = findEarlier(items, latest.current, known.current)
    if (found?.token) tokenOrders.note(found.orderId)
    setEarlier(found)
    return found
  }, [name])
  useEffect(() => {
    const lookIfIdle = (): void => {
      if (document.visibilityState === 'visible' && !busy.current) void look()
    }
    // back from the bank by the browser's button: what was under way when the page was left is so no more
    const lookIfBack = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) void look()
      else lookIfIdle()
    }
    lookIfIdle()
    document.addEventListener('visibilitychange', lookIfIdle)
    window.addEventListener('pageshow', lookIfBack)
    return () => {
      document.removeEventListener('visibilitychange', lookIfIdle)
      window.removeEventListener('pageshow', lookIfBack)
    }
  }, [look])
  /** The member has seen it and wants another one. */
  const dismiss = (): void => {
    if (earlier) known.current = new Set([...(known.current ?? []), earlier.orderId])
    unseenOrders.seen(name)
    // its key would only find it again
    attempts.drop(name, 'point')
    attempts.drop(name, 'paidy')
    setEarlier(undefined)
  }
  /** The orders that are known now. */
  const before = (): Iterable<string> => known.current ?? []
  return { earlier, look, dismiss, before }
}
