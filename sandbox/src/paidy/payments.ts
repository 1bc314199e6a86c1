import { randomInt } from 'node:crypto'
import { conflict, malformed, notFound } from './paidy-refusal.ts'
import { object, optionalText, readMetadata, whole, type PaidyPayload } from './payload.ts'
import type { PaidyPayment, PaymentBook, StoredPayment } from './payment-book.ts'

export type PaidyEvent = 'authorize_success' | 'capture_success' | 'close_success' | 'refund_success' | 'update_success'
export type PaymentContext = {
  book: PaymentBook
  clock(): Date
  /** Tells the shop about a change; must not be waited for. */
  announce(payment: PaidyPayment, event: PaidyEvent): void
}
/** A change asked for over the API; `key` is the idempotency key, empty = none. */
export type Change = { id: string; body: unknown; key: string }

const lifeDays = 30
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A new id such as `pay_WvLwQE4AAFQAfg46`. */
export const newId = (kind: 'pay' | 'cap' | 'ref'): string =>
  `${kind}_${Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('')}`

/** Writes what the buyer's checkout came to; a rejected payment can be read and nothing else. */
export async function openPayment(
  context: PaymentContext,
  { id, payload, status }: { id: string; payload: PaidyPayload; status: 'authorized' | 'rejected' },
): Promise<PaidyPayment> {
  const now = context.clock()
  const payment: PaidyPayment = {
    id,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + lifeDays * 86_400_000).toISOString(),
    status,
    amount: payload.amount,
    currency: payload.currency,
    description: payload.description,
    store_name: payload.store_name,
    test: true,
    tier: 'classic',
    buyer: payload.buyer,
    order: { ...payload.order, updated_at: null },
    shipping_address: payload.shipping_address,
    captures: [],
    refunds: [],
    metadata: payload.metadata,
  }
  await context.book.save({ payment, answers: {} })
  if (status === 'authorized') context.announce(payment, 'authorize_success')
  return payment
}

/** The payment as it is now; an authorisation past its end is closed. */
export async function getPayment(context: PaymentContext, id: string): Promise<PaidyPayment> {
  await endIfOver(context, id)
  await context.book.settled()
  return find(context, id).payment
}

/** Takes the whole amount and closes the payment. */
export const capturePayment = (context: PaymentContext, change: Change) =>
  once(context, change, 'capture', (payment, body) => {
    if (payment.status !== 'authorized') throw conflict(`the payment is ${payment.status}`)
    const capture = {
      id: newId('cap'),
      created_at: context.clock().toISOString(),
      amount: payment.amount,
      tax: payment.order.tax,
      shipping: payment.order.shipping,
      items: payment.order.items,
      metadata: readMetadata(body.metadata),
    }
    return { event: 'capture_success', payment: { ...payment, status: 'closed', captures: [capture] } }
  })

/** Gives back what is left of a capture, or the amount named. */
export const refundPayment = (context: PaymentContext, change: Change) =>
  once(context, change, 'refund', (payment, body) => {
    const capture = payment.captures.find(({ id }) => id === body.capture_id)
    if (!capture) throw payment.captures.length === 0 ? conflict('nothing was captured') : malformed('capture_id')
    const given = payment.refunds.reduce((total, refund) => total + refund.amount, 0)
    const left = capture.amount - given
    if (left === 0) throw conflict('all of the capture was refunded')
    const amount = body.amount === undefined ? left : whole(body.amount, 'amount', 1)
    if (amount > left) throw malformed(`amount: ${left} is left to refund`)
    const refund = {
      id: newId('ref'),
      created_at: context.clock().toISOString(),
      capture_id: capture.id,
      amount,
      reason: optionalText(body.reason, 'reason') ?? '',
      metadata: readMetadata(body.metadata),
    }
    return { event: 'refund_success', payment: { ...payment, refunds: [...payment.refunds, refund] } }
  })

/** Ends an authorisation without taking money. */
export const closePayment = (context: PaymentContext, change: Change) =>
  once(context, change, 'close', (payment) => {
    if (payment.status !== 'authorized') throw conflict(`the payment is ${payment.status}`)
    return { event: 'close_success', payment: { ...payment, status: 'closed' } }
  })

/** Changes the shop's own notes: description, metadata and order_ref. */
export const updatePayment = (context: PaymentContext, change: Change) =>
  once(context, change, 'update', (payment, body) => {
    const order = body.order === undefined ? {} : object(body.order, 'order')
    const updated: PaidyPayment = {
      ...payment,
      description: optionalText(body.description, 'description') ?? payment.description,
      metadata: body.metadata === undefined ? payment.metadata : readMetadata(body.metadata),
      order: {
        ...payment.order,
        order_ref: optionalText(order.order_ref, 'order.order_ref') ?? payment.order.order_ref,
        updated_at: context.clock().toISOString(),
      },
    }
    return { event: 'update_success', payment: updated }
  })

type Changed = { event: PaidyEvent; payment: PaidyPayment }

/** Does a change, or answers what the same request under the same key was answered before. */
async function once(
  context: PaymentContext,
  { id, body, key }: Change,
  verb: string,
  change: (payment: PaidyPayment, body: Readonly<Record<string, unknown>>) => Changed,
): Promise<PaidyPayment> {
  await endIfOver(context, id)
  // From here to the save there is no wait, so that two requests at once cannot both find the old
  // state.
  const stored = find(context, id)
  const request = JSON.stringify([verb, body])
  const earlier = key === '' ? undefined : stored.answers[key]
  if (earlier) {
    if (earlier.request !== request) throw conflict('the idempotency key was used for another request')
    await context.book.settled()
    return earlier.payment
  }
  const { event, payment } = change(stored.payment, object(body ?? {}, 'body'))
  const answers = key === '' ? stored.answers : { ...stored.answers, [key]: { request, payment } }
  await context.book.save({ payment, answers })
  context.announce(payment, event)
  return payment
}

function find(context: PaymentContext, id: string): StoredPayment {
  const stored = context.book.find(id)
  if (!stored) throw notFound('payment')
  return stored
}

async function endIfOver(context: PaymentContext, id: string) {
  const stored = find(context, id)
  const { payment } = stored
  if (payment.status !== 'authorized' || Date.parse(payment.expires_at) > context.clock().getTime()) return
  const closed: PaidyPayment = { ...payment, status: 'closed' }
  await context.book.save({ ...stored, payment: closed })
  context.announce(closed, 'close_success')
}
