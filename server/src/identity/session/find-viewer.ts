import type { Viewer } from '../../platform/http/on.ts'
import { endIfReused } from './end-reused.ts'
import type { ReuseDeps } from './end-reused.ts'
import { findLive, touch } from './queries.ts'
import { hashOfToken } from '../../platform/secret-token.ts'

/**
 * The member of a session token, or undefined when the session is unknown, replaced, ended, idle too long or too old. A token that was
 * replaced and comes again ends its family.
 */
export async function findViewer(deps: ReuseDeps, token: string): Promise<Viewer | undefined> {
  const hash = hashOfToken(token)
  const found = await findLive(deps.sql, hash)
  if (!found) {
    await endIfReused(deps, hash)
    return undefined
  }
  const { isStale, ...viewer } = found
  if (isStale) await touch(deps.sql, viewer.sessionHash)
  return viewer
}
