import { ensure, AppError } from '@kura/contract/errors'
import type { AccountView } from '@kura/contract/identity/account'
import type { OwnProfileView, ProfileView } from '@kura/contract/identity/member'
import { termsVersion } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { readAddress } from '../../platform/flow/read-address.ts'
import { limitRates, sourceOf } from '../../platform/http/limit-rate.ts'
import type { Viewer, UploadedFile } from '../../platform/http/on.ts'
import { insertMedia } from '../../platform/media/queries.ts'
import { dropPicture, makeThumbnail, removeDropped } from '../../platform/media/thumbnail.ts'
import { memberShown } from './member-events.ts'
import { checkDescription, checkDisplayName } from './member-text.ts'
import {
  findOwnProfile,
  findProfile,
  findProfileByAddress,
  lockPicture,
  update,
  removeThumbnail,
  countByOwner,
} from './profile-queries.ts'
import { findAccount } from './queries.ts'
import { findAge, keepBirthday, lockBirthday } from './spending-queries.ts'

/** The profile of the session's member, with what only they see. */
export async function showProfile({ sql }: Pick<Deps, 'sql'>, viewer: Viewer): Promise<OwnProfileView> {
  const profile = await findOwnProfile(sql, viewer.memberId)
  ensure(profile, 'INVALID_SESSION')
  return profile
}

/** The account of the session, with whether newer terms wait to be agreed to. */
export async function showAccount({ sql }: Pick<Deps, 'sql'>, viewer: Viewer): Promise<AccountView> {
  const row = await findAccount(sql, viewer.memberId)
  ensure(row, 'INVALID_SESSION')
  return { ...row, termsOutdated: row.termsVersion !== termsVersion }
}

/**
 * What everybody may see of a member. Fails with NOT_FOUND, also for members who are banned or
 * gone.
 */
export async function showUser({ sql }: Pick<Deps, 'sql'>, userId: string): Promise<ProfileView> {
  const profile = await findProfile(sql, userId)
  ensure(profile, 'NOT_FOUND')
  return profile
}

/**
 * The member whose wallet this is. Fails with INVALID_INPUT on a mistyped address, with NOT_FOUND
 * on a stranger's.
 */
export async function showUserByAddress(deps: Pick<Deps, 'sql' | 'chain'>, flowAddress: string): Promise<ProfileView> {
  const profile = await findProfileByAddress(deps.sql, readAddress(deps, flowAddress))
  ensure(profile, 'NOT_FOUND')
  return profile
}

type Change = {
  displayName?: string | undefined
  description?: string | undefined
  isSubscribed?: boolean | undefined
  locale?: 'ja' | 'en' | undefined
  showsCollection?: boolean | undefined
  showsFollows?: boolean | undefined
  showsFavorites?: boolean | undefined
}

/** Counts a change before its body is read. Fails with TOO_MANY_REQUESTS. */
export const limitChanges = (deps: Pick<Deps, 'sql'>, { viewer, ip }: { viewer: Viewer; ip: string }): Promise<void> =>
  limitRates(deps, [
    ['profilePerMember', viewer.memberId],
    ['profilePerSource', sourceOf(ip)],
  ])

/**
 * Changes the fields that are sent, all or none. The file `thumbnail` becomes the picture; its name
 * and type are ignored.
 */
export async function updateProfile(
  deps: Pick<Deps, 'sql' | 'env' | 'background'>,
  viewer: Viewer,
  body: Change,
  files: readonly UploadedFile[],
): Promise<OwnProfileView> {
  const change = {
    ...body,
    displayName: body.displayName === undefined ? undefined : checkDisplayName(body.displayName),
    description: body.description === undefined ? undefined : checkDescription(body.description),
  }
  const picture = files[0] ? await makeThumbnail(deps, files[0].path) : undefined
  await transaction(deps.sql, async (db) => {
    const before = await lockPicture(db, viewer.memberId)
    ensure(before, 'INVALID_SESSION')
    if (picture) await insertMedia(db, [picture])
    await update(db, viewer.memberId, { ...change, thumbnail: picture?.id })
    if (picture && before.thumbnail !== null && before.thumbnail !== picture.id) await dropPicture(db, before.thumbnail)
    if (change.displayName !== undefined) await memberShown.publish(db, { memberId: viewer.memberId })
  })
  if (picture) removeSoon(deps)
  return showProfile(deps, viewer)
}

/** Takes the thumbnail off the profile. Doing it again changes nothing. */
export async function deleteThumbnail(
  deps: Pick<Deps, 'sql' | 'env' | 'background'>,
  viewer: Viewer,
): Promise<OwnProfileView> {
  await transaction(deps.sql, async (db) => {
    const before = await lockPicture(db, viewer.memberId)
    if (!before || before.thumbnail === null) return
    await removeThumbnail(db, viewer.memberId)
    await dropPicture(db, before.thumbnail)
  })
  removeSoon(deps)
  return showProfile(deps, viewer)
}

const removeSoon = (deps: Pick<Deps, 'sql' | 'env' | 'background'>): void =>
  deps.background.run('pictures', () => removeDropped(deps))

/**
 * The member's own profile, if the address is the linked wallet. It links nothing, since that needs
 * a proof. Fails with WALLET_REQUIRED or WALLET_DIFFERENT_ADDRESS.
 */
export async function confirmUser(
  deps: Pick<Deps, 'sql' | 'chain'>,
  viewer: Viewer,
  { flowAddress }: { flowAddress: string },
): Promise<OwnProfileView> {
  const address = readAddress(deps, flowAddress)
  ensure(viewer.flowAddress !== '', 'WALLET_REQUIRED')
  ensure(viewer.flowAddress === address, 'WALLET_DIFFERENT_ADDRESS')
  return showProfile(deps, viewer)
}

/** How many tokens are in the vault of a member; 0 without a wallet. Fails with NOT_FOUND. */
export async function countTokens({ sql }: Pick<Deps, 'sql'>, userId: string): Promise<{ count: number }> {
  const counted = await countByOwner(sql, userId)
  ensure(counted, 'NOT_FOUND')
  return counted
}

type BirthdayView = { birthday: string; isMinor: boolean; monthlyLimitYen: number | null }

/**
 * Sets the date of birth, once; sending the same date again is no failure. Fails with BIRTHDAY_SET
 * when there is another one, and with INVALID_INPUT for a date in the future (of Japan) or more
 * than 120 years ago. The audit says that it was set, not the date.
 */
export async function setBirthday(
  { sql }: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
  { birthday }: { birthday: string },
): Promise<BirthdayView> {
  const age = await findAge(sql, birthday)
  if (!age) throw new AppError('INVALID_INPUT', { details: [{ field: 'birthday', fault: 'out_of_range' }] })
  await transaction(sql, async (db) => {
    const member = await lockBirthday(db, memberId)
    ensure(member && !member.isGone, 'INVALID_SESSION')
    ensure(member.birthday === null || member.birthday === birthday, 'BIRTHDAY_SET')
    if (member.birthday !== null) return
    await keepBirthday(db, memberId, birthday)
    await recordAct(db, { actor: memberId, act: 'birthday.set', subject: memberId, details: {} })
  })
  return { birthday, ...age }
}
