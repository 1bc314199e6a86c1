import { randomUUID } from 'node:crypto'
import PostalMime, { type Address } from 'postal-mime'
import { openJournal } from '../shared/journal.ts'

export type Mail = {
  id: string
  to: string[]
  from: string
  subject: string
  text: string
  html: string
  /** Every address a reader could follow, in the order of the text. */
  links: string[]
  /** The first number of 4 to 8 digits that stands alone in the text. */
  code?: string
  /** The headers that end mails of a kind (RFC 8058), as they were sent. */
  listUnsubscribe?: string
  listUnsubscribePost?: string
  receivedAt: string
}
type Line = Mail | { cleared: true }

export type MailBox = {
  /** Resolves with the mail once it is on disk. */
  receive(raw: Uint8Array, recipients: readonly string[]): Promise<Mail>
  /** Newest first; `to` is a whole address, `subject` a part of the subject. */
  list(filter: { to?: string; subject?: string }): Mail[]
  find(id: string): Mail | undefined
  clear(): Promise<void>
  close(): Promise<void>
}

const mostMails = 2000

/** Opens the mailbox kept in one file. */
export async function openMailBox(path: string): Promise<MailBox> {
  const journal = await openJournal<Line>(path, sinceCleared)
  let mails = journal.records.filter((line): line is Mail => !('cleared' in line))
  return {
    async receive(raw, recipients) {
      const mail = await readMail(raw, recipients)
      await journal.append(mail)
      mails = [...mails, mail].slice(-mostMails)
      return mail
    },
    list: ({ to, subject }) =>
      mails
        .filter((mail) => !to || mail.to.includes(to.toLowerCase()))
        .filter((mail) => !subject || mail.subject.includes(subject))
        .reverse(),
    find: (id) => mails.find((mail) => mail.id === id),
    async clear() {
      mails = []
      await journal.append({ cleared: true })
    },
    close: () => journal.close(),
  }
}

function sinceCleared(lines: Line[]): Line[] {
  return lines.slice(lines.findLastIndex((line) => 'cleared' in line) + 1).slice(-mostMails)
}

async function readMail(raw: Uint8Array, recipients: readonly string[]): Promise<Mail> {
  const parsed = await PostalMime.parse(raw)
  const text = (parsed.text ?? '').trim()
  const html = parsed.html ?? ''
  return {
    id: randomUUID(),
    // The envelope decides who got it: a hidden copy is in no header.
    to: recipients.map((address) => address.toLowerCase()),
    from: addressOf(parsed.from),
    subject: parsed.subject ?? '',
    text,
    html,
    links: linksIn(text, html),
    code: /(?<![\d-])\d{4,8}(?![\d-])/.exec(text.replace(/https?:\/\/\S+/g, ''))?.[0],
    ...unsubscribeOf(parsed.headers),
    receivedAt: new Date().toISOString(),
  }
}

function unsubscribeOf(headers: readonly { key: string; value: string }[]) {
  const valueOf = (name: string) => headers.find(({ key }) => key === name)?.value
  const [listUnsubscribe, listUnsubscribePost] = [valueOf('list-unsubscribe'), valueOf('list-unsubscribe-post')]
  return { ...(listUnsubscribe && { listUnsubscribe }), ...(listUnsubscribePost && { listUnsubscribePost }) }
}

const addressOf = (address: Address | undefined) => address?.address ?? ''

function linksIn(text: string, html: string): string[] {
  const inText = [...text.matchAll(/https?:\/\/[^\s<>"'）」]+/g)].map(([link]) => link)
  const inHtml = [...html.matchAll(/href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map((match) => match[1] ?? match[2] ?? '')
  const links = [...inText, ...inHtml.map((link) => link.replaceAll('&amp;', '&'))]
  return [...new Set(links.filter((link) => /^https?:/.test(link)))]
}
