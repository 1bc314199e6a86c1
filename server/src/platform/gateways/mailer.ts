import nodemailer from 'nodemailer'
import type { Env } from '../../env.ts'

export type OutgoingMail = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** The address that ends mails of this kind with one click. */
  unsubscribe?: string | undefined
}
/** Hands mails to the mail server. */
export type Mailer = {
  /** Resolves when the mail server took it. Fails with MailRefused when it never will. */
  send: (mail: OutgoingMail) => Promise<void>
  close: () => void
}

/** The mail server refused this mail for good; sending it again cannot help. */
export class MailRefused extends Error {}
/** The mail was handed over, and nobody knows whether the mail server took it. */
export class MailUnknown extends Error {}

/**
 * SMTP by the address in SMTP_URL. The id of a mail is its Message-ID, so a repeat after a crash is
 * recognisable.
 */
export function buildMailer(env: Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL'>): Mailer {
  const transport = nodemailer.createTransport({
    url: env.SMTP_URL,
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 10_000,
    // nothing in a mail may make us read a file or an address
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = new URL(env.PUBLIC_URL).hostname
  return {
    send: async ({ id, to, unsubscribe, ...content }) => {
      try {
        await transport.sendMail({
          ...content,
          from: env.MAIL_FROM,
          // as an object, so that it is one address whatever it contains
          to: { name: '', address: to },
          messageId: `<${id}@${domain}>`,
          headers: {
            'auto-submitted': 'auto-generated',
            // RFC 8058; the address is of this site and has no line break
            ...(unsubscribe === undefined
              ? {}
              : { 'list-unsubscribe': `<${unsubscribe}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' }),
          },
        })
      } catch (error) {
        const code = (error as { responseCode?: number }).responseCode ?? 0
        if (code >= 500 && code < 600) throw new MailRefused(`the mail server answered ${code}`, { cause: error })
        const isHandedOver = (error as { command?: string }).command === 'DATA' && code === 0
        throw isHandedOver ? new MailUnknown('the mail server went silent', { cause: error }) : error
      }
    },
    close: () => transport.close(),
  }
}
