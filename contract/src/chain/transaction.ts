import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant, Uuid } from '../ids.ts'
import { OpeningView } from '../shop/opening.ts'
import { OrderView } from '../checkout/order.ts'
import { paths } from '../paths.ts'
import { orderStates, paymentStates } from '../states.ts'
import { WalletTxId } from '../market/transfer.ts'

/**
 * Events by source. `order`, `card` and `paidy` events are the states they reached, except
 * `closed`: an unused approval was returned. `late-granted` are new points for points that had
 * expired when a refund returned them.
 */
export const timelineEvents = {
  order: orderStates,
  card: [...paymentStates, 'closed'],
  paidy: [...paymentStates, 'closed'],
  point: ['spent', 'returned', 'granted', 'withdrawn', 'late-granted'],
  chain: ['opened', 'minting', 'sent', 'given-up', 'stuck', 'sealed', 'refunded', 'delivered', 'reported'],
  receipt: ['receipt', 'refund'],
} as const
export const timelineSources = ['order', 'card', 'paidy', 'point', 'chain', 'receipt'] as const
/** One event of an order: at the card gateway, of points, on chain or in our books. */
export const TimelineEvent = z.object({
  at: Instant,
  source: z.enum(timelineSources),
  /** One of the `timelineEvents` of its source. */
  event: z.string(),
  /** The amount, never negative: the event gives the direction. */
  amountYen: z.int().min(0).nullable(),
  amountPoint: z.int().min(0).nullable(),
  txId: z.string().nullable(),
  /**
   * The reason: an error code of ours, of the gateway or of the chain. For a receipt, its number.
   */
  code: z.string().nullable(),
})
export type TimelineEvent = z.infer<typeof TimelineEvent>
/** What was bought. */
export const purchaseTypes = ['pack', 'token'] as const
export const TransactionView = z.object({
  type: z.enum(purchaseTypes),
  order: OrderView,
  opening: OpeningView.nullable(),
  timeline: z.array(TimelineEvent),
})
export type TransactionView = z.infer<typeof TransactionView>
export const showTransaction = endpoint(paths.showTransaction, {
  summary:
    'One purchase of the member with its steps, live. The type is what was bought, `pack` or `token`; NOT_FOUND for the other type and for unknown ones.',
  params: z.object({ type: z.string().max(32), transactionId: Uuid }),
  output: TransactionView,
  errors: ['NOT_FOUND'],
})
export const reportTransaction = endpoint(paths.reportTransaction, {
  summary:
    'Reports the id of a chain transaction that belongs to this purchase, gift or transfer. The id is only a hint: the server asks the chain.',
  params: z.object({ type: z.string().max(32), transactionId: Uuid }),
  body: z.strictObject({ txId: WalletTxId }),
  output: z.object({ txId: z.string() }),
  errors: ['NOT_FOUND'],
})
