import { AppError, ensure } from '@kura/contract/errors'
import { deletionReasons } from '@kura/contract/identity/deletion'
import type { DeletionCheck, DeletionView } from '@kura/contract/identity/deletion'
import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { limitRate, sourceOf } from '../../platform/http/limit-rate.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { queueMail, siteLink } from '../../platform/mail/queue-mail.ts'
import { sendSoon } from '../../platform/mail/send-waiting-mails.ts'
import type { MailDeps } from '../../platform/mail/send-waiting-mails.ts'
import { removeDropped } from '../../platform/media/thumbnail.ts'
import { step } from '../../platform/step.ts'
import { hashOfToken, newSecretToken } from '../../platform/secret-token.ts'
import { memberAssets } from '../member/member-events.ts'
import type { LeaveObstacle } from '../member/member-events.ts'
import { findAuth, lockAuth } from '../member/queries.ts'
import type { AuthRow } from '../member/queries.ts'
import { notifyAccount } from '../notification/notify.ts'
import { isFreshSignIn } from '../session/session.ts'
import { confirmOwner } from '../wallet/check-proof.ts'
import type { ProofDeps, SentProof } from '../wallet/check-proof.ts'
import { eraseMember, findLeaveObstacles } from './delete-member.ts'
import * as deletions from './deletion-queries.ts'
import type { DeletionRow } from './deletion-queries.ts'
import { lockWhole } from './standing-queries.ts'
import type { WholeMember } from './standing-queries.ts'

type EndDeps = MailDeps & Pick<Deps, 'env' | 'background'>

/** The open request of the member. Fails with NOT_FOUND while there is none. */
export async function showDeletion({ sql }: Pick<Deps, 'sql'>, { memberId }: Viewer): Promise<DeletionView> {
  const row = await deletions.findOpen(sql, memberId)
  ensure(row, 'NOT_FOUND')
  return viewOf(row)
}

const viewOf = ({ requestedAt, dueAt }: DeletionRow): DeletionView => ({
  requestedAt: requestedAt.toISOString(),
  dueAt: dueAt.toISOString(),
})

/** What blocks the deletion of the member's account now, and what is lost with it. */
export async function checkDeletion({ sql }: Pick<Deps, 'sql'>, { memberId }: Viewer): Promise<DeletionCheck> {
  const obstacles = await findLeaveObstacles(sql, memberId)
  return {
    obstacles: obstacles.map(({ kind, amount }) => ({ kind, amount: Number(amount) })),
    points: await memberAssets.call.countPoints(sql, memberId),
  }
}

type Request = { reason: string; password?: string | undefined; proof?: SentProof | undefined }

/**
 * Asks for the member's account to be deleted after the days to think it over, and mails the date
 * with a link that cancels it. Whatever the member was beginning is finished by then, or refused.
 * Asking again returns the open request. Fails with USER_DELETE_CONFLICT and what is open, and as
 * `confirmOwner`; a sign-in of a moment ago confirms, too.
 */
export async function requestDeletion(
  deps: EndDeps & ProofDeps & Pick<Deps, 'passwords'>,
  viewer: Viewer,
  { reason, ...proof }: Request,
): Promise<DeletionView> {
  const { memberId } = viewer
  const confirmed = await confirm(deps, viewer, proof)
  const { row, mailId } = await transaction(deps.sql, async (db) => {
    const member = await lockWhole(db, memberId)
    const auth = member && (await lockAuth(db, memberId))
    ensure(auth, 'INVALID_SESSION')
    ensure(isStillSo(auth, viewer, confirmed), 'AUTHENTICATION_FAILED')
    const open = await deletions.findOpen(db, memberId)
    if (open) return { row: open, mailId: undefined }
    const obstacles = await findLeaveObstacles(db, memberId)
    if (obstacles.length > 0) throw conflict(obstacles)
    return insertRequest(deps, db, memberId, { reason, auth })
  })
  if (mailId !== undefined) sendSoon(deps, mailId)
  return viewOf(row)
}

/** By the password of this hash, by the wallet (null), or by having just signed in (undefined). */
type Confirmed = string | null | undefined

async function confirm(
  deps: ProofDeps & Pick<Deps, 'env' | 'passwords'>,
  viewer: Viewer,
  sent: Omit<Request, 'reason'>,
): Promise<Confirmed> {
  if (sent.password !== undefined || sent.proof !== undefined) return confirmOwner(deps, viewer.memberId, sent)
  if (await isFreshSignIn(deps, viewer)) return undefined
  throw new AppError('AUTHENTICATION_FAILED', { details: [{ field: 'password', fault: 'required' }] })
}

/** What was confirmed must still be so: another tab may have changed it meanwhile. */
function isStillSo(auth: AuthRow, { flowAddress }: Viewer, confirmed: Confirmed): boolean {
  if (confirmed === undefined) return true
  if (confirmed === null) return auth.passwordHash === null && auth.flowAddress === flowAddress
  return auth.passwordHash === confirmed
}

const conflict = (obstacles: readonly LeaveObstacle[]): AppError =>
  new AppError('USER_DELETE_CONFLICT', {
    details: obstacles.map(({ kind, amount }) => ({ field: kind, fault: String(amount) })),
  })

async function insertRequest(
  { env }: Pick<Deps, 'env'>,
  db: Db,
  memberId: string,
  { reason, auth: { email, locale } }: { reason: string; auth: AuthRow },
): Promise<{ row: DeletionRow; mailId: string | undefined }> {
  const token = newSecretToken()
  const cancelHash = email === null ? null : hashOfToken(token)
  const row = await deletions.insert(db, { id: newId(), memberId, reason, cancelHash })
  const details = { reason: nameOf(reason), dueAt: row.dueAt.toISOString() }
  await recordAct(db, { actor: memberId, act: 'member.deletion-requested', subject: memberId, details })
  await notifyAccount(db, memberId, 'deletion-requested', {
    date: { ja: dayOf(row.dueAt, 'ja'), en: dayOf(row.dueAt, 'en') },
  })
  if (email === null) return { row, mailId: undefined }
  const words = { date: dayOf(row.dueAt, locale), link: siteLink(env, '/leave/cancel', { token }) }
  return { row, mailId: await queueMail(db, { recipient: email, locale, template: 'deletion-requested', words }) }
}

/** The audit outlives the account, so the member's own words are not in it. */
const nameOf = (reason: string): string => deletionReasons.find((name) => name === reason) ?? 'other'

const dayOf = (at: Date, locale: 'ja' | 'en'): string =>
  at.toLocaleDateString(locale === 'ja' ? 'ja-JP' : 'en-GB', { timeZone: 'Asia/Tokyo', dateStyle: 'long' })

/** Cancels the member's open request. Fails with NOT_FOUND when there is none. */
export async function cancelDeletion(deps: EndDeps, { memberId }: Viewer): Promise<Record<string, never>> {
  ensure(await cancel(deps, memberId, memberId), 'NOT_FOUND')
  return {}
}

/** Cancels a request by the token of its mail, without a session. Fails with TOKEN_NOTFOUND. */
export async function stopDeletion(
  deps: EndDeps,
  { token }: { token: string },
  { ip }: { ip: string },
): Promise<Record<string, never>> {
  await limitRate(deps, 'tokenSignInPerSource', sourceOf(ip))
  const memberId = await deletions.findMemberByToken(deps.sql, hashOfToken(token))
  ensure(memberId !== undefined && (await cancel(deps, memberId, 'mail-link')), 'TOKEN_NOTFOUND')
  return {}
}

async function cancel(deps: EndDeps, memberId: string, actor: string): Promise<boolean> {
  const { isCancelled, mailId } = await transaction(deps.sql, async (db) => {
    await lockWhole(db, memberId)
    return cancelOpenDeletion(deps, db, memberId, actor)
  })
  if (mailId !== undefined) sendSoon(deps, mailId)
  return isCancelled
}

/**
 * Cancels the open request of a member, whose row the caller has locked. Also called when a new
 * password is set: the request may have been made by somebody who knew the old one. Returns the
 * mail's id.
 */
export async function cancelOpenDeletion(
  { env }: Pick<Deps, 'env'>,
  db: Db,
  memberId: string,
  actor = memberId,
): Promise<{ isCancelled: boolean; mailId: string | undefined }> {
  const row = await deletions.endOpen(db, memberId, 'cancelled')
  if (!row) return { isCancelled: false, mailId: undefined }
  await recordAct(db, { actor, act: 'member.deletion-cancelled', subject: memberId, details: {} })
  await notifyAccount(db, memberId, 'deletion-cancelled')
  const auth = await findAuth(db, memberId)
  if (!auth || auth.email === null) return { isCancelled: true, mailId: undefined }
  const words = { link: siteLink(env, '/mypage') }
  const mail = { recipient: auth.email, locale: auth.locale, template: 'deletion-cancelled', words } as const
  return { isCancelled: true, mailId: await queueMail(db, mail) }
}

// --- the worker

type Outcome = 'done' | 'blocked' | 'over'

/**
 * Carries out every request that has come due. Returns how many ended. One that fails is logged and
 * tried again the next time; it stops no other.
 */
export async function carryOutDeletions(deps: Pick<Deps, 'sql' | 'env' | 'log'>): Promise<number> {
  let ended = 0
  for (const memberId of await deletions.listDue(deps.sql, 500)) {
    try {
      const outcome = await transaction(deps.sql, 'deletion.carry-out', (db) => carryOut(deps, db, memberId))
      if (outcome !== 'over') ended += 1
      deps.log.info({ act: 'account-deletion', memberId, outcome }, 'the deletion of an account is due')
    } catch (error) {
      deps.log.error({ err: error, act: 'account-deletion', memberId }, 'a due deletion failed')
    }
  }
  // if this process dies before, a round of the worker does it
  if (ended > 0) await removeDropped(deps)
  return ended
}

/** Deletes one member, or ends the request when something is open. `over`: it was cancelled. */
async function carryOut(deps: Pick<Deps, 'env'>, db: Db, memberId: string): Promise<Outcome> {
  const member = await lockWhole(db, memberId)
  if (!member || !(await deletions.isDue(db, memberId))) return 'over'
  const obstacles = await findLeaveObstacles(db, memberId)
  const auth = await findAuth(db, memberId)
  const locale = auth?.locale ?? 'ja'
  if (obstacles.length > 0) {
    await block(deps, db, { member, locale, obstacles })
    return 'blocked'
  }
  const open = await deletions.findOpen(db, memberId)
  const reason = nameOf(open?.reason ?? '')
  await step('deletion.erase', () => eraseMember(deps, db, member, { actor: 'system', reason }))
  if (member.email !== null) {
    const words = { link: siteLink(deps.env, '/') }
    const mail = { recipient: member.email, locale, template: 'deletion-done', words } as const
    await queueMail(db, mail, { isFarewell: true })
  }
  return 'done'
}

async function block(
  { env }: Pick<Deps, 'env'>,
  db: Db,
  { member, locale, obstacles }: { member: WholeMember; locale: 'ja' | 'en'; obstacles: readonly LeaveObstacle[] },
): Promise<void> {
  await deletions.endOpen(db, member.id, 'blocked')
  const open = obstacles.map(({ kind }) => kind).join(',')
  await recordAct(db, { actor: 'system', act: 'member.deletion-blocked', subject: member.id, details: { open } })
  await notifyAccount(db, member.id, 'deletion-blocked')
  if (member.email === null) return
  const words = { open, link: siteLink(env, '/mypage/leave') }
  await queueMail(db, { recipient: member.email, locale, template: 'deletion-blocked', words })
}

/** What the worker does for members who leave, and how often. */
export const deletionJobs = [{ name: 'account-deletions', everySeconds: 60, run: carryOutDeletions }] as const
