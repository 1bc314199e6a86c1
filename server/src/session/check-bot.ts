import type { IncomingHttpHeaders } from 'node:http'
import type { Deps } from '../deps.ts'

/** Fails with BOT_DENY unless the request carries exactly one good bot-check token for this action. */
export async function checkBot(
  _deps: Deps,
  _check: { action: string; headers: IncomingHttpHeaders; ip: string },
): Promise<void> {
  throw new Error('not written yet')
}
