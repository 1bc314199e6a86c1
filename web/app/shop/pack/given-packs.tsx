import { useEffect, useRef } from 'react'
import type { OpeningView } from '@kura/contract/shop/opening'
import type { OrderView } from '@kura/contract/checkout/order'
import { links } from '../../platform/links.ts'
import { CardRow } from '../../catalogue/item/card-row.tsx'
import { outcomeOf, pollMs } from '../../checkout/order/order-outcome.ts'
import { watchedOrders } from '../../checkout/order/watched-orders.ts'
import { useCall } from '../../platform/swr.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { TransactionLink } from '../../ui/transaction-link.tsx'
import { useWords } from '../../words/use-words.ts'
import { PackFront } from './pack-front.tsx'
import '../../words/give-words.ts'

/** The most packs followed one by one; beyond it only the total is shown. */
export const followedMost = 6

/** Packs a member was given, each followed live: unopened, on its way, or its cards. */
export function GivenPacks({ orderIds }: { orderIds: readonly string[] }) {
  return (
    <ul className="grid gap-4">
      {orderIds.slice(0, followedMost).map((orderId) => (
        <li key={orderId} className="min-w-0">
          <GivenPack orderId={orderId} />
        </li>
      ))}
    </ul>
  )
}

function GivenPack({ orderId }: { orderId: string }) {
  const { data, error, mutate } = useCall(
    'showTransaction',
    { params: { type: 'pack', transactionId: orderId } },
    { refreshInterval: (latest) => pollMs(latest && outcomeOf(latest.order, latest.opening)) },
  )
  const outcome = data && outcomeOf(data.order, data.opening)
  useToastWhenGone(orderId, outcome === 'minting' || outcome === 'stuck')
  if (!data) {
    if (error) return <ErrorState code={error.body.errorCode} onRetry={() => void mutate()} />
    return <Skeleton className="h-28" />
  }
  return <Followed order={data.order} opening={data.opening} />
}

function Followed({ order, opening }: { order: OrderView; opening: OpeningView | null }) {
  const { t, pick } = useWords()
  const outcome = outcomeOf(order, opening)
  const isOnItsWay = outcome === 'minting' || outcome === 'stuck'
  return (
    <article className="grid min-w-0 gap-4 overflow-hidden rounded-card border border-line bg-surface p-4">
      <div className="flex items-center gap-4">
        <div className="w-16 shrink-0">
          <PackFront picture={order.picture} sizes="64px" />
        </div>
        <div className="grid min-w-0 grow gap-1">
          <h3 className="text-16">{pick(order.name)}</h3>
          <p role="status" className="flex items-start gap-2 text-14 text-ink">
            {isOnItsWay && (
              <span
                className="mt-1 size-4 shrink-0 animate-spin rounded-full border-2 border-current border-t-transparent"
                aria-hidden="true"
              />
            )}
            {outcome === 'delivered' && <Icon name="check" className="mt-0.5 size-5 text-success-text" />}
            {t(wordOf[outcome])}
          </p>
          {isOnItsWay && opening?.txId != null && <TransactionLink txId={opening.txId} />}
        </div>
        {order.unopenedPackId !== null && (
          <span className="hidden shrink-0 sm:block">
            <Open unopenedPackId={order.unopenedPackId} orderId={order.orderId} />
          </span>
        )}
      </div>
      {order.unopenedPackId !== null && (
        <div className="sm:hidden">
          <Open unopenedPackId={order.unopenedPackId} orderId={order.orderId} isWide />
        </div>
      )}
      {outcome === 'delivered' && opening && <CardRow cards={opening.cards} />}
    </article>
  )
}

type OpenProps = { unopenedPackId: string; orderId: string; isWide?: boolean }

function Open({ unopenedPackId, orderId, isWide = false }: OpenProps) {
  const { t } = useWords()
  return (
    <LinkButton to={links.opening(unopenedPackId, orderId)} isWide={isWide}>
      {t('unopened.open')}
    </LinkButton>
  )
}

const wordOf = {
  paying: 'given.minting',
  unopened: 'given.unopened',
  minting: 'given.minting',
  sending: 'given.minting',
  stuck: 'given.stuck',
  delivered: 'given.delivered',
  declined: 'given.over',
  expired: 'given.over',
  cancelled: 'given.over',
  refunding: 'given.over',
  refunded: 'given.over',
  checking: 'given.stuck',
} as const

/** A member who leaves before the pieces are there gets a toast when they come. */
function useToastWhenGone(orderId: string, isOnItsWay: boolean): void {
  const isNeeded = useRef(isOnItsWay)
  isNeeded.current = isOnItsWay
  useEffect(
    () => () => {
      if (isNeeded.current) watchedOrders.watch(orderId)
    },
    [orderId],
  )
}
