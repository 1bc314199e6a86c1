import { randomUUID } from 'node:crypto'
import type { Storm } from '../shared/storm.ts'
import { malformed, notFound, unauthorised } from './paidy-refusal.ts'
import { readPayload, type PaidyPayload } from './payload.ts'
import { newId, openPayment, type PaymentContext } from './payments.ts'

/** What the shop's page receives when the overlay goes away. */
export type ClosedCallback = {
  id: string
  amount: number
  currency: 'JPY'
  created_at: string
  status: 'authorized' | 'rejected' | 'closed'
}
/** `lost`: the buyer waits for ever, and the shop's page hears nothing. */
export type CheckoutEnd = ClosedCallback | { lost: true }
type Fault = 'buyer' | 'code'
type Checkout = { id: string; payload: PaidyPayload; createdAt: string; email?: string; isOver: boolean }

export type Checkouts = {
  begin(apiKey: unknown, payload: unknown): { session: string } & PaidyPayload
  /** The buyer enters their details; returns which part is wrong. */
  identify(session: string, email: string, phone: string): Fault | undefined
  /** The code of the text message ends the checkout; a wrong one can be typed again. */
  confirm(session: string, code: string): Promise<CheckoutEnd | Fault>
  /** The buyer closes the overlay. */
  leave(session: string): ClosedCallback
}

/** The buyers and the code of the provider's test environment. */
export const testBuyers = {
  authorized: 'successful.payment@paidy.com',
  rejected: 'rejected.payment@paidy.com',
  phone: '08000000001',
  code: '8888',
} as const

const mostOpen = 10_000

/** Checkouts live in memory only: after a restart the buyer begins again. */
export function makeCheckouts(context: PaymentContext, publicKey: string, storm: Storm): Checkouts {
  const open = new Map<string, Checkout>()
  const find = (session: string) => {
    const checkout = open.get(session)
    if (!checkout || checkout.isOver) throw notFound('checkout')
    return checkout
  }
  const callback = (checkout: Checkout, status: ClosedCallback['status']): ClosedCallback => ({
    id: checkout.id,
    amount: checkout.payload.amount,
    currency: checkout.payload.currency,
    created_at: checkout.createdAt,
    status,
  })
  return {
    begin(apiKey, value) {
      if (apiKey !== publicKey) throw unauthorised()
      const payload = readPayload(value)
      const session = randomUUID()
      open.set(session, { id: newId('pay'), payload, createdAt: context.clock().toISOString(), isOver: false })
      const [oldest] = open.keys()
      if (open.size > mostOpen && oldest !== undefined) open.delete(oldest)
      return { session, ...payload }
    },
    identify(session, email, phone) {
      const checkout = find(session)
      const isKnown = email === testBuyers.authorized || email === testBuyers.rejected
      if (!isKnown || phone.replaceAll('-', '') !== testBuyers.phone) return 'buyer'
      checkout.email = email
      return undefined
    },
    async confirm(session, code) {
      const checkout = find(session)
      if (checkout.email === undefined) throw malformed('the buyer comes first')
      if (code !== testBuyers.code) return 'code'
      const order = checkout.payload.order.order_ref || checkout.id
      if (storm.strikesOrder('lostChallenge', order)) return { lost: true }
      checkout.isOver = true
      const isRejected = checkout.email === testBuyers.rejected || storm.strikesOrder('decline', order)
      const status = isRejected ? 'rejected' : 'authorized'
      const { id, payload } = checkout
      const payment = await openPayment(context, { id, payload, status })
      checkout.createdAt = payment.created_at
      return storm.strikesOrder('lostReturn', order) ? { lost: true } : callback(checkout, status)
    },
    leave(session) {
      // Also after a lost return: what the page hears then is not what the provider holds.
      const checkout = open.get(session)
      if (!checkout) throw notFound('checkout')
      checkout.isOver = true
      open.delete(session)
      return callback(checkout, 'closed')
    },
  }
}
