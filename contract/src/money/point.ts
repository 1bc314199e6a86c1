import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant, listOf, OrderId, pageQuery, Words } from '../ids.ts'
import { paths } from '../paths.ts'

/**
 * Points lie in lots with an expiry. What is spent comes from the lot that expires first, and of one instant from the free points
 * before the paid ones. What an order was paid with returns to its lot with the lot's expiry; had that passed meanwhile, the
 * points expire again, and when the order had been paid (so that a refund is our failure, not the member's change of mind) as many free
 * points are given for `limits.pointReplacedDays`.
 *
 * `paid` points were bought, `free` ones were given; the law treats them apart. One point pays one yen.
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
  summary: 'The points of the member, and what expires next.',
  output: PointSummary,
})
export const PointDetail = z.object({
  id: z.string(),
  at: Instant,
  kind: z.enum(pointKinds),
  /** `withdrawn`: given for a purchase that was refunded, and withdrawn as far as they remain. */
  event: z.enum(['granted', 'spent', 'returned', 'expired', 'withdrawn']),
  /** Positive when points came, negative when they went. */
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
