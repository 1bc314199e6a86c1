import { useEffect, useState } from 'react'
import { formatYen } from '@kura/contract/money'
import type { OrderView } from '@kura/contract/order'
import { links } from '../links.ts'
import { formatMoment } from '../time.ts'
import { LinkButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon.tsx'
import { useWords } from '../words/use-words.ts'
import { findChallenge } from './challenge-store.ts'
import { declineWord } from './decline-words.ts'
import type { OrderOutcome } from './order-outcome.ts'
import '../words/order-words.ts'

const icons: Partial<Record<OrderOutcome, IconName>> = {
  unopened: 'pack',
  delivered: 'check',
  paying: 'clock',
  minting: 'clock',
}

/** What happened to a purchase and to its money in one sentence, and the next action where there is one. */
export function OutcomeNotice({ order, outcome }: { order: OrderView; outcome: OrderOutcome }) {
  const { t, language } = useWords()
  const price = formatYen(order.priceYen)
  const until = formatMoment(order.leaseUntil ?? order.createdAt, language)
  const text =
    outcome === 'declined' ? t(declineWord(order.reason)) : t(`order.outcome.${outcome}.text`, { price, until })
  const isBad = outcome === 'declined' || outcome === 'expired'
  return (
    <div role="status" className={classes('grid gap-4 rounded-card p-5', isBad ? 'bg-attention-ground' : 'bg-ground')}>
      <div className="flex gap-3">
        <Icon
          name={icons[outcome] ?? 'info'}
          className={classes('size-6', isBad ? 'text-attention-text' : 'text-indigo-text')}
        />
        <div className="grid gap-1">
          <p className="text-16 leading-label font-semibold text-ink">{t(`order.outcome.${outcome}`)}</p>
          <p className="text-14 text-ink">{text}</p>
        </div>
      </div>
      <NextAction order={order} outcome={outcome} />
    </div>
  )
}

function NextAction({ order, outcome }: { order: OrderView; outcome: OrderOutcome }) {
  const { t } = useWords()
  if (outcome === 'paying') return <ResumeLink orderId={order.orderId} />
  if (outcome === 'unopened' && order.unopenedPackId !== null)
    return (
      <LinkButton to={links.opening(order.unopenedPackId, order.orderId)} size="lg">
        {t('unopened.open')}
      </LinkButton>
    )
  if (outcome === 'delivered')
    return (
      <LinkButton to={links.collection} look="secondary">
        {t('opening.to-collection')}
      </LinkButton>
    )
  if (outcome === 'declined' || outcome === 'expired')
    return <LinkButton to={links.checkout(order.packId)}>{t('order.again')}</LinkButton>
  return null
}

/** Back to the card's bank, when this browser knows where that is. */
function ResumeLink({ orderId }: { orderId: string }) {
  const { t } = useWords()
  const [url, setUrl] = useState<string>()
  useEffect(() => setUrl(findChallenge(orderId)), [orderId])
  if (url === undefined) return null
  return (
    <a
      href={url}
      className="inline-flex min-h-11 items-center justify-center rounded-field bg-indigo px-5 py-2 text-14 leading-label font-semibold text-white hover:bg-indigo-deep"
    >
      {t('order.resume')}
    </a>
  )
}
