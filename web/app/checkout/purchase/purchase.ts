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
 * Why a purchase failed. `unknown`: the result is not known. `not-found`: the approved payment is
 * not of this order. `paidy-rejected`: the deferred-payment provider declined; `paidy-closed`: the
 * buyer closed its window, and the reservation stays.
 */
export type CheckoutFailure =
  | { kind: 'refused'; body: ErrorBody }
  | { kind: 'unknown' }
  | { kind: 'not-found' }
  | { kind: 'gateway-away' }
  | { kind: 'paidy-rejected' }
  | { kind: 'paidy-closed' }
  /** Nothing was ordered: the price is no longer `fromYen`. */
  | { kind: 'price-changed'; fromYen: number }

/** What is known of an earlier order of the same subject. */
export type OrderInWay = Pick<OrderView, 'orderId' | 'packId' | 'token' | 'state' | 'leaseUntil' | 'tender'>

export type PurchaseState<O extends OrderInWay = OrderView> = {
  /**
   * `ordering`: an order is sent, or paid in a window over the page. `leaving`: the browser is
   * leaving for the payment page.
   */
  phase: 'choosing' | 'ordering' | 'leaving'
  /** Why the last attempt failed, until something is changed. */
  failure: CheckoutFailure | undefined
  /** The card field that the gateway refused, until it is changed. */
  refused: CardField | undefined
  /** An earlier order of the same subject that has to be dealt with first. */
  earlier: O | undefined
  /** The known orders, which block nothing; undefined until they are read. */
  known: ReadonlySet<string> | undefined
}

export type PurchaseEvent<O extends OrderInWay = OrderView> =
  | { type: 'ordered' }
  | { type: 'left' }
  /** The response has arrived. */
  | { type: 'answered' }
  /** The member came back with the browser's button: nothing is under way any more. */
  | { type: 'returned' }
  /** The member chose another way to pay. */
  | { type: 'changed' }
  | { type: 'card-refused'; field: CardField }
  | { type: 'failed'; failure: CheckoutFailure }
  /** It is for sale again. */
  | { type: 'reopened' }
  /**
   * The member's current orders; `before` are those that existed before one whose outcome was not
   * shown.
   */
  | { type: 'listed'; orders: readonly O[]; subject: Subject; before: readonly string[] | undefined }
  /** The member has seen the earlier order and buys another one. */
  | { type: 'dismissed' }

export const newPurchase: PurchaseState<never> = {
  phase: 'choosing',
  failure: undefined,
  refused: undefined,
  earlier: undefined,
  known: undefined,
}

/**
 * The reducer of a purchase. One order at a time: a second press while one is under way changes
 * nothing.
 */
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
      // the reason of the refusal is gone; an unknown result stays on the screen
      return state.failure?.kind === 'refused' ? { ...state, failure: undefined } : state
    case 'listed': {
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
 * The orders a checkout ignores when it opens: the settled ones, so that one unpaid now and paid in
 * another tab is noticed. After an order whose outcome was not shown, those that existed `before`
 * it.
 */
const knownOrders = (
  orders: readonly Pick<OrderInWay, 'orderId' | 'state'>[],
  before: readonly string[] | undefined,
): ReadonlySet<string> => new Set(before ?? orders.filter((order) => !isUnpaid(order)).map(({ orderId }) => orderId))

/** Whether it does not count as a purchase: it ended unpaid, or is refunded. */
const isOver = ({ state }: Pick<OrderInWay, 'state'>): boolean =>
  state === 'expired' || state === 'refunding' || state === 'refunded'

/**
 * An order of the same subject that a member should see before placing another: an unpaid one, or a
 * paid one that is not `known` (placed or paid in another tab, or by a request whose response was
 * lost).
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
  /** The member, once known; the birthday is null until it is set. */
  me: Pick<AccountView, 'birthday'> | undefined
}

/**
 * Whether the order has all its input. A card is in memory only: after a reload it has to be typed
 * again.
 */
export const canConfirm = ({ choice, priceYen, stored, now, me }: Chosen): boolean =>
  Object.keys(faultsOfChoice(choice, { priceYen, stored, now })).length === 0 &&
  (isByPoints(choice, priceYen) || (me !== undefined && me.birthday !== null))

/**
 * What the page shows: an earlier order, that nothing is for sale, that the account failed to load,
 * nothing yet, or one of the two steps.
 */
export type CheckoutStep = 'earlier' | 'closed' | 'failed' | 'waiting' | 'pay' | 'confirm'

type At = {
  hasEarlier: boolean
  isForSale: boolean
  /** The account of the member. */
  account: 'known' | 'failed' | 'waiting'
  /** Cards and points are known. */
  isReady: boolean
  /** The address names the last screen. */
  isNamed: boolean
  canConfirm: boolean
}

/** The step of a checkout. */
export function stepOf(at: At): CheckoutStep {
  if (at.hasEarlier) return 'earlier'
  if (!at.isForSale) return 'closed'
  if (at.account === 'failed') return 'failed'
  if (!at.isReady || at.account === 'waiting') return 'waiting'
  return at.isNamed && at.canConfirm ? 'confirm' : 'pay'
}

/**
 * Whether the address names the last screen with nothing to confirm: after a reload, or when the
 * choice is gone.
 */
export const isAheadOf = ({
  isNamed,
  canConfirm: can,
  isReady,
  account,
}: Omit<At, 'hasEarlier' | 'isForSale'>): boolean => isNamed && !can && isReady && account === 'known'
