import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant, listOf, OrderId, pageQuery, Words } from '../ids.ts'
import { paths } from '../paths.ts'

/**
 * Points are kept in lots with an expiry. Spending takes the lot that expires first, and free
 * points before paid ones at the same instant. Points used for an order are returned to their lot
 * with its expiry. If that has passed, they expire again; when the order had been paid, so that the
 * refund is our failure and not the member's change of mind, as many free points are granted for
 * `limits.pointReplacedDays`. `paid` points were bought, `free` ones were granted; the law treats
 * them differently. One point pays one yen.
 */
export const pointKinds = ['paid', 'free'] as const
export type PointKind = (typeof pointKinds)[number]

export const PointSummary = z.object({
  balance: z.int(),
  paid: z.int(),
  free: z.int(),
  /** What expires next, soonest first, at most ten. */
  expiring: z.array(z.object({ kind: z.enum(pointKinds), amount: z.int(), expiresAt: Instant })),
})
export type PointSummary = z.infer<typeof PointSummary>
export const pointSummary = endpoint(paths.pointSummary, {
  summary: 'The member’s points, and what expires next.',
  output: PointSummary,
})
export const PointDetail = z.object({
  id: z.string(),
  at: Instant,
  kind: z.enum(pointKinds),
  /** `withdrawn`: granted for a purchase that was refunded, and withdrawn as far as they remain. */
  event: z.enum(['granted', 'spent', 'returned', 'expired', 'withdrawn']),
  /** Positive when points are added, negative when they are used. */
  amount: z.int(),
  reason: Words,
  orderId: OrderId.nullable(),
  expiresAt: Instant.nullable(),
})
export type PointDetail = z.infer<typeof PointDetail>
export const pointDetails = endpoint(paths.pointDetails, {
  summary: 'Every movement of the member’s points with its reason, newest first.',
  query: z.object(pageQuery),
  output: listOf(PointDetail),
})
