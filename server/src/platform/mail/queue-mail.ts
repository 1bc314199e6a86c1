import type { Db } from '../db/connect.ts'
import { newId } from '../db/id.ts'
import { insert } from './queries.ts'
import type { Locale } from './letter.ts'
import type { MailWords, TemplateName } from './templates.ts'

/** Puts a mail into the queue, in the transaction of what it tells. Answers its id for `sendSoon` after the commit. */
export async function queueMail<N extends TemplateName>(
  db: Db,
  mail: { recipient: string; locale: Locale; template: N; words: MailWords[N] },
): Promise<string> {
  const id = newId()
  await insert(db, { ...mail, id })
  return id
}
