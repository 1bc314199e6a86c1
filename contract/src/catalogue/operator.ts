import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { enquiryTopics } from './enquiry.ts'
import { OrderId, plainText, Words } from '../ids.ts'
import { paths } from '../paths.ts'

/** Who runs this shop, in the terms the law requires; empty until the operator provides it. */
export const OperatorView = z.object({
  name: Words,
  representative: Words,
  address: Words,
  phone: z.string(),
  email: z.string(),
  hours: Words,
  /** T and 13 digits; empty for an operator who is not registered for invoices. */
  invoiceNumber: z.string(),
})
export type OperatorView = z.infer<typeof OperatorView>
export const showOperator = endpoint(paths.showOperator, { summary: 'Who runs this shop.', output: OperatorView })

export const sendEnquiry = endpoint(paths.sendEnquiry, {
  summary:
    'Writes to the operator, about an order or anything else. Every enquiry is kept. One mailbox gets three confirmations, then at most one every hundred minutes.',
  body: z.strictObject({
    topic: z.enum(enquiryTopics),
    email: z.string().max(254),
    message: plainText(4000).min(10),
    orderId: OrderId.optional(),
    /** The language of the confirmation. */
    locale: z.enum(['ja', 'en']).optional(),
  }),
  output: z.object({ enquiryId: z.string() }),
  errors: ['INVALID_EMAIL_FORMAT', 'INVALID_INPUT', 'NOT_FOUND'],
})
