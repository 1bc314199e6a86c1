import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { paths } from '../paths.ts'

/** Part of the price to be paid with points, one yen each; at least one yen is charged. */
export const UsedPoint = z.int().min(1).max(9_999_998)

/** Where a gateway sends the buyer back: an address of this site. */
export const ReturnUrl = z.string().max(2048)

/** The card gateway's id of a payment, as its page returns it. */
export const AccessId = z.string().regex(/^[0-9A-Za-z]{1,64}$/)

/** The deferred-payment provider's id of a payment. */
export const PaidyPaymentId = z.string().regex(/^pay_[0-9A-Za-z_-]{1,60}$/)

export const paidyNotice = endpoint(paths.paidyNotice, {
  summary:
    'A notice of the deferred-payment provider. Unsigned, so a hint: the provider is asked about a payment of ours.',
  body: z.object({}).catchall(z.union([z.string().max(1000), z.number(), z.boolean(), z.null()])),
  output: z.object({ ok: z.literal(true) }),
})

export const cardNotice = endpoint(paths.cardNotice, {
  summary: 'A notice of the card gateway. It is unsigned, so the server asks the gateway about the payment.',
  body: z.object({}).catchall(z.string().max(1000)),
  output: z.literal('0'),
})
