import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { lineOf, OrderId } from './ids.ts'
import { paths } from './paths.ts'

export const receiptKinds = ['receipt', 'refund'] as const
export const showReceipt = endpoint(paths.showReceipt, {
  summary:
    'The receipt of a paid order as PDF, a qualified invoice; `kind=refund` the amended one once the refund is done. Numbered and fixed when first asked for: `addressee` counts only then (ORDER_STATE when it was made out to somebody else). NOT_FOUND also while nobody is said to run the shop.',
  params: z.object({ orderId: OrderId }),
  query: z.object({
    kind: z.enum(receiptKinds).optional(),
    language: z.enum(['ja', 'en']).optional(),
    /** To whom it is made out; without it to the member's display name. */
    addressee: lineOf(60).optional(),
  }),
  output: z.instanceof(Uint8Array),
  media: 'application/pdf',
  errors: ['NOT_FOUND', 'ORDER_STATE'],
})
