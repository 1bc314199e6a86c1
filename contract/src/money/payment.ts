import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { paths } from '../paths.ts'

/** Part of the price to be paid with points, one yen each; the rest is charged and is at least one yen. */
export const UsedPoint = z.int().min(1).max(9_999_998)

/** Where a gateway sends the buyer back to: an address of this site. */
export const ReturnUrl = z.string().max(2048)

/** The card gateway's name of a payment, as its page sends it back. */
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
  summary: 'A notice of the card gateway. Unsigned, so a hint: the gateway is asked about a payment of ours.',
  body: z.object({}).catchall(z.string().max(1000)),
  output: z.literal('0'),
})
