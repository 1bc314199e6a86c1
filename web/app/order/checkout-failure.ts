import type { ErrorBody } from '@kura/contract/errors'

/**
 * Why a purchase did not come about. `unknown`: nobody can say whether it did. `paidy-rejected`: the provider of the deferred payment
 * declined; `paidy-closed`: the buyer left its window, and the reservation stands.
 */
export type CheckoutFailure =
  | { kind: 'refused'; body: ErrorBody }
  | { kind: 'unknown' }
  | { kind: 'gateway-away' }
  | { kind: 'paidy-rejected' }
  | { kind: 'paidy-closed' }
