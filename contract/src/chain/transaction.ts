import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant, Uuid } from '../ids.ts'
import { OpeningView } from '../shop/opening.ts'
import { OrderView } from '../checkout/order.ts'
import { paths } from '../paths.ts'
import { orderStates, paymentStates } from '../states.ts'
import { WalletTxId } from '../market/transfer.ts'

/**
 * Events by where they happened. `order`, `card` and `paidy` events are the states they came into, except `closed`: what the buyer
 * had agreed to was given back unused. `late-granted` are points that had expired when a refund brought them back.
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
/** One thing that happened to an order, at the card gateway, to points, on the chain or here. */
export const TimelineEvent = z.object({
  at: Instant,
  source: z.enum(timelineSources),
  /** One of `timelineEvents` of its source. */
  event: z.string(),
  /** What it moved or was about, never negative: the event says which way. */
  amountYen: z.int().min(0).nullable(),
  amountPoint: z.int().min(0).nullable(),
  txId: z.string().nullable(),
  /** Why: a code of the catalogue, the gateway's, or the number of the chain's error. A receipt's number. */
  code: z.string().nullable(),
})
export type TimelineEvent = z.infer<typeof TimelineEvent>
/** What a purchase is of. */
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
    'One own purchase with its steps, live. The type is what was bought, `pack` or `token`; the other one and unknown ones are NOT_FOUND.',
  params: z.object({ type: z.string().max(32), transactionId: Uuid }),
  output: TransactionView,
  errors: ['NOT_FOUND'],
})
export const reportTransaction = endpoint(paths.reportTransaction, {
  summary:
    'Reports the id of a chain transaction that belongs to this purchase, gift or transfer. A hint: the chain is asked.',
  params: z.object({ type: z.string().max(32), transactionId: Uuid }),
  body: z.strictObject({ txId: WalletTxId }),
  output: z.object({ txId: z.string() }),
  errors: ['NOT_FOUND'],
})
