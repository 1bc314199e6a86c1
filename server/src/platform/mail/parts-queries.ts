import { exportRowsAtOnce } from '../export/part.ts'
import type { ExportPart } from '../export/part.ts'

/** The mails to a member. Their texts are forgotten once they are sent, since links are in them. */
export const mailParts: readonly ExportPart[] = [
  {
    name: 'mails',
    title: { ja: '送信したメール', en: 'Mails sent to you' },
    about: {
      ja: '現在のアドレスへ送ったメールの種類と日時です。本文は送信後に保存していません。',
      en: 'Kinds and times of mails to your current address. Their texts are not kept once they are sent.',
    },
    tables: ['mails'],
    fields: {
      kind: { ja: '種類', en: 'Kind' },
      recipient: { ja: 'あて先', en: 'To' },
      state: { ja: '状態', en: 'State', kind: 'code' },
      writtenAt: { ja: '作成日時', en: 'Written', kind: 'time' },
      sentAt: { ja: '送信日時', en: 'Sent', kind: 'time' },
    },
    read: (db, { email }) =>
      db`
      select template as kind, recipient, state, created_at as "writtenAt", sent_at as "sentAt" from mails
       where recipient = ${email} order by created_at desc`.cursor(exportRowsAtOnce),
  },
]
