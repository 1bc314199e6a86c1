import { limits } from '@kura/contract/limits'
import type { Db } from '../db/connect.ts'

export type MailRow = {
  id: string
  recipient: string
  template: string
  locale: 'ja' | 'en'
  words: Record<string, string>
  attempts: number
  /** Rather lost than sent twice. */
  isOnce: boolean
}

export const insert = (db: Db, mail: Omit<MailRow, 'attempts'> & { isFarewell: boolean }): Promise<unknown> => db`
  insert into mails (id, recipient, template, locale, words, is_once, is_farewell)
  values (${mail.id}, ${mail.recipient}, ${mail.template}, ${mail.locale}, ${db.json(mail.words)}, ${mail.isOnce},
          ${mail.isFarewell})`

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
                   and not (is_once and handed_at is not null)
                   and (${onlyId}::uuid is null or id = ${onlyId}::uuid)
                 order by created_at limit ${most} for update skip locked)
  returning id, recipient, template, locale, words, attempts, is_once, created_at)
  select id, recipient, template, locale, words, attempts, is_once as "isOnce" from claimed order by created_at, id`

/**
 * Notes that a mail which may be sent only once is handed over now. False when another sender has
 * taken it over.
 */
export async function markHanded(db: Db, mail: MailRow): Promise<boolean> {
  const rows = await db`
    update mails set handed_at = kura_now()
     where id = ${mail.id} and state = 'sending' and attempts = ${mail.attempts} returning 1`
  return rows.length > 0
}

/**
 * Gives up mails that may be sent only once and whose sender died while it handed them over: nobody
 * knows whether they went out.
 */
export const endLost = (db: Db): Promise<unknown> => db`
  update mails set state = 'dead', locked_until = null, words = '{}', error = 'its sender died'
   where is_once and handed_at is not null and state = 'sending' and locked_until <= kura_now()`

/** Sent. The words are forgotten, since codes and links are among them. */
export const markSent = (db: Db, mail: MailRow): Promise<unknown> => db`
  update mails set state = 'sent', sent_at = kura_now(), locked_until = null, words = '{}', error = null
   where id = ${mail.id} and state = 'sending' and attempts = ${mail.attempts}`

/** Back into the queue, later each time. */
export const markWaiting = (db: Db, mail: MailRow, waitSeconds: number, error: string): Promise<unknown> => db`
  update mails set state = 'waiting', handed_at = null, error = ${error},
                   locked_until = kura_now() + make_interval(secs => ${waitSeconds})
   where id = ${mail.id} and state = 'sending' and attempts = ${mail.attempts}`

/** Given up. */
export const markDead = (db: Db, mail: MailRow, error: string): Promise<unknown> => db`
  update mails set state = 'dead', locked_until = null, words = '{}', error = ${error}
   where id = ${mail.id} and state = 'sending' and attempts = ${mail.attempts}`

/**
 * Deletes mails that were sent or given up so long ago that nobody asks for them any more, and last
 * mails whose sender died before it could.
 */
export const deleteOldMails = (db: Db): Promise<unknown> => db`
  delete from mails
   where state in ('sent', 'dead')
     and (is_farewell or created_at < kura_now() - make_interval(days => ${limits.mailDays}))`

/** Removes a last mail that was sent or given up, and with it the address of somebody who left. */
export const forgetFarewell = (db: Db, id: string): Promise<unknown> =>
  db`delete from mails where id = ${id} and is_farewell and state in ('sent', 'dead')`

/** Removes every mail to an address. */
export const forgetMailsTo = (db: Db, email: string) => db`delete from mails where recipient = ${email}`
