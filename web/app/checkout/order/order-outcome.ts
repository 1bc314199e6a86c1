import type { OpeningView } from '@kura/contract/shop/opening'
import type { OrderView } from '@kura/contract/checkout/order'
import type { CallError } from '../../platform/make-call.ts'

/**
 * The state of a purchase as its member sees it. `sending`: paid, and the token is on its way from
 * its seller. `paying`: 3-D Secure or the gateway is still open. `unopened`: paid, and the pack
 * waits to be opened. `cancelled`: by the member, before it was paid. `stuck`: recording takes too
 * long, and we investigate.
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

/** Derives the outcome of a purchase from its state, its reason and its steps. */
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

/** Whether the outcome is final. */
export const isFinal = (outcome: OrderOutcome): boolean =>
  outcome === 'unopened' ||
  outcome === 'delivered' ||
  outcome === 'declined' ||
  outcome === 'expired' ||
  outcome === 'cancelled' ||
  outcome === 'refunded'

/** Whether the order was ever paid, so that the four steps are worth showing. */
export const wasPaid = (order: Purchase): boolean => order.steps.some(({ step, at }) => step === 'paid' && at !== null)

/**
 * Milliseconds until a list of purchases is polled again: the shortest interval of all; 0 when all
 * are final.
 */
export function pollMsOfAll(orders: readonly Purchase[]): number {
  const pauses = orders.map((order) => pollMs(outcomeOf(order))).filter((ms) => ms > 0)
  return pauses.length === 0 ? 0 : Math.min(...pauses)
}

/** Milliseconds until a purchase is polled again; 0 when it is final. */
export function pollMs(outcome: OrderOutcome | undefined): number {
  if (outcome === undefined) return 2000
  if (isFinal(outcome)) return 0
  return outcome === 'minting' || outcome === 'sending' || outcome === 'paying' ? 1500 : 5000
}

/** Whether there is a receipt: the order was paid and, for a member's token, delivered. */
export const hasReceipt = (order: Purchase & Pick<OrderView, 'tender'>): boolean =>
  wasPaid(order) &&
  order.tender !== 'grant' &&
  (order.token === null || order.steps.some(({ step, at }) => step === 'delivered' && at !== null))

/**
 * Whether the order does not belong to this member, as opposed to a response that is missing for
 * now.
 */
export const isOrderGone = ({ status }: Pick<CallError, 'status'>): boolean =>
  status === 400 || status === 403 || status === 404
