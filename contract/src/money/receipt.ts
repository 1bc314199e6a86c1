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

export const payoutPaperKinds = ['payout', 'payout-return'] as const
export const showPayoutStatement = endpoint(paths.showPayoutStatement, {
  summary:
    'What was paid to the member’s bank account, as PDF, and the qualified invoice for the transfer fee. `kind=payout-return` reverses it when the bank returned a paid transfer. Numbered and fixed when first issued. PAYOUT_STATE while it is not paid (or not returned).',
  params: z.object({ payoutId: Uuid }),
  query: z.object({ kind: z.enum(payoutPaperKinds).optional(), language: z.enum(['ja', 'en']).optional() }),
  output: z.instanceof(Uint8Array),
  media: 'application/pdf',
  errors: ['NOT_FOUND', 'PAYOUT_STATE'],
})

const year = z.string().regex(/^20[0-9]{2}$/)
const reportQuery = z.object({ language: z.enum(['ja', 'en']).optional() })
/**
 * A year is from midnight to midnight in Japan. A sale counts when it was delivered, and an undone
 * one is taken off when it was undone; a payout counts when the bank paid it.
 */
export const showSalesReport = endpoint(paths.showSalesReport, {
  summary:
    'The member’s sales of a year as PDF: by month with fees and royalties, payouts, and points taken. NOT_FOUND for a year that `salesSummary` does not name, and while nobody is said to run the shop.',
  params: z.object({ year }),
  query: reportQuery,
  output: z.instanceof(Uint8Array),
  media: 'application/pdf',
  errors: ['NOT_FOUND'],
})
export const showSalesTable = endpoint(paths.showSalesTable, {
  summary:
    'Every sale, undone sale, payout and use of proceeds of a year as CSV (UTF-8 with a byte order mark), oldest first, with a line of totals. NOT_FOUND for a year that `salesSummary` does not name.',
  params: z.object({ year }),
  query: reportQuery,
  output: z.instanceof(Uint8Array),
  media: 'text/csv; charset=utf-8',
  errors: ['NOT_FOUND'],
})
