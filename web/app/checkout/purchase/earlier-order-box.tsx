import { useEffect, useEffectEvent, useRef } from 'react'
import { formatYen } from '@kura/contract/money'
import type { OrderView } from '@kura/contract/checkout/order'
import { links } from '../../platform/links.ts'
import { formatMoment } from '../../platform/format.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../words/use-words.ts'
import type { WordKey } from '../../words/word-key.ts'
import { CancelOrderButton, LeaseCountdown, BankLink, useResume } from '../order/unpaid-order.tsx'
import { isUnpaid } from '../order/order-outcome.ts'
import { useTransaction } from '../order/use-transaction.ts'
import '../../words/checkout-words.ts'
import '../../words/order-words.ts'
import '../../words/trade-words.ts'

type EarlierOrderBoxProps = {
  order: OrderView
  isBusy: boolean
  /** Opens the window of the deferred payment again. */
  onResume: (order: OrderView) => void
  /** Called when it has ended, or may have: it is read again. */
  onEnd: () => void
  /** It is paid, and the member buys another one. */
  onAnother: () => void
}

/**
 * Replaces the checkout while an earlier order of the same subject is open, or its outcome was not
 * shown: continue or cancel it.
 */
export function EarlierOrderBox({ order: found, isBusy, onResume, onEnd, onAnother }: EarlierOrderBoxProps) {
  const { t, language } = useWords()
  const { data } = useTransaction(found.orderId)
  const order = data?.order ?? found
  const hasEnded = order.state === 'expired'
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (hasEnded) end()
  }, [hasEnded])
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const waits = isUnpaid(order)
  return (
    <section className="grid gap-5 rounded-card border border-line bg-surface p-5">
      <div className="flex gap-3">
        <Icon name={waits ? 'clock' : 'check'} className="size-6 text-indigo-text" />
        <div className="grid gap-1">
          <h2 ref={heading} tabIndex={-1} className="text-18">
            {t(waits ? 'earlier.unpaid' : order.token ? 'trade.earlier.bought' : 'earlier.bought')}
          </h2>
          <p className="text-14">
            {t(wordOf(order, waits), {
              time: formatMoment(order.createdAt, language),
              price: formatYen(order.priceYen),
            })}
          </p>
        </div>
      </div>
      {waits ? (
        <Unpaid order={order} isBusy={isBusy} onResume={onResume} onEnd={onEnd} />
      ) : (
        <div className="grid gap-3">
          <LinkButton to={links.order(order.orderId)}>{t('order.see')}</LinkButton>
          {/* there is one of it only */}
          {!order.token && (
            <Button look="secondary" onClick={onAnother}>
              {t('earlier.another')}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

function wordOf({ token }: OrderView, waits: boolean): WordKey {
  if (token) return waits ? 'trade.earlier.unpaid-text' : 'trade.earlier.bought-text'
  return waits ? 'earlier.unpaid-text' : 'earlier.bought-text'
}

function Unpaid({ order, isBusy, onResume, onEnd }: Omit<EarlierOrderBoxProps, 'onAnother'>) {
  const { t } = useWords()
  const resume = useResume(order)
  return (
    <>
      {order.leaseUntil !== null && <LeaseCountdown until={order.leaseUntil} onOver={onEnd} />}
      <div className="grid gap-3">
        {resume?.by === 'bank' && <BankLink way={resume.way} />}
        {resume?.by === 'paidy' && (
          <Button isBusy={isBusy} onClick={() => onResume(order)}>
            {t('order.resume-paidy')}
          </Button>
        )}
        {!resume && <p className="text-14">{t('order.resume-elsewhere')}</p>}
        <CancelOrderButton order={order} onEnd={onEnd} />
        <LinkButton look="quiet" to={links.order(order.orderId)}>
          {t('order.see')}
        </LinkButton>
      </div>
    </>
  )
}
