import type { Db } from '../../platform/db/connect.ts'
import { insertLetter } from './letter-queries.ts'
import type { LetterEvent } from './letter-queries.ts'

/** Notes, in the transaction of the event itself, that the member is to be told of it, once per order and event; the worker writes the mail. */
export async function noteLetter(db: Db, orderId: string, event: LetterEvent): Promise<void> {
  await insertLetter(db, orderId, event)
}
