import type { Deps } from '../deps.ts'
import type { Viewer } from '../http/on.ts'
import { findLive, touch } from './queries.ts'
import { hashOfToken } from './secret-token.ts'

/** The member of a session token, or undefined when the session is unknown, ended, idle too long or too old. */
export async function findViewer({ sql }: Pick<Deps, 'sql'>, token: string): Promise<Viewer | undefined> {
  const found = await findLive(sql, hashOfToken(token))
  if (!found) return undefined
  const { isStale, ...viewer } = found
  if (isStale) await touch(sql, viewer.sessionHash)
  return viewer
}
