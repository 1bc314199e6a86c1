import { createHash } from 'node:crypto'
import { AppError, ensure } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import type { CallContext, Viewer } from '../../platform/http/on.ts'
import { ensureFullMember } from '../../identity/member/ensure-full-member.ts'
import type { GateDeps } from '../../identity/member/ensure-full-member.ts'
import type { OpeningDeps } from '../../shop/opening/settle-opening.ts'
import type { PaymentDeps } from '../../money/payment/secure-payment.ts'
import { reserveListing } from './reserve-listing.ts'
import { reservePack } from './reserve-pack.ts'
import type { Beside, Reservation, Wish } from './reserve-pack.ts'
import { findByRequest } from './queries.ts'
import type { OrderRow } from './queries.ts'
import type { Subject } from './subject.ts'

export type BuyDeps = PaymentDeps & OpeningDeps & GateDeps & Pick<Deps, 'env' | 'background' | 'cardVault'>
export type Caller = Pick<CallContext<Viewer>, 'viewer' | 'ip' | 'idempotencyKey'>

/**
 * The fingerprint of a request by its idempotency key, which is its member's own; undefined without one. It outlives the answer
 * that is kept under the key, so that a repeat makes no second order whatever was lost on the way.
 */
export function requestHashOf(call: string, { viewer, idempotencyKey }: Caller): Buffer | undefined {
  if (idempotencyKey === undefined) return undefined
  return createHash('sha256').update(`${viewer.memberId}\n${call}\n${idempotencyKey}`).digest()
}

/**
 * The order that was begun by this request; undefined when it is new. IDEMPOTENCY_KEY_REUSED when the request asks for something else
 * than the order was made for: its first answer may be kept no more, the order is.
 */
export async function findEarlier(
  deps: Pick<Deps, 'sql'>,
  requestHash: Buffer | undefined,
  { usedPoint, seenYen }: { usedPoint?: number | undefined; seenYen?: number | undefined },
): Promise<OrderRow | undefined> {
  const earlier = requestHash === undefined ? undefined : await findByRequest(deps.sql, requestHash)
  if (!earlier) return undefined
  const isSame =
    (usedPoint === undefined || earlier.usedPoint === usedPoint) &&
    (seenYen === undefined || earlier.priceYen === seenYen)
  ensure(isSame, 'IDEMPOTENCY_KEY_REUSED')
  return earlier
}

/**
 * Reserves one pack or one listed token for a full member, unless this request began an order: then nothing is made, and undefined answered. Unique
 * rows tell, so that the first request, which is nearly every one, asks no question before. `isRepeat` says so afterwards,
 * when something else refused: the first request may have taken the last unit, or the sale has ended since.
 */
export async function beginOrder(
  deps: GateDeps,
  { viewer, ip }: Caller,
  { subject, isRepeat, ...wish }: Wish & { subject: Subject; isRepeat: () => Promise<unknown> },
  beside: Beside,
): Promise<Reservation | undefined> {
  try {
    const { isAdult } = await ensureFullMember(deps, viewer)
    const buyer = { memberId: viewer.memberId, ip, isAdult }
    if (subject.kind === 'pack') return await reservePack(deps, { ...buyer, packId: subject.packId }, wish, beside)
    return await reserveListing(deps, { ...buyer, flowAddress: viewer.flowAddress }, subject, wish, beside)
  } catch (error) {
    const { code, constraint_name: constraint = '' } = error as { code?: string; constraint_name?: string }
    if (code === '23505' && (constraint === 'payments_token' || constraint === 'orders_request')) return undefined
    if (error instanceof AppError && (await isRepeat())) return undefined
    throw error
  }
}
