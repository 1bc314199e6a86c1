import { exportRowsAtOnce } from '../platform/export/part.ts'
import type { ExportPart } from '../platform/export/part.ts'

/** What the operator was asked by a member. */
export const operationsParts: readonly ExportPart[] = [
  {
    name: 'enquiries',
    title: { ja: 'お問い合わせ', en: 'Enquiries' },
    about: {
      ja: 'ログイン中に、または登録中のアドレスから送ったお問い合わせです。',
      en: 'What you wrote to us, signed in or from your address.',
    },
    tables: ['enquiries'],
    fields: {
      enquiryId: { ja: '受付番号', en: 'Number' },
      topic: { ja: '種類', en: 'Topic' },
      message: { ja: '内容', en: 'Message' },
      email: { ja: '返信先', en: 'Reply to' },
      orderId: { ja: '注文番号', en: 'Order' },
      sentAt: { ja: '日時', en: 'Sent', kind: 'time' },
    },
    read: (db, { id, email }) =>
      db`
      select id as "enquiryId", topic, message, email, order_id as "orderId", created_at as "sentAt" from enquiries
       where member_id = ${id} or (member_id is null and email = ${email}) order by created_at desc, id`.cursor(
        exportRowsAtOnce,
      ),
  },
]
