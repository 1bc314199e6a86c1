import type { Env } from '../../env.ts'
import type { Db } from '../db/connect.ts'
import { newId } from '../db/id.ts'
import type { Locale } from './letter.ts'
import { insert } from './queries.ts'
import type { MailWords, TemplateName } from './templates.ts'

/**
 * Queues a mail, in the transaction of what it is about. Returns its id for `sendSoon` after the
 * commit. `isFarewell`: the recipient has left, so the address goes once the mail is sent.
 */
export async function queueMail<N extends TemplateName>(
  db: Db,
  mail: { recipient: string; locale: Locale; template: N; words: MailWords[N] },
  { isOnce = false, isFarewell = false }: { isOnce?: boolean; isFarewell?: boolean } = {},
): Promise<string> {
  const id = newId()
  await insert(db, { ...mail, id, isOnce, isFarewell })
  return id
}

/** An address of this site for a mail. The host comes from the settings, never from a request. */
export function siteLink(env: Pick<Env, 'PUBLIC_URL'>, path: string, query: Record<string, string> = {}): string {
  const url = new URL(path, env.PUBLIC_URL)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
