import type { ErrorBody } from '@kura/contract/errors'
import type { OrderView } from '@kura/contract/checkout/order'
import type { Result } from '@kura/contract/result'
import { completeBy } from './payment-calls.ts'
import { orderStore } from '../order/order-store.ts'
import type { CardName } from '../order/order-store.ts'
import { readReturn, subjectName } from '../order/subject.ts'
import type { Subject } from '../order/subject.ts'

export type Completed =
  | { status: 'paid'; order: OrderView }
  | { status: 'declined'; body: ErrorBody }
  /** Not an order of this member: forged, of another account, or malformed. */
  | { status: 'not-found' }
  /** The buyer left the page before paying: the order is still open. */
  | { status: 'unpaid' }
  /** Not known yet; asking again later is safe. */
  | { status: 'unknown' }

const tries = 6
const waitMs = 2500
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The payment, and the part of it in points. */
export type Paid = { subject: Subject; usedPoint: number }

/** Completes a card payment after 3-D Secure, and stores the card if it was given a name. */
export const completeCard = ({ subject, usedPoint }: Paid, accessID: string, name?: CardName): Promise<Completed> =>
  completePayment(() => completeBy(subject, usedPoint).card(accessID, name, cardPaymentKey(accessID, name)), wait)

/**
 * The idempotency key for completing a card payment: one per payment, and another when its card is
 * stored. A payment id that no gateway sent gets no key; the server refuses it.
 */
export const cardPaymentKey = (accessID: string, name?: CardName): string | undefined =>
  /^[0-9A-Za-z]{1,64}$/.test(accessID) ? `card-${name ? 'named' : 'alone'}-${accessID}` : undefined

/** Pays a reservation with the approved deferred payment. */
export const completePaidy = ({ subject, usedPoint }: Paid, paymentId: string): Promise<Completed> =>
  completePayment(() => completeBy(subject, usedPoint).paidy(paymentId, `paidy-${paymentId}`), wait)

/** Reads what was paid on the card company's own page. */
export async function completeCardPage({ subject, usedPoint }: Paid, paymentOrderId: string): Promise<Completed> {
  const { cardPage } = completeBy(subject, usedPoint)
  if (!cardPage) return { status: 'not-found' }
  const completed = await completePayment(() => cardPage(paymentOrderId), wait)
  return completed.status === 'declined' && completed.body.errorCode === 'ORDER_STATE'
    ? { status: 'unpaid' }
    : completed
}

/**
 * Completes a payment, and asks again while the result is open: repeating the call changes nothing.
 */
export async function completePayment(
  buy: () => Promise<Result<OrderView>>,
  pause: (ms: number) => Promise<void>,
): Promise<Completed> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await buy()
    if (result.ok) return { status: 'paid', order: result.data }
    const { status, body } = result
    if (body.errorCode === 'NOT_FOUND' || body.errorCode === 'INVALID_REQUEST_FORMAT') return { status: 'not-found' }
    const isOpen = status === 0 || status >= 500 || status === 429 || body.errorCode === 'IDEMPOTENCY_IN_PROGRESS'
    if (!isOpen) return { status: 'declined', body }
    if (attempt >= tries) return { status: 'unknown' }
    await pause(waitMs)
  }
}

/**
 * Completes the payment named by the address: at the card's bank, or on the card company's own
 * page.
 */
export async function completeReturn(query: URLSearchParams): Promise<Completed> {
  const paid = readReturn(query)
  const [accessID, paymentOrderId] = [query.get('AccessID') ?? '', query.get('paymentOrderId') ?? '']
  if (!paid || (accessID === '' && paymentOrderId === '')) return { status: 'not-found' }
  const completed =
    accessID === ''
      ? await completeCardPage(paid, paymentOrderId)
      : await completeCard(paid, accessID, orderStore.cardNames.find(accessID))
  if (completed.status === 'paid' && completed.order.token) orderStore.ofTokens.note(completed.order.orderId)
  // while the result is unknown, the payment may still succeed, and the card has to be stored then
  if (completed.status !== 'unknown') orderStore.cardNames.drop(accessID)
  if (completed.status === 'paid' || completed.status === 'declined') orderStore.unseen.seen(subjectName(paid.subject))
  return completed
}
