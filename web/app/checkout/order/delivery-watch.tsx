import { lazy, Suspense, useSyncExternalStore } from 'react'
import { useSession } from '../../platform/session.ts'
import { watchedOrders } from './watched-orders.ts'

const WatchOrder = lazy(() => import('./watch-order.tsx').then((module) => ({ default: module.WatchOrder })))

const nothing: readonly string[] = []
const none = (): readonly string[] => nothing

/** Follows the orders under way; loads nothing as long as there are none. Stands once, in the shell. */
export function DeliveryWatch() {
  const ids = useSyncExternalStore(watchedOrders.subscribe, watchedOrders.read, none)
  const isMember = useSession() !== undefined
  if (!isMember || ids.length === 0) return null
  return (
    <Suspense fallback={null}>
      {ids.map((orderId) => (
        <WatchOrder key={orderId} orderId={orderId} />
      ))}
    </Suspense>
  )
}
