import { ensure } from '@kura/contract/errors'
import type { OwnProfileView } from '@kura/contract/identity/member'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { findOwnProfile } from './profile-queries.ts'

/** The profile of the session's member, with what only they see. */
export async function showProfile({ sql }: Pick<Deps, 'sql'>, viewer: Viewer): Promise<OwnProfileView> {
  const profile = await findOwnProfile(sql, viewer.memberId)
  ensure(profile, 'INVALID_SESSION')
  return profile
}
