import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { declareSearch, useSearch } from '../../ui/page-search.ts'
import { useMe } from '../../identity/session/use-me.ts'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { CheckoutProblem } from './checkout-problem.tsx'
import { CheckoutSteps } from './checkout-steps.tsx'
import { Confirmation } from './confirmation.tsx'
import { EarlierOrderBox } from './earlier-order-box.tsx'
import { hasTax } from './offer.ts'
import type { Offer } from './offer.ts'
import { faultsOfChoice, isByPoints } from './payment-choice.ts'
import { PaymentForm } from './payment-form.tsx'
import type { Subject } from './subject.ts'
import { useCheckout } from './use-checkout.ts'
import '../../words/checkout-words.ts'

export const checkoutSearch = declareSearch({ step: 'browser' })

type CheckoutProps = {
  subject: Subject
  /** Undefined when nothing can be ordered: an order from before may wait all the same. */
  offer: Offer | undefined
  /** In the place of it then. */
  closed: ReactNode
  /** What is told before the ways to pay. */
  note?: ReactNode
}

/** The checkout of whatever is offered: how to pay, then the last screen before the order; or an earlier order in its place. */
export function Checkout({ subject, offer, closed, note }: CheckoutProps) {
  const { t } = useWords()
  const { me, error: unread, renew: renewMe } = useMe()
  const query = useSearch(checkoutSearch)
  const navigate = useNavigate()
  const toPayment = (): void => void navigate({ search: '' }, { replace: true, preventScrollReset: true })
  const priceYen = offer?.priceYen ?? 0
  const checkout = useCheckout(subject, offer, toPayment)
  const { payment, earlier, isBusy, failure } = checkout
  const { choice, stored } = payment
  const [openedAt] = useState(() => new Date())
  // a card is in memory only: after a reload it has to be typed again
  const isChosen =
    Object.keys(faultsOfChoice(choice, { priceYen, stored, now: openedAt })).length === 0 &&
    (isByPoints(choice, priceYen) || (me !== undefined && me.birthday !== null))
  const wantsConfirmation = query.get('step') === 'confirm'
  const isConfirming = wantsConfirmation && isChosen
  const mustChoose = wantsConfirmation && !isChosen && payment.isReady && me !== undefined
  useEffect(() => {
    // after a reload, or when what was chosen is gone: otherwise the last letter typed would leap to the last screen
    if (mustChoose) toPayment()
    // once each time, whatever the function is by then
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [mustChoose])
  const isOffered = offer !== undefined
  const wasClosed = useRef(false)
  useEffect(() => {
    if (!isOffered) wasClosed.current = true
    else if (wasClosed.current) {
      wasClosed.current = false
      checkout.reopen()
      toasts.show({ id: 'offered-again', title: t('checkout.reopened') })
      // its price may be another one: nobody is left one press before it
      if (wantsConfirmation) toPayment()
    }
    // once each time, whatever the functions are by then
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isOffered])
  const hasEarlier = earlier.earlier !== undefined
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) isFirst.current = false
    // a field the gateway refused has the focus already
    else if (isConfirming || checkout.refused === undefined) heading.current?.focus()
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isConfirming, hasEarlier])
  const problem = <CheckoutProblem failure={failure} subject={subject} priceYen={priceYen} />
  if (earlier.earlier)
    return (
      <div className="grid gap-4">
        {problem}
        <EarlierOrderBox
          key={earlier.earlier.orderId}
          order={earlier.earlier}
          isBusy={isBusy}
          onResume={(order) => void checkout.resumePaidy(order)}
          onEnd={() => void earlier.look().then(payment.renew)}
          onAnother={earlier.dismiss}
        />
      </div>
    )
  if (!offer)
    return (
      <div className="grid gap-4">
        {problem}
        {closed}
      </div>
    )
  if (me === undefined && unread !== undefined) return <ErrorState code={unread} onRetry={() => void renewMe()} />
  if (!payment.isReady || me === undefined)
    return (
      <div className="grid gap-4" aria-hidden="true">
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-60 w-full" />
      </div>
    )
  return (
    <section className="grid gap-6">
      <CheckoutSteps current={isConfirming ? 'confirm' : 'pay'} />
      <h2 ref={heading} tabIndex={-1} className="text-20">
        {t(isConfirming ? 'checkout.confirm.title' : 'checkout.pay.title')}
      </h2>
      {isConfirming ? (
        <Confirmation
          offer={offer}
          choice={choice}
          stored={stored}
          isBusy={isBusy}
          problem={problem}
          onConfirm={() => void checkout.confirm()}
          onBack={toPayment}
        />
      ) : (
        <>
          {note}
          {problem}
          <PaymentForm
            payment={payment}
            priceYen={priceYen}
            isTaxed={hasTax(offer)}
            hasCardPage={offer.kind === 'token'}
            refused={checkout.refused}
            onDone={() => void navigate({ search: '?step=confirm' })}
          />
        </>
      )}
    </section>
  )
}
