import type { Db } from '../../platform/db/connect.ts'

export type NewEnquiry = {
  id: string
  memberId: string | null
  orderId: string | null
  email: string
  topic: string
  message: string
}
export const insertEnquiry = (db: Db, enquiry: NewEnquiry) => db`
  insert into enquiries (id, member_id, order_id, email, topic, message)
  values (${enquiry.id}, ${enquiry.memberId}, ${enquiry.orderId}, ${enquiry.email}, ${enquiry.topic}, ${enquiry.message})`

/** Removes what a deleted member wrote, and what was written from the address. */
export const forgetEnquiries = (db: Db, { id, email }: { id: string; email: string | null }) => db`
  update enquiries set email = '', message = '' where member_id = ${id} or email = ${email}`
