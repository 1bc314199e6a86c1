import type { Letters } from './letter.ts'

export type NotificationWords = {
  /** What a member chose to be mailed. `unsubscribe` ends mails of its kind without a session. */
  notification: { title: string; body: string; link: string; settingsLink: string; unsubscribe: string }
}

/** Mails of notifications; each can be ended with one click. */
export const notificationLetters: Letters<NotificationWords> = {
  notification: {
    ja: ({ title, body, link, settingsLink, unsubscribe }) => ({
      subject: `【Kura 蔵】${title}`.slice(0, 78),
      lead: title,
      paragraphs: [body],
      button: { label: 'Kura で見る', href: link },
      links: [
        { label: 'この種類のメールを停止する', href: unsubscribe },
        { label: '通知の設定', href: settingsLink },
      ],
      note: 'このメールは、あなたの通知の設定にもとづいてお送りしています。',
      unsubscribe,
    }),
    en: ({ title, body, link, settingsLink, unsubscribe }) => ({
      subject: `Kura 蔵: ${title}`.slice(0, 78),
      lead: title,
      paragraphs: [body],
      button: { label: 'See it on Kura', href: link },
      links: [
        { label: 'Stop mails of this kind', href: unsubscribe },
        { label: 'Notification settings', href: settingsLink },
      ],
      note: 'You get this mail because your notification settings ask for it.',
      unsubscribe,
    }),
  },
}
