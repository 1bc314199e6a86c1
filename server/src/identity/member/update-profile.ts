import type { OwnProfileView } from '@kura/contract/identity/member'
import type { Deps } from '../../deps.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { limitRates, sourceOf } from '../../platform/http/limit-rate.ts'
import type { UploadedFile, Viewer } from '../../platform/http/on.ts'
import { makeThumbnail } from '../../platform/media/make-thumbnail.ts'
import { insertMedia } from '../../platform/media/queries.ts'
import { checkDescription, checkDisplayName } from './member-text.ts'
import { update } from './profile-queries.ts'
import { showProfile } from './show-profile.ts'

type Change = {
  displayName?: string | undefined
  description?: string | undefined
  isSubscribed?: boolean | undefined
  locale?: 'ja' | 'en' | undefined
}

/** Counts a change before its body is read. Fails with TOO_MANY_REQUESTS. */
export const limitChanges = (deps: Pick<Deps, 'sql'>, { viewer, ip }: { viewer: Viewer; ip: string }): Promise<void> =>
  limitRates(deps, [
    ['profilePerMember', viewer.memberId],
    ['profilePerSource', sourceOf(ip)],
  ])

/** Changes the fields that are sent, all or none. The file `thumbnail` becomes the picture; its name and type are ignored. */
export async function updateProfile(
  deps: Pick<Deps, 'sql' | 'env'>,
  viewer: Viewer,
  body: Change,
  files: readonly UploadedFile[],
): Promise<OwnProfileView> {
  const change = {
    displayName: body.displayName === undefined ? undefined : checkDisplayName(body.displayName),
    description: body.description === undefined ? undefined : checkDescription(body.description),
    isSubscribed: body.isSubscribed,
    locale: body.locale,
  }
  const picture = files[0] ? await makeThumbnail(deps, files[0].path) : undefined
  await transaction(deps.sql, async (db) => {
    if (picture) await insertMedia(db, [picture])
    await update(db, viewer.memberId, { ...change, thumbnail: picture?.id })
  })
  return showProfile(deps, viewer)
}
