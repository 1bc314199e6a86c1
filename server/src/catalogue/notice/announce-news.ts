import type { Deps } from '../../deps.ts'
import { announce } from '../../identity/notification/notify.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { listFresh } from './queries.ts'

/**
 * Tells every member of an announcement whose time has come, once. The mail goes to members who
 * subscribed. One that is older than a day is history: it is not announced again after an import.
 */
export async function announceNews({ sql }: Pick<Deps, 'sql'>): Promise<void> {
  for (const { id, title } of await listFresh(sql))
    await transaction(sql, (db) =>
      announce(db, {
        event: 'announcement',
        subject: `announcement:${id}`,
        cause: `announcement:${id}`,
        facts: { name: title },
        audience: 'everybody',
        audienceId: 'everybody',
      }),
    )
}

/** The worker's job for announcements. */
export const noticeJobs = [{ name: 'announce-news', everySeconds: 60, run: announceNews }] as const
