import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { lineOf, OrderId, Uuid } from '../ids.ts'
import { paths } from '../paths.ts'

export const receiptKinds = ['receipt', 'refund'] as const
export const showReceipt = endpoint(paths.showReceipt, {
  summary:
    'The receipt of a paid order as PDF, a qualified invoice (of a token bought from a member only when that member is registered for it; there is one once it is delivered); `kind=refund` the amended one once the refund is done. Numbered and fixed when first asked for: `addressee` counts only then (ORDER_STATE when it was made out to somebody else). NOT_FOUND also while nobody is said to run the shop.',
  params: z.object({ orderId: OrderId }),
  query: z.object({
    kind: z.enum(receiptKinds).optional(),
    language: z.enum(['ja', 'en']).optional(),
    /** The addressee, by the rules of a display name; the member's display name by default. */
    addressee: lineOf(60).optional(),
  }),
  output: z.instanceof(Uint8Array),
  media: 'application/pdf',
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'ORDER_STATE'],
})

export const statementKinds = ['statement', 'statement-return'] as const
export const showStatement = endpoint(paths.showStatement, {
  summary:
    'The price of a sold listing and what was deducted from it, as PDF: the seller’s statement and the qualified invoice for our fee. `kind=statement-return` reverses it when the sale was undone. Numbered and fixed when first issued. ORDER_STATE while it is not delivered (or not undone).',
  params: z.object({ listingId: Uuid }),
  query: z.object({ kind: z.enum(statementKinds).optional(), language: z.enum(['ja', 'en']).optional() }),
  output: z.instanceof(Uint8Array),
  media: 'application/pdf',
  errors: ['NOT_FOUND', 'ORDER_STATE'],
})
