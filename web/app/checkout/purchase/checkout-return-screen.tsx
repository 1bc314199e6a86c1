import { useNavigate } from 'react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { links } from '../../platform/links.ts'
import { MemberOnly } from '../../identity/member/member-only.tsx'
import { declareSearch, useSearch } from '../../ui/page-search.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { watchedOrders } from '../order/watched-orders.ts'
import { completeReturn } from './complete-payment.ts'
import type { Completed } from './complete-payment.ts'
import { declineWord } from '../order/outcome-words.ts'
import { checkoutOf, readReturn } from '../order/subject.ts'
import type { Subject } from '../order/subject.ts'
import '../../words/order-words.ts'
import '../../words/checkout-words.ts'

const search = declareSearch({
  AccessID: 'browser',
  packId: 'browser',
  paymentOrderId: 'browser',
  refId: 'browser',
  tokenId: 'browser',
  usedPoint: 'browser',
})
export const handle = { search }

/**
 * The page that the card's bank returns to. Opening it again does not complete the payment twice.
 */
export default function CheckoutReturnScreen() {
  const { t } = useWords()
  return (
    <div className="page grid justify-items-center pt-8 md:pt-16">
      <PageHead title={t('return.title')} isHidden />
      <div className="grid w-full max-w-[480px] gap-6">
        <h1 className="text-24">{t('return.title')}</h1>
        <MemberOnly>
          <Completion />
        </MemberOnly>
      </div>
    </div>
  )
}

function Completion() {
  const { t } = useWords()
  const navigate = useNavigate()
  const query = useSearch(search)
  const address = query.toString()
  const [round, setRound] = useState(0)
  const [completed, setCompleted] = useState<Completed>()

  const finish = useEffectEvent((result: Completed): void => {
    if (result.status !== 'paid') return setCompleted(result)
    const { orderId } = result.order
    watchedOrders.watch(orderId)
    toasts.show({ id: `paid-${orderId}`, status: 'success', title: t('delivery.paid') })
    // removes the address with the payment's id from the history
    void navigate(links.order(orderId), { replace: true })
  })
  useEffect(() => {
    let isGone = false
    setCompleted(undefined)
    void completeReturn(new URLSearchParams(address)).then((result) => {
      if (!isGone) finish(result)
    })
    return () => {
      isGone = true
    }
  }, [address, round])
  return completed === undefined || completed.status === 'paid' ? (
    <Working />
  ) : (
    <Ended completed={completed} subject={readReturn(query)?.subject} onRetry={() => setRound(round + 1)} />
  )
}

function Working() {
  const { t } = useWords()
  return (
    <div
      role="status"
      className="grid justify-items-center gap-4 rounded-card border border-line bg-surface px-6 py-12 text-center"
    >
      <span
        className="size-10 animate-spin rounded-full border-3 border-indigo-text border-t-transparent"
        aria-hidden="true"
      />
      <p className="text-18 font-semibold text-ink">{t('return.working')}</p>
      <p className="text-14">{t('return.working-text')}</p>
    </div>
  )
}

type EndedProps = {
  completed: Exclude<Completed, { status: 'paid' }>
  subject: Subject | undefined
  onRetry: () => void
}

function Ended({ completed, subject, onRetry }: EndedProps) {
  const { t } = useWords()
  const toOrders = (
    <LinkButton to={links.orders} look="secondary">
      {t('order.to-list')}
    </LinkButton>
  )
  if (completed.status === 'unknown')
    return (
      <EmptyState icon="clock" title={t('return.slow')} text={t('return.slow-text')}>
        <Button onClick={onRetry}>{t('list.retry')}</Button>
        {toOrders}
      </EmptyState>
    )
  if (completed.status === 'unpaid')
    return (
      <EmptyState icon="clock" title={t('return.unpaid')} text={t('return.unpaid-text')}>
        {subject && <LinkButton to={checkoutOf(subject)}>{t('order.again')}</LinkButton>}
        {toOrders}
      </EmptyState>
    )
  if (completed.status === 'not-found' || !subject)
    return (
      <EmptyState icon="order" title={t('return.unknown')} text={t('return.unknown-text')}>
        {toOrders}
      </EmptyState>
    )
  const { errorCode, error } = completed.body
  const text = t(errorCode === 'PAYMENT_DECLINED' ? declineWord(error) : `error.${errorCode}`)
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-3 rounded-card bg-attention-ground px-6 py-12 text-center"
    >
      <Icon name="warning" className="size-10 text-attention-text" />
      <p className="text-18 font-semibold text-ink">{t('return.declined')}</p>
      <p className="text-14 text-ink">{text}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <LinkButton to={checkoutOf(subject)}>{t('order.again')}</LinkButton>
        {toOrders}
      </div>
    </div>
  )
}
