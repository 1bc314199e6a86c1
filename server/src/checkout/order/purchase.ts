import { AppError } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import type { GateDeps } from '../../identity/member/ensure-full-member.ts'
import type { PaymentDeps } from '../../money/payment/secure-payment.ts'
import type { CallContext, Viewer } from '../../platform/http/on.ts'
import { sellables } from './sellable.ts'
import type { FollowUpDeps, Subject } from './sellable.ts'

/** The input of every way of paying. */
export type BuyDeps = PaymentDeps & FollowUpDeps & GateDeps & Pick<Deps, 'env' | 'cardVault'>
export type Caller = Pick<CallContext<Viewer>, 'viewer' | 'ip' | 'idempotencyKey'>

/**
 * Fails with INVALID_INPUT unless the buyer confirms the points that the order was made with;
 * undefined is not compared.
 */
export function ensureReserved(order: { usedPoint: number }, usedPoint: number | undefined): void {
  if (usedPoint === undefined || usedPoint === order.usedPoint) return
  throw new AppError('INVALID_INPUT', { details: [{ field: 'usedPoint', fault: 'not_as_reserved' }] })
}

/** Continues a paid order right after the response; otherwise the worker does. */
export const followPurchase = (
  deps: BuyDeps,
  { kind }: Pick<Subject, 'kind'>,
  purchase: { orderId: string; startedId: string | undefined; isPaid: boolean },
): void => sellables.of(kind).followUp(deps, purchase)
