import type { Absent, Found, Trade } from '../../platform/gateways/payment-gateway.ts'
import type { Difference } from './difference.ts'

/** A payment as our books have it: what the ledger says the gateway holds of it. */
export type BookedPayment = { orderId: string; state: string; amountYen: number; bookedYen: number }
/** The gateway's id of the payment, and when an unused authorisation must be gone. */
type Known = { key: string; orderId: string | null; isOld: boolean }
type Mismatch = Pick<Difference, 'kind' | 'what' | 'amountYen' | 'direction'>

/** Yen that the gateway holds for us of a payment. */
export const heldYen = (answer: Found | Absent): number =>
  answer.kind === 'found' && answer.trade.status === 'captured' ? answer.trade.amountYen : 0

/**
 * Compares one payment that no process works on between our books and the gateway; undefined when
 * they agree.
 */
export function compareTrade(
  booked: BookedPayment | undefined,
  answer: Found | Absent,
  known: Known,
): Difference | undefined {
  const mismatch = findMismatch(booked, answer) ?? findLeftOpen(booked, answer, known.isOld)
  if (!mismatch) return undefined
  return {
    ...mismatch,
    subject: known.key,
    orderId: booked?.orderId ?? known.orderId,
    paymentRef: answer.kind === 'found' ? answer.trade.ref : null,
    tokenId: null,
  }
}

function findMismatch(booked: BookedPayment | undefined, answer: Found | Absent): Mismatch | undefined {
  const ours = booked?.bookedYen ?? 0
  const theirs = heldYen(answer)
  if (ours === theirs) return undefined
  const said = answer.kind === 'absent' ? 'does not know it' : `says ${wordOf(answer.trade)}`
  const stands = booked ? `our payment is ${booked.state}` : 'we have no payment of this id'
  if (ours > 0 && theirs > 0)
    return {
      kind: 'wrong-amount',
      what: `${ours} yen are booked, the gateway holds ${theirs} yen`,
      amountYen: Math.abs(ours - theirs),
      direction: ours > theirs ? 'ours' : 'theirs',
    }
  if (ours > 0) {
    const isReturned = answer.kind === 'found' && answer.trade.status === 'returned'
    return {
      kind: isReturned ? 'extra-refund' : 'capture-missing',
      what: `${ours} yen are booked, the gateway ${said}`,
      amountYen: ours,
      direction: 'ours',
    }
  }
  return {
    kind: booked?.state === 'refunded' ? 'refund-missing' : 'extra-capture',
    what: `the gateway holds ${theirs} yen, ${stands}`,
    amountYen: theirs,
    direction: 'theirs',
  }
}

/** An authorisation that was neither used nor voided: it blocks the buyer's credit until it is. */
function findLeftOpen(booked: BookedPayment | undefined, answer: Found | Absent, isOld: boolean): Mismatch | undefined {
  if (answer.kind === 'absent' || answer.trade.status !== 'authorised' || !isOld) return undefined
  const stands = booked ? `our payment is ${booked.state}` : 'we have no payment of this id'
  const { amountYen } = answer.trade
  return {
    kind: 'open-agreement',
    what: `${amountYen} yen are authorised and not used, ${stands}`,
    amountYen,
    direction: 'theirs',
  }
}

const wordOf = ({ status }: Trade): string => (status === 'returned' ? 'that it was given back' : `it is ${status}`)
