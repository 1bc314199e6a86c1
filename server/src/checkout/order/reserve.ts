import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, ensure } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import { countSpending } from '../../identity/member/count-spending.ts'
import { ensureFullMember, ensureStanding } from '../../identity/member/ensure-full-member.ts'
import type { GateDeps } from '../../identity/member/ensure-full-member.ts'
import { spendPoints } from '../../money/point/spend-points.ts'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Caller } from './purchase.ts'
import * as orders from './queries.ts'
import type { OrderRow } from './queries.ts'
import { TryAgain } from './sellable.ts'
import type { Buyer, Hold, ReserveOptions, Subject } from './sellable.ts'
import { reasonOf, tenderOf, usedPointOf } from './tender.ts'

export type Reservation = { orderId: string; priceYen: number; chargedYen: number }
export type TransactionHooks = {
  /** Writes rows that belong to the order, such as the intent to charge. */
  alongside?: (db: Db, reservation: Reservation) => Promise<unknown>
  /** Continues in the same transaction once everything is held. */
  afterwards?: (db: Db, reservation: Reservation) => Promise<unknown>
}

/** What a repeated request breaks: its token, its key, or the authorisation that it brings. */
const ofRepeats = ['payments_token', 'orders_request', 'payments_gateway_ref_key']

/**
 * Reserves for a full member; returns undefined, without effect, when this request began an order
 * before. A unique row detects the repeat, so a first request, which is the normal case, needs no
 * extra query. `isRepeat` checks it afterwards when another rule refused: the first request may
 * have taken the last unit, or the sale has ended since.
 */
export async function beginOrder(
  deps: GateDeps,
  { viewer, ip }: Caller,
  { subject, isRepeat, ...options }: ReserveOptions & { subject: Subject; isRepeat: () => Promise<unknown> },
  hooks: TransactionHooks,
): Promise<Reservation | undefined> {
  try {
    const { isAdult } = await ensureFullMember(deps, viewer)
    const buyer = { memberId: viewer.memberId, flowAddress: viewer.flowAddress, ip, isAdult }
    return await reserveOrder(deps, subject, buyer, options, hooks)
  } catch (error) {
    const { code, constraint_name: constraint = '' } = error as { code?: string; constraint_name?: string }
    if (code === '23505' && ofRepeats.includes(constraint)) return undefined
    if (error instanceof AppError && (await isRepeat())) return undefined
    throw error
  }
}

/**
 * The fingerprint of a request by the member's idempotency key; undefined without one. It outlives
 * the response stored under the key, so that a repeat never makes a second order.
 */
export function requestHashOf(call: string, { viewer, idempotencyKey }: Caller): Buffer | undefined {
  if (idempotencyKey === undefined) return undefined
  return createHash('sha256').update(`${viewer.memberId}\n${call}\n${idempotencyKey}`).digest()
}

/**
 * The order that was begun by this request; undefined when it is new. Fails with
 * IDEMPOTENCY_KEY_REUSED when the request differs from the order's: the stored response may be
 * gone, the order is not.
 */
export async function findEarlier(
  deps: Pick<Deps, 'sql'>,
  requestHash: Buffer | undefined,
  { usedPoint, seenYen }: Pick<ReserveOptions, 'usedPoint' | 'seenYen'>,
): Promise<OrderRow | undefined> {
  const earlier = requestHash === undefined ? undefined : await orders.findByRequest(deps.sql, requestHash)
  if (!earlier) return undefined
  const isSame =
    (usedPoint === undefined || earlier.usedPoint === usedPoint) &&
    (seenYen === undefined || earlier.priceYen === seenYen)
  ensure(isSame, 'IDEMPOTENCY_KEY_REUSED')
  return earlier
}

/**
 * Reserves a subject for ten minutes at most: order, points, the member's counts and the subject in
 * one short transaction, so that only one of many buyers pays. Fails with the errors of the
 * subject, INVALID_SESSION, TRADE_PRICE_CHANGED, POINTS_SHORT, BIRTHDAY_REQUIRED,
 * MINOR_LIMIT_REACHED, or INVALID_INPUT when the points do not leave what `by` needs.
 */
export async function reserveOrder(
  deps: GateDeps,
  subject: Subject,
  buyer: Buyer,
  options: ReserveOptions,
  hooks: TransactionHooks = {},
): Promise<Reservation> {
  const { most, restMs, thenFails } = subject.tries
  for (let attempt = 1; attempt <= most; attempt += 1) {
    const hold = await subject.prepare(deps, buyer, { ...options, isFirst: attempt === 1 })
    const order = { ...options, orderId: newId() }
    const reservation = await transaction(deps.sql, 'order.reserve', (db) =>
      reserve(db, hold, buyer, order, hooks),
    ).catch(passOver)
    if (reservation) return reservation
    if (restMs > 0) await sleep(Math.random() * restMs * attempt)
  }
  throw new AppError(thenFails)
}

async function reserve(
  db: Db,
  hold: Hold,
  { memberId, isAdult }: Buyer,
  { orderId, requestHash, seenYen, ...options }: ReserveOptions & { orderId: string },
  { alongside, afterwards }: TransactionHooks,
): Promise<Reservation> {
  // pipelined in this sequence; the member's own row first, which only that member's orders contend
  // for
  const standing = ensureStanding(db, memberId)
  const [, held] = await Promise.all([standing, hold(db, standing)])
  const { priceYen, name, row, payableUntil } = held
  ensure(seenYen === undefined || seenYen === priceYen, 'TRADE_PRICE_CHANGED')
  const usedPoint = usedPointOf(options, priceYen)
  const tender = tenderOf({ by: options.by, usedPoint }, priceYen)
  const reservation = { orderId, priceYen, chargedYen: priceYen - usedPoint }
  const order = { id: orderId, memberId, priceYen, tender, usedPoint, requestHash: requestHash ?? null, row }
  const placed = orders.insert(db, payableUntil ? { ...order, payableUntil } : order)
  // an adult who uses no points has no further row: everything is pipelined
  if (usedPoint > 0 || !isAdult) {
    await placed
    if (!isAdult) await countSpending(db, memberId, reservation.chargedYen)
    if (usedPoint > 0) await spendPoints(db, { orderId, memberId, amount: usedPoint, reason: reasonOf('spend', name) })
  }
  // the subject comes last: its counter is the one row that all buyers contend for
  await Promise.all([placed, alongside?.(db, reservation), held.keep?.(orderId)])
  await afterwards?.(db, reservation)
  return reservation
}

function passOver(error: unknown): undefined {
  if (!(error instanceof TryAgain)) throw error
}
