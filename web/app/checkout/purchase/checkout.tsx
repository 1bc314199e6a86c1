import { useEffect, useEffectEvent, useRef } from 'react'
import type { ReactNode } from 'react'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { CheckoutProblem } from './checkout-problem.tsx'
import { Confirmation } from './confirmation.tsx'
import { EarlierOrderBox } from './earlier-order-box.tsx'
import { hasTax } from './sellable.ts'
import type { Sellable } from './sellable.ts'
import { PaymentForm } from './payment-form.tsx'
import type { Subject } from '../order/subject.ts'
import { usePurchase } from './use-purchase.ts'
import { classes } from '../../ui/classes.ts'
import '../../words/checkout-words.ts'

type CheckoutProps = {
  subject: Subject
  /** Undefined when nothing can be ordered; an earlier order may still be open. */
  sellable: Sellable | undefined
  /** Shown instead in that case. */
  closed: ReactNode
  /** Shown before the payment methods. */
  note?: ReactNode
}

/**
 * The checkout of any subject: how to pay, then the last screen before the order; or an earlier
 * order instead.
 */
export function Checkout({ subject, sellable, closed, note }: CheckoutProps) {
  const { t } = useWords()
  const purchase = usePurchase(subject, sellable)
  const { step, payment, earlier, isBusy, failure, refused, toPayment } = purchase
  const priceYen = sellable?.priceYen ?? 0
  const isConfirming = step === 'confirm'
  const hasEarlier = step === 'earlier'
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(true)
  const focusHeading = useEffectEvent((): void => {
    if (isFirst.current) isFirst.current = false
    // a field the gateway refused already has the focus
    else if (isConfirming || refused === undefined) heading.current?.focus()
  })
  useEffect(() => focusHeading(), [isConfirming, hasEarlier])
  const problem = <CheckoutProblem failure={failure} subject={subject} priceYen={priceYen} />
  if (step === 'earlier' && earlier)
    return (
      <div className="grid gap-4">
        {problem}
        <EarlierOrderBox
          key={earlier.orderId}
          order={earlier}
          isBusy={isBusy}
          onResume={purchase.resumePaidy}
          onEnd={purchase.renew}
          onAnother={purchase.dismiss}
        />
      </div>
    )
  if (!sellable)
    return (
      <div className="grid gap-4">
        {problem}
        {closed}
      </div>
    )
  if (step === 'failed' && purchase.accountFailure !== undefined)
    return <ErrorState code={purchase.accountFailure} onRetry={() => void purchase.renewAccount()} />
  if (step === 'waiting')
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
          sellable={sellable}
          choice={payment.choice}
          stored={payment.stored}
          isBusy={isBusy}
          problem={problem}
          onConfirm={purchase.confirm}
          onBack={toPayment}
        />
      ) : (
        <>
          {note}
          {problem}
          <PaymentForm
            payment={payment}
            priceYen={priceYen}
            isTaxed={hasTax(sellable)}
            hasCardPage={sellable.kind === 'token'}
            refused={refused}
            onDone={purchase.toConfirm}
          />
        </>
      )}
    </section>
  )
}

const steps = ['pay', 'confirm'] as const

/** The current step of the two. */
function CheckoutSteps({ current }: { current: (typeof steps)[number] }) {
  const { t } = useWords()
  return (
    <ol aria-label={t('checkout.steps')} className="grid grid-cols-2 gap-2">
      {steps.map((step, index) => {
        const isReached = index <= steps.indexOf(current)
        return (
          <li
            key={step}
            aria-current={step === current ? 'step' : undefined}
            className={classes(
              'flex items-center gap-2 border-t-4 pt-2 text-14 leading-label',
              isReached ? 'border-indigo-text font-semibold text-ink' : 'border-line text-sub-text',
            )}
          >
            <span className="tabular">{index + 1}</span>
            {t(`checkout.step.${step}`)}
          </li>
        )
      })}
    </ol>
  )
}
