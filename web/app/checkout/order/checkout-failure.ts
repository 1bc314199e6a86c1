import type { ErrorBody } from '@kura/contract/errors'

/**
 * Why a purchase did not come about. `unknown`: nobody can say whether it did. `not-found`: what was agreed to is not of this order. `paidy-rejected`: the provider of the deferred payment
 * declined; `paidy-closed`: the buyer left its window, and the reservation stands.
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
