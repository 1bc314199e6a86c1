import type { OwnProfileView } from '@kura/contract/identity/member'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { removeThumbnail } from './profile-queries.ts'
import { showProfile } from './show-profile.ts'

/** Takes the thumbnail off the profile. Doing it again changes nothing. */
export async function deleteThumbnail(deps: Pick<Deps, 'sql'>, viewer: Viewer): Promise<OwnProfileView> {
  await removeThumbnail(deps.sql, viewer.memberId)
  return showProfile(deps, viewer)
}
