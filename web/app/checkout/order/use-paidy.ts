import type { OrderView, PaidyCheckout } from '@kura/contract/checkout/order'
import { call } from '../../platform/api.ts'
import { useSite } from '../../platform/use-site.ts'
import { useWords } from '../../words/use-words.ts'
import { attempts } from './attempt-store.ts'
import { enterBy } from './buying-calls.ts'
import type { CheckoutFailure } from './checkout-failure.ts'
import { completePaidy } from './complete-payment.ts'
import type { Completed } from './complete-payment.ts'
import { termsOf } from './offer.ts'
import { launchPaidy, paidyPayload } from './paidy-checkout.ts'
import { subjectName } from './subject.ts'
import type { Subject } from './subject.ts'
import { unseenOrders } from './unseen-orders.ts'
import type { useEarlierOrder } from './use-earlier-order.ts'
import type { Payment } from './use-payment.ts'
import '../../words/checkout-words.ts'

type Surroundings = {
  subject: Subject
  earlier: Pick<ReturnType<typeof useEarlierOrder>, 'look'>
  payment: Pick<Payment, 'renew'>
  fail: (failure: CheckoutFailure | undefined) => void
  showOrder: (orderId: string) => void
  toPayment: () => void
}

/** Paying a reservation by the deferred payment, in the provider's window over the page, and going on with it after that was closed. */
export function usePaidy({ subject, earlier, payment, fail, showOrder, toPayment }: Surroundings) {
  const site = useSite()
  const { t, pick } = useWords()
  const name = subjectName(subject)
  const pay = async (checkout: PaidyCheckout, usedPoint: number): Promise<void> => {
    const words = { storeName: site.name, pick, pointsTitle: t('checkout.total.points') }
    const answer = await launchPaidy(site.paidy, paidyPayload(checkout, words))
    if (answer.status === 'authorized') {
      attempts.agree(name, answer.paymentId)
      return end(checkout.orderId, await completePaidy({ subject, usedPoint }, answer.paymentId))
    }
    if (answer.status === 'away') fail({ kind: 'gateway-away' })
    if (answer.status === 'closed') fail({ kind: 'paidy-closed' })
    if (answer.status === 'rejected') {
      // another way to pay is another order: what this one holds is free at once
      await call('cancelOrder', { params: { orderId: checkout.orderId } })
      attempts.drop(name, 'paidy')
      unseenOrders.seen(name)
      fail({ kind: 'paidy-rejected' })
      payment.renew()
      toPayment()
    }
    await earlier.look()
  }
  const end = (orderId: string, completed: Completed): void => {
    // while nobody knows, the order's own page tells what becomes of it, and leads back here
    if (completed.status === 'unknown') return showOrder(orderId)
    attempts.drop(name, 'paidy')
    if (completed.status === 'declined') unseenOrders.seen(name)
    if (completed.status === 'paid') return showOrder(completed.order.orderId)
    fail(completed.status === 'declined' ? { kind: 'refused', body: completed.body } : { kind: 'not-found' })
    payment.renew()
    return void earlier.look()
  }
  const resume = async (order: OrderView): Promise<void> => {
    fail(undefined)
    const { orderId, usedPoint } = order
    const kept = attempts.find(name, 'paidy')
    if (!kept) return
    // agreed to already, and the page was gone before it could say so
    if (kept.payId !== undefined) return end(orderId, await completePaidy({ subject, usedPoint }, kept.payId))
    const result = await enterBy(termsOf(order), usedPoint).paidy(kept.key)
    if (!result.ok) {
      fail({ kind: 'refused', body: result.body })
      return void (await earlier.look())
    }
    return pay(result.data, usedPoint)
  }
  return { pay, resume }
}
