import type { OpeningView } from '@kura/contract/shop/opening'
import type { OrderView } from '@kura/contract/checkout/order'
import type { CallError } from '../../platform/make-call.ts'

/**
 * Where a purchase stands, as its member sees it. `sending`: paid, and the token is on its way from its seller. `paying`: 3-D Secure or the gateway has not answered. `unopened`: paid, the
 * pack waits to be opened. `cancelled`: given up by the member before it was paid. `stuck`: being recorded takes longer than it should, we look after it.
 */
export const outcomes = [
  'paying',
  'unopened',
  'minting',
  'sending',
  'stuck',
  'delivered',
  'declined',
  'expired',
  'cancelled',
  'refunding',
  'refunded',
  'checking',
] as const
export type OrderOutcome = (typeof outcomes)[number]

type Purchase = Pick<OrderView, 'state' | 'reason' | 'token' | 'unopenedPackId' | 'steps'>

/** Says where a purchase stands from its state, its reason and its steps. */
export function outcomeOf(order: Purchase, opening?: Pick<OpeningView, 'state'> | null): OrderOutcome {
  switch (order.state) {
    case 'reserved':
    case 'authorised':
      return 'paying'
    case 'expired':
      return endOf(order.reason)
    case 'refunding':
      return 'refunding'
    case 'refunded':
      return 'refunded'
    case 'quarantined':
      return 'checking'
    case 'captured':
    case 'delivered':
      return ofPaid(order, opening)
  }
}

/** Whether an order still waits for its payment. */
export const isUnpaid = ({ state }: Pick<OrderView, 'state'>): boolean => state === 'reserved' || state === 'authorised'

function endOf(reason: string | null): OrderOutcome {
  if (reason === 'CANCELLED') return 'cancelled'
  return reason === null || reason === 'PAYMENT_EXPIRED' ? 'expired' : 'declined'
}

function ofPaid(order: Purchase, opening: Pick<OpeningView, 'state'> | null | undefined): OrderOutcome {
  if (order.steps.some(({ step, at }) => step === 'delivered' && at !== null)) return 'delivered'
  if (order.token) return 'sending'
  if (order.unopenedPackId !== null) return 'unopened'
  return opening?.state === 'stuck' ? 'stuck' : 'minting'
}

/** Whether nothing more will happen by itself. */
export const isFinal = (outcome: OrderOutcome): boolean =>
  outcome === 'unopened' ||
  outcome === 'delivered' ||
  outcome === 'declined' ||
  outcome === 'expired' ||
  outcome === 'cancelled' ||
  outcome === 'refunded'

/** Whether the money was taken at some time, so that the four steps are worth showing. */
export const wasPaid = (order: Purchase): boolean => order.steps.some(({ step, at }) => step === 'paid' && at !== null)

/** Milliseconds until any of these purchases is checked again, as the liveliest of them wants it; 0 when all are final. */
export function pollMsOfAll(orders: readonly Purchase[]): number {
  const pauses = orders.map((order) => pollMs(outcomeOf(order))).filter((ms) => ms > 0)
  return pauses.length === 0 ? 0 : Math.min(...pauses)
}

/** Milliseconds until a purchase is checked again; 0 when it is final. */
export function pollMs(outcome: OrderOutcome | undefined): number {
  if (outcome === undefined) return 2000
  if (isFinal(outcome)) return 0
  return outcome === 'minting' || outcome === 'sending' || outcome === 'paying' ? 1500 : 5000
}

/** Whether there is a receipt: something was paid for; of a token of another member, it was delivered too. */
export const hasReceipt = (order: Purchase & Pick<OrderView, 'tender'>): boolean =>
  wasPaid(order) &&
  order.tender !== 'grant' &&
  (order.token === null || order.steps.some(({ step, at }) => step === 'delivered' && at !== null))

/** Whether an order could not be read because it is not this member's, and not because the answer is missing just now. */
export const isOrderGone = ({ status }: Pick<CallError, 'status'>): boolean =>
  status === 400 || status === 403 || status === 404
