import type { OrderView } from '@kura/contract/checkout/order'
import { links } from '../../platform/links.ts'
import { pointText } from '../../money/point/point-text.ts'
import { formatMoment } from '../../platform/format.ts'
import { LinkButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { joinSentences, useWords } from '../../words/use-words.ts'
import { CancelOrderButton, LeaseCountdown, ResumeLink } from './unpaid-order.tsx'
import type { OrderOutcome } from './order-outcome.ts'
import { outcomeSentences } from './outcome-words.ts'
import type { Seen } from './outcome-words.ts'
import { checkoutOf, subjectOf } from './subject.ts'
import '../../words/order-words.ts'
import '../../words/trade-words.ts'

const icons: Partial<Record<OrderOutcome, IconName>> = {
  unopened: 'pack',
  delivered: 'check',
  paying: 'clock',
  minting: 'clock',
  sending: 'clock',
}

type OutcomeNoticeProps = {
  order: OrderView
  outcome: OrderOutcome
  seen: Seen
  /** Called after an action: the order has to be read again. */
  onChange: () => void
}

/** The outcome of a purchase and of its payment, with the next action if there is one. */
export function OutcomeNotice({ order, outcome, seen, onChange }: OutcomeNoticeProps) {
  const { t, language } = useWords()
  const sentences = outcomeSentences(order, outcome, seen, {
    until: formatMoment(order.leaseUntil ?? order.createdAt, language),
    points: (count) => pointText(t, language, count),
    join: (price, points) => t('order.sum', { price, points }),
  })
  const isBad = outcome === 'declined' || outcome === 'expired'
  return (
    <div className={classes('grid gap-4 rounded-card p-5', isBad ? 'bg-attention-ground' : 'bg-ground')}>
      <div role="status" className="flex gap-3">
        <Icon
          name={icons[outcome] ?? 'info'}
          className={classes('size-6', isBad ? 'text-attention-text' : 'text-indigo-text')}
        />
        <div className="grid gap-1">
          <p className="text-16 leading-label font-semibold text-ink">{t(`order.outcome.${outcome}`)}</p>
          <p className="text-14 text-ink">
            {joinSentences(
              sentences.map(({ word, values }) => t(word, values)),
              language,
            )}
          </p>
        </div>
      </div>
      <NextAction order={order} outcome={outcome} onChange={onChange} />
    </div>
  )
}

function NextAction({ order, outcome, onChange }: Omit<OutcomeNoticeProps, 'seen'>) {
  const { t } = useWords()
  if (outcome === 'paying')
    return (
      <div className="grid gap-3">
        {order.leaseUntil !== null && <LeaseCountdown until={order.leaseUntil} onOver={onChange} />}
        <ResumeLink order={order} />
        <CancelOrderButton order={order} onEnd={onChange} />
      </div>
    )
  if (outcome === 'unopened' && order.unopenedPackId !== null)
    return (
      <LinkButton to={links.opening(order.unopenedPackId, order.orderId)} size="lg">
        {t('unopened.open')}
      </LinkButton>
    )
  if (outcome === 'delivered')
    return (
      <LinkButton to={order.token ? links.token(order.token.tokenId) : links.collection} look="secondary">
        {t(order.token ? 'trade.to-token' : 'opening.to-collection')}
      </LinkButton>
    )
  if (outcome === 'declined' || outcome === 'expired' || outcome === 'cancelled')
    return <LinkButton to={checkoutOf(subjectOf(order))}>{t('order.again')}</LinkButton>
  return null
}
