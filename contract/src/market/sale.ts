import { z } from 'zod'
import { Instant } from '../ids.ts'
import { tradeStates } from '../states.ts'

/** What became of a payment, as the seller sees it. */
export const SaleView = z.object({
  state: z.enum(tradeStates),
  /** When it was paid; our agent delivers from then on. */
  startedAt: Instant,
  /** Of the delivery, once it is on its way. */
  txId: z.string().nullable(),
  deliveredAt: Instant.nullable(),
  /** Until then the proceeds rest. */
  clearsAt: Instant.nullable(),
  settledAt: Instant.nullable(),
  /** When the buyer was given the money back. */
  endedAt: Instant.nullable(),
})
export type SaleView = z.infer<typeof SaleView>
