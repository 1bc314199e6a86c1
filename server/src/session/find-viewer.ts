import type { Deps } from '../deps.ts'
import type { Viewer } from '../http/on.ts'

/** The member of a session token, or undefined when the session is unknown, ended, idle too long or too old. */
export async function findViewer(_deps: Deps, _token: string): Promise<Viewer | undefined> {
  throw new Error('not written yet')
}
