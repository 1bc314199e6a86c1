import type { OrderView } from '@kura/contract/checkout/order'
import type { StoredCard } from '@kura/contract/money/card'
import type { ErrorBody } from '@kura/contract/errors'
import type { AccountView } from '@kura/contract/identity/account'
import { isUnpaid } from '../order/order-outcome.ts'
import { subjectName, subjectOf } from '../order/subject.ts'
import type { Subject } from '../order/subject.ts'
import type { CardField } from './card-fields.ts'
import { faultsOfChoice, isByPoints } from './payment-choice.ts'
import type { PaymentChoice } from './payment-choice.ts'

/**
 * Why a purchase did not come about. `unknown`: nobody can say whether it did. `not-found`: what was agreed to is not of this order.
 * `paidy-rejected`: the provider of the deferred payment declined; `paidy-closed`: the buyer left its window, and the reservation stands.
 */
export type CheckoutFailure =
  | { kind: 'refused'; body: ErrorBody }
  | { kind: 'unknown' }
  | { kind: 'not-found' }
  | { kind: 'gateway-away' }
  | { kind: 'paidy-rejected' }
  | { kind: 'paidy-closed' }
  /** Nothing was ordered: it costs something else than `fromYen` by now. */
  | { kind: 'price-changed'; fromYen: number }

/** What is known of an order when it is looked for in the way of another one. */
export type OrderInWay = Pick<OrderView, 'orderId' | 'packId' | 'token' | 'state' | 'leaseUntil' | 'tender'>

export type PurchaseState<O extends OrderInWay = OrderView> = {
  /** `ordering`: an order is sent, or paid in a window over the page. `leaving`: the page is left for where it is paid. */
  phase: 'choosing' | 'ordering' | 'leaving'
  /** Why the last try came to nothing, until something is changed. */
  failure: CheckoutFailure | undefined
  /** The field of the card that the gateway refused, until it is changed. */
  refused: CardField | undefined
  /** An order of the same subject that stands in the way of another one. */
  earlier: O | undefined
  /** The orders that are known, which stand in nobody's way; undefined until they were asked for. */
  known: ReadonlySet<string> | undefined
}

export type PurchaseEvent<O extends OrderInWay = OrderView> =
  | { type: 'ordered' }
  | { type: 'left' }
  /** What was under way has its answer. */
  | { type: 'answered' }
  /** Back at the page by the browser's button: what was under way when it was left is so no more. */
  | { type: 'returned' }
  /** The member chose another way to pay. */
  | { type: 'changed' }
  | { type: 'card-refused'; field: CardField }
  | { type: 'failed'; failure: CheckoutFailure }
  /** It is offered again, after it was not. */
  | { type: 'reopened' }
  /** The member's orders as they are now; `before` are those from before one whose end was not shown. */
  | { type: 'looked'; orders: readonly O[]; subject: Subject; before: readonly string[] | undefined }
  /** The member has seen the earlier order, and wants another one. */
  | { type: 'dismissed' }

export const newPurchase: PurchaseState<never> = {
  phase: 'choosing',
  failure: undefined,
  refused: undefined,
  earlier: undefined,
  known: undefined,
}

/** Moves a purchase on. One order at a time: a second press while one is under way changes nothing. */
export function purchaseReducer<O extends OrderInWay>(
  state: PurchaseState<O>,
  event: PurchaseEvent<O>,
): PurchaseState<O> {
  switch (event.type) {
    case 'ordered':
      return state.phase === 'choosing' ? { ...state, phase: 'ordering', failure: undefined } : state
    case 'left':
      return { ...state, phase: 'leaving' }
    case 'answered':
      return state.phase === 'ordering' ? { ...state, phase: 'choosing' } : state
    case 'returned':
      return { ...state, phase: 'choosing' }
    case 'changed':
      return { ...state, failure: undefined, refused: undefined }
    case 'card-refused':
      return { ...state, refused: event.field }
    case 'failed':
      return { ...state, failure: event.failure }
    case 'reopened':
      // why it was refused is no longer so; what nobody knows the end of stays told
      return state.failure?.kind === 'refused' ? { ...state, failure: undefined } : state
    case 'looked': {
      const known = state.known ?? knownOrders(event.orders, event.before)
      return { ...state, known, earlier: findEarlier(event.orders, event.subject, known) }
    }
    case 'dismissed': {
      const seen = state.earlier ? [state.earlier.orderId] : []
      return { ...state, known: new Set([...(state.known ?? []), ...seen]), earlier: undefined }
    }
  }
}

/**
 * The orders a checkout knows of when it opens: those that wait for nothing, for one that is unpaid now and paid in another tab must
 * be seen. After an order whose end was not shown they are those `before` it.
 */
const knownOrders = (
  orders: readonly Pick<OrderInWay, 'orderId' | 'state'>[],
  before: readonly string[] | undefined,
): ReadonlySet<string> => new Set(before ?? orders.filter((order) => !isUnpaid(order)).map(({ orderId }) => orderId))

/** Whether it is no purchase any more: it ended unpaid, or its money goes back. */
const isOver = ({ state }: Pick<OrderInWay, 'state'>): boolean =>
  state === 'expired' || state === 'refunding' || state === 'refunded'

/**
 * An order of the same subject that a member should see before placing another one: one that waits for its payment, or a paid one that
 * is not `known` (placed or paid in another tab, or by a request whose answer was lost).
 */
function findEarlier<O extends OrderInWay>(
  orders: readonly O[],
  subject: Subject,
  known: ReadonlySet<string>,
): O | undefined {
  const name = subjectName(subject)
  const same = orders.filter((order) => subjectName(subjectOf(order)) === name && order.tender !== 'grant')
  const unpaid = same.find((order) => isUnpaid(order))
  return unpaid ?? same.find((order) => !known.has(order.orderId) && !isOver(order))
}

type Chosen = {
  choice: PaymentChoice
  priceYen: number
  stored: readonly StoredCard[]
  now: Date
  /** The member, once known; a birthday of null was not told yet. */
  me: Pick<AccountView, 'birthday'> | undefined
}

/** Whether all is said that an order needs. A card is in memory only: after a reload it has to be typed again. */
export const canConfirm = ({ choice, priceYen, stored, now, me }: Chosen): boolean =>
  Object.keys(faultsOfChoice(choice, { priceYen, stored, now })).length === 0 &&
  (isByPoints(choice, priceYen) || (me !== undefined && me.birthday !== null))

/** What the page shows: an earlier order, that nothing is offered, that the account cannot be had, nothing yet, or a step of the two. */
export type CheckoutStep = 'earlier' | 'closed' | 'failed' | 'waiting' | 'pay' | 'confirm'

type At = {
  hasEarlier: boolean
  isOffered: boolean
  /** The account of the member. */
  account: 'known' | 'failed' | 'waiting'
  /** Cards and points are known. */
  isReady: boolean
  /** The address of the page names the last screen. */
  isNamed: boolean
  canConfirm: boolean
}

/** The step of a checkout. */
export function stepOf(at: At): CheckoutStep {
  if (at.hasEarlier) return 'earlier'
  if (!at.isOffered) return 'closed'
  if (at.account === 'failed') return 'failed'
  if (!at.isReady || at.account === 'waiting') return 'waiting'
  return at.isNamed && at.canConfirm ? 'confirm' : 'pay'
}

/** Whether the address names the last screen with nothing to confirm: after a reload, or when what was chosen is gone. */
export const isAheadOf = ({
  isNamed,
  canConfirm: can,
  isReady,
  account,
}: Omit<At, 'hasEarlier' | 'isOffered'>): boolean => isNamed && !can && isReady && account === 'known'
