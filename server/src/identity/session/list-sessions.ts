import type { SessionDeviceView } from '@kura/contract/identity/account'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { listFamilies } from './queries.ts'

/** The devices a member is signed in on, this one first. */
export async function listSessions(
  { sql }: Pick<Deps, 'sql'>,
  viewer: Viewer,
): Promise<{ items: SessionDeviceView[] }> {
  const rows = await listFamilies(sql, viewer)
  const items = rows.map(({ signedInAt, lastUsedAt, expiresAt, ...row }) => ({
    ...row,
    signedInAt: signedInAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }))
  return { items }
}
