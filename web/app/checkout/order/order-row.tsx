import { useEffect } from 'react'
import { Link } from 'react-router'
import type { OrderView } from '@kura/contract/checkout/order'
import { links } from '../../platform/links.ts'
import { pointText } from '../../money/point/point-text.ts'
import { formatMoment, formatSerial } from '../../platform/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { useWords } from '../../words/use-words.ts'
import { outcomeOf } from './order-outcome.ts'
import type { OrderOutcome } from './order-outcome.ts'
import { sumOf } from './outcome-words.ts'
import { orderStore } from './order-store.ts'
import { Badge } from '../../ui/chips.tsx'
import '../../words/order-words.ts'

/** A purchase in a list; the whole row is its link. */
export function OrderRow({ order }: { order: OrderView }) {
  const { t, pick, language } = useWords()
  const { orderId, token } = order
  useEffect(() => {
    if (token) orderStore.ofTokens.note(orderId)
  }, [token, orderId])
  const writing = {
    points: (count: number) => pointText(t, language, count),
    join: (price: string, points: string) => t('order.sum', { price, points }),
  }
  return (
    <li className="relative flex items-center gap-4 rounded-card border border-line bg-surface p-3 transition-colors hover:bg-ground sm:p-4">
      <Picture picture={order.picture} alt="" sizes="56px" className="w-14 shrink-0 rounded-field" />
      <div className="grid min-w-0 grow gap-1 sm:grid-cols-[1fr_auto] sm:items-center sm:gap-x-6">
        <div className="grid min-w-0 gap-0.5">
          <Link
            to={links.order(order.orderId)}
            className="stretched line-clamp-2 text-14 leading-[1.5] font-semibold text-ink"
          >
            {pick(order.name)}
            <span className="sr-only"> – {t('order.see')}</span>
          </Link>
          <p className="tabular text-12 text-sub-text">
            {order.token && `${formatSerial(order.token.serial)} · `}
            {formatMoment(order.createdAt, language)}
          </p>
        </div>
        <div className="flex items-center gap-3 sm:justify-end">
          <span className="tabular text-14 font-semibold text-ink">
            {order.tender === 'grant' ? t('order.free') : sumOf(order, writing)}
          </span>
          <OutcomeBadge outcome={outcomeOf(order)} />
        </div>
      </div>
      <Icon name="right" className="size-5 text-sub-text" />
    </li>
  )
}

const tones: Record<OrderOutcome, 'plain' | 'strong' | 'attention'> = {
  paying: 'plain',
  unopened: 'strong',
  minting: 'plain',
  sending: 'plain',
  stuck: 'attention',
  delivered: 'plain',
  declined: 'attention',
  expired: 'attention',
  cancelled: 'plain',
  refunding: 'attention',
  refunded: 'plain',
  checking: 'attention',
}

/** The outcome of a purchase in a word. */
function OutcomeBadge({ outcome }: { outcome: OrderOutcome }) {
  const { t } = useWords()
  return <Badge tone={tones[outcome]}>{t(`order.outcome.${outcome}`)}</Badge>
}
