import { useState, useEffect, useEffectEvent } from 'react'
import { useSWRConfig } from 'swr'
import type { ErrorCode } from '@kura/contract/errors'
import type { OrderView } from '@kura/contract/checkout/order'
import { call } from '../../platform/api.ts'
import { isAbout } from '../../platform/swr.ts'
import { useWork } from '../../platform/use-work.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { dialogs } from '../../ui/dialog-queue.ts'
import { FieldError } from '../../ui/field.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { orderStore } from './order-store.ts'
import type { PaymentPage } from './order-store.ts'
import { subjectName, subjectOf, checkoutOf } from './subject.ts'
import { useServerNow } from '../../platform/clock.ts'
import { timeLeft } from '../../platform/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { WordKey } from '../../words/word-key.ts'
import '../../words/order-words.ts'

type CancelOrderButtonProps = { order: Pick<OrderView, 'orderId' | 'packId' | 'token' | 'tender'>; onEnd: () => void }

/**
 * Cancels an unpaid order, after a confirmation. `onEnd` when it has ended or its state has changed
 * meanwhile.
 */
export function CancelOrderButton({ order, onEnd }: CancelOrderButtonProps) {
  const { t } = useWords()
  const { mutate } = useSWRConfig()
  const { isBusy, work } = useWork()
  const [failure, setFailure] = useState<ErrorCode>()
  const cancel = async (): Promise<void> => {
    const question = {
      description: t(order.token ? 'order.cancel.question-token' : 'order.cancel.question'),
      confirmTitle: t('order.cancel'),
    }
    if (!(await dialogs.confirm(question))) return
    setFailure(undefined)
    const { orderId } = order
    const result = await work(() => call('cancelOrder', { params: { orderId } }))
    if (!result) return
    if (!result.ok) {
      setFailure(result.body.errorCode)
      // the refusal may mean that it was paid
      if (result.body.errorCode === 'ORDER_STATE') onEnd()
      return
    }
    const name = subjectName(subjectOf(order))
    orderStore.attempts.drop(name, 'paidy')
    orderStore.unseen.seen(name)
    toasts.show({ id: `cancelled-${orderId}`, status: 'success', title: t('order.cancel.done') })
    void mutate(isAbout(['listOrders', 'pointSummary', 'pointDetails', 'showPack', 'showListing']))
    onEnd()
  }
  return (
    <div className="grid gap-2">
      <Button look="danger" isBusy={isBusy} onClick={() => void cancel()}>
        {t('order.cancel')}
      </Button>
      <FieldError error={failure && t(failure === 'ORDER_STATE' ? 'order.cancel.too-late' : `error.${failure}`)} />
    </div>
  )
}

const twoDigits = (count: number): string => String(count).padStart(2, '0')

type LeaseCountdownProps = {
  until: string
  onOver?: () => void
  /** What expires; the reservation by default. */
  words?: { left: WordKey; over: WordKey }
}
const ofLease = { left: 'order.lease.left', over: 'order.lease.over' } as const

/** The time a reservation has left, by the server's clock; calls `onOver` when it expires. */
export function LeaseCountdown({ until, onOver, words = ofLease }: LeaseCountdownProps) {
  const { t } = useWords()
  // this device's clock may be minutes wrong: nothing expires before the server's time is known
  const now = useServerNow(undefined, 1000)
  const ms = now === undefined ? undefined : Date.parse(until) - now
  const isOver = ms !== undefined && ms <= 0
  const end = useEffectEvent(() => onOver?.())
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  const left = ms === undefined ? undefined : timeLeft(ms)
  return (
    <p className="flex items-center gap-1.5 text-14 text-ink">
      <Icon name="clock" className="size-5 text-main" />
      {isOver ? (
        t(words.over)
      ) : (
        <>
          {t(words.left)}
          <span role="timer" className="tabular font-semibold">
            {left ? `${left.minutes}:${twoDigits(left.seconds)}` : '–:––'}
          </span>
        </>
      )}
    </p>
  )
}

type Order = Pick<OrderView, 'orderId' | 'packId' | 'token' | 'tender' | 'usedPoint' | 'priceYen'>
/**
 * How this browser can continue the payment: at the card's bank, in the window of the deferred
 * payment, or not at all.
 */
type Resume = { by: 'bank'; way: PaymentPage } | { by: 'paidy' } | undefined

/** Whether an order is paid by the deferred payment. */
const isByPaidy = ({ tender }: Pick<OrderView, 'tender'>): boolean => tender === 'paidy' || tender === 'paidy-point'

/** What this browser knows of an unpaid order; undefined while the page is server-rendered. */
export function useResume(order: Order): Resume {
  const [resume, setResume] = useState<Resume>()
  const { orderId, tender, usedPoint, priceYen } = order
  const name = subjectName(subjectOf(order))
  useEffect(() => {
    if (isByPaidy({ tender }))
      return setResume(
        orderStore.attempts.findFor(name, 'paidy', { priceYen, usedPoint }) ? { by: 'paidy' } : undefined,
      )
    const way = orderStore.pages.find(orderId)
    return setResume(way && { by: 'bank', way })
  }, [orderId, name, tender, usedPoint, priceYen])
  return resume
}

/** Back to the card's bank, or to the card company's page. */
export function BankLink({ way: { url, isPage } }: { way: PaymentPage }) {
  const { t } = useWords()
  return (
    <a
      href={url}
      className="inline-flex min-h-11 items-center justify-center rounded-field bg-indigo px-5 py-2 text-center text-14 leading-label font-semibold text-white hover:bg-indigo-deep"
    >
      {t(isPage ? 'order.resume-page' : 'order.resume')}
    </a>
  )
}

/** Links from the page of an unpaid order to its payment. */
export function ResumeLink({ order }: { order: Order }) {
  const { t } = useWords()
  const resume = useResume(order)
  if (resume?.by === 'bank') return <BankLink way={resume.way} />
  // its window opens over the checkout, which finds the order
  if (resume?.by === 'paidy')
    return <LinkButton to={checkoutOf(subjectOf(order))}>{t('order.resume-paidy')}</LinkButton>
  return <p className="text-12 text-main">{t('order.resume-elsewhere')}</p>
}
