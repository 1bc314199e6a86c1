import type { Db } from '../db/connect.ts'

export type MailRow = {
  id: string
  recipient: string
  template: string
  locale: 'ja' | 'en'
  words: Record<string, string>
  attempts: number
}

export const insert = (db: Db, mail: Omit<MailRow, 'attempts'>): Promise<unknown> => db`
  insert into mails (id, recipient, template, locale, words)
  values (${mail.id}, ${mail.recipient}, ${mail.template}, ${mail.locale}, ${db.json(mail.words)})`

/**
 * Leases the oldest mails that are due (or just `onlyId`) for two minutes: the next sender gets
 * those of one that dies. In the order they were written, so that members read events in their
 * order.
 */
export const claimDue = (db: Db, most: number, onlyId: string | null = null): Promise<MailRow[]> => db<MailRow[]>`
  with claimed as (
  update mails set state = 'sending', attempts = attempts + 1, locked_until = kura_now() + interval '2 minutes'
   where id in (select id from mails
                 where state in ('waiting', 'sending') and (locked_until is null or locked_until <= kura_now())
                   and (${onlyId}::uuid is null or id = ${onlyId}::uuid)
                 order by created_at limit ${most} for update skip locked)
  returning id, recipient, template, locale, words, attempts, created_at)
  select id, recipient, template, locale, words, attempts from claimed order by created_at, id`

/** Sent. The words are forgotten, since codes and links are among them. */
export const markSent = (db: Db, mail: MailRow): Promise<unknown> => db`
  update mails set state = 'sent', sent_at = kura_now(), locked_until = null, words = '{}', error = null
   where id = ${mail.id} and state = 'sending' and attempts = ${mail.attempts}`

/** Back into the queue, later each time. */
export const markWaiting = (db: Db, mail: MailRow, waitSeconds: number, error: string): Promise<unknown> => db`
  update mails set state = 'waiting', locked_until = kura_now() + make_interval(secs => ${waitSeconds}), error = ${error}
   where id = ${mail.id} and state = 'sending' and attempts = ${mail.attempts}`

/** Given up. */
export const markDead = (db: Db, mail: MailRow, error: string): Promise<unknown> => db`
  update mails set state = 'dead', locked_until = null, words = '{}', error = ${error}
   where id = ${mail.id} and state = 'sending' and attempts = ${mail.attempts}`

/** Removes every mail to an address. */
export const forgetMailsTo = (db: Db, email: string) => db`delete from mails where recipient = ${email}`
