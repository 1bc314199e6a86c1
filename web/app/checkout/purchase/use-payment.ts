import { useState } from 'react'
import type { StoredCard } from '@kura/contract/money/card'
import { useCall } from '../../platform/swr.ts'
import { firstChoice, limitPoints } from './payment-choice.ts'
import type { PaymentChoice } from './payment-choice.ts'
import type { OrderView, PaidyCheckout } from '@kura/contract/checkout/order'
import { call } from '../../platform/api.ts'
import { useSite } from '../../platform/use-site.ts'
import { useWords } from '../../words/use-words.ts'
import { orderStore } from '../order/order-store.ts'
import { enterBy } from './payment-calls.ts'
import { completePaidy } from './complete-payment.ts'
import type { Completed } from './complete-payment.ts'
import { termsOf } from './sellable.ts'
import { launchPaidy, paidyPayload } from './provider-scripts.ts'
import { subjectName } from '../order/subject.ts'
import type { Subject } from '../order/subject.ts'
import type { CheckoutFailure, PurchaseEvent } from './purchase.ts'
import '../../words/checkout-words.ts'

export type Payment = {
  /**
   * Cards and points are known, or failed to load: then only methods that need neither are shown.
   */
  isReady: boolean
  choice: PaymentChoice
  change: (choice: PaymentChoice) => void
  stored: readonly StoredCard[]
  balance: number
  /** Reads cards and points again after a change. */
  renew: () => void
}

const noCards: readonly StoredCard[] = []

/** How the member wants to pay for this price, with the current cards and points. */
export function usePayment(priceYen: number): Payment {
  const cards = useCall('creditCheck', {})
  const points = useCall('pointSummary', {})
  const [wish, setWish] = useState<PaymentChoice>()
  const stored = cards.data?.items ?? noCards
  const balance = points.data?.balance ?? 0
  const chosen = wish ?? firstChoice(stored)
  return {
    isReady: [cards, points].every(({ data, error }) => data !== undefined || error !== undefined),
    // price and balance may have changed since it was typed
    choice: { ...chosen, usedPoint: limitPoints(chosen.usedPoint, priceYen, balance) },
    change: setWish,
    stored,
    balance,
    renew: () => void Promise.all([cards.mutate(), points.mutate()]),
  }
}

type PaidyOptions = {
  subject: Subject
  findEarlier: () => Promise<unknown>
  payment: Pick<Payment, 'renew'>
  apply: (event: PurchaseEvent) => unknown
  showOrder: (orderId: string) => void
  toPayment: () => void
}

/**
 * Pays a reservation by the deferred payment, in the provider's window over the page, and continues
 * after that was closed.
 */
export function usePaidy({ subject, findEarlier, payment, apply, showOrder, toPayment }: PaidyOptions) {
  const site = useSite()
  const { t, pick } = useWords()
  const name = subjectName(subject)
  const fail = (failure: CheckoutFailure): void => void apply({ type: 'failed', failure })
  const pay = async (checkout: PaidyCheckout, usedPoint: number): Promise<void> => {
    const words = { storeName: site.name, pick, pointsTitle: t('checkout.total.points') }
    const answer = await launchPaidy(site.paidy, paidyPayload(checkout, words))
    if (answer.status === 'authorized') {
      orderStore.attempts.agree(name, answer.paymentId)
      return end(checkout.orderId, await completePaidy({ subject, usedPoint }, answer.paymentId))
    }
    if (answer.status === 'away') fail({ kind: 'gateway-away' })
    if (answer.status === 'closed') fail({ kind: 'paidy-closed' })
    if (answer.status === 'rejected') {
      // another way to pay makes another order: release what this one holds at once
      await call('cancelOrder', { params: { orderId: checkout.orderId } })
      orderStore.attempts.drop(name, 'paidy')
      orderStore.unseen.seen(name)
      fail({ kind: 'paidy-rejected' })
      payment.renew()
      toPayment()
    }
    await findEarlier()
  }
  const end = (orderId: string, completed: Completed): void => {
    // while the result is unknown, the order's own page shows it and links back here
    if (completed.status === 'unknown') return showOrder(orderId)
    orderStore.attempts.drop(name, 'paidy')
    if (completed.status === 'declined') orderStore.unseen.seen(name)
    if (completed.status === 'paid') return showOrder(completed.order.orderId)
    fail(completed.status === 'declined' ? { kind: 'refused', body: completed.body } : { kind: 'not-found' })
    payment.renew()
    return void findEarlier()
  }
  const resume = async (order: OrderView): Promise<void> => {
    const { orderId, usedPoint } = order
    const kept = orderStore.attempts.find(name, 'paidy')
    if (!kept) return
    // already approved, and the page was closed before it could report it
    if (kept.payId !== undefined) return end(orderId, await completePaidy({ subject, usedPoint }, kept.payId))
    const result = await enterBy(termsOf(order), usedPoint).paidy(kept.key)
    if (!result.ok) {
      fail({ kind: 'refused', body: result.body })
      return void (await findEarlier())
    }
    return pay(result.data, usedPoint)
  }
  return { pay, resume }
}
