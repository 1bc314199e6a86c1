import { useEffect, useEffectEvent } from 'react'
import { useSWRConfig } from 'swr'
import { call } from '../../platform/api.ts'
import { useSession } from '../../platform/session.ts'
import { isAbout } from '../../platform/swr.ts'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { outcomeOf } from './order-outcome.ts'
import { useTransaction } from './use-transaction.ts'
import { watchedOrders } from './watched-orders.ts'
import '../../words/order-words.ts'

/**
 * Follows one order and shows a toast with the piece's picture on delivery, on whatever page the
 * member is.
 */
export function WatchOrder({ orderId }: { orderId: string }) {
  const { t, pick } = useWords()
  const userId = useSession()?.userId
  const { mutate } = useSWRConfig()
  const { data, error } = useTransaction(orderId)
  const outcome = data && outcomeOf(data.order, data.opening)
  const isOver =
    (outcome !== undefined && ['declined', 'expired', 'cancelled', 'refunded'].includes(outcome)) ||
    error?.status === 404

  useEffect(() => {
    if (isOver) watchedOrders.forget(orderId)
  }, [isOver, orderId])
  const tell = useEffectEvent((): void => {
    if (!data || outcome === undefined || userId === undefined) return
    // other screens show data that has changed
    void mutate(isAbout(['listOrders', 'listUnopenedPacks', 'listTokens', 'countTokens']))
    if (outcome !== 'delivered') return
    watchedOrders.forget(orderId)
    const [piece] = data.opening?.cards ?? []
    void call('countTokens', { params: { userId } }).then((result) =>
      toasts.show({
        id: `delivered-${orderId}`,
        status: 'success',
        title: t('delivery.toast', { name: pick(piece?.name ?? data.order.name) }),
        description: result.ok ? t('delivery.toast-count', { count: result.data.count }) : undefined,
        picture: piece?.picture ?? data.order.picture,
      }),
    )
  })
  // shown once, with the words and the data of that moment
  useEffect(() => tell(), [outcome])
  return null
}
