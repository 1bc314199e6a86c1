import { AppError, ensure } from '@kura/contract/errors'
import type { SessionDeviceView } from '@kura/contract/identity/account'
import type { SessionView } from '@kura/contract/identity/sign-in'
import { limits } from '@kura/contract/limits'
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
import { hashOfToken, newSecretToken } from '../../platform/secret-token.ts'
import { notifyAccount } from '../notification/notify.ts'
import {
  insertSession,
  updateLocale,
  findLiveSession,
  touchSession,
  insertSuccessor,
  lockSession,
  markReplaced,
  endFamily,
  isReused,
  lockMember,
  endFamiliesOf,
  isFamilyYoung,
  listFamilies,
} from './queries.ts'
import type { FoundSession } from './queries.ts'

type NewSession = {
  memberId: string
  userAgent: string
  /** The language chosen in the browser, if one was: the member's mails use it from now on. */
  locale?: 'ja' | 'en' | undefined
}

/** Starts a new family of sessions for a member. Returns the token, which is stored nowhere else. */
export async function startSession(db: Db, { locale, ...of }: NewSession): Promise<string> {
  if (locale) await updateLocale(db, of.memberId, locale)
  const token = newSecretToken()
  await insertSession(db, { ...of, hash: hashOfToken(token), familyId: newId() })
  return token
}

/**
 * The member of a session token; undefined when the session is unknown, replaced, ended, idle too
 * long or too old. A replaced token that is used again ends its family.
 */
export async function findViewer(deps: ReuseDeps, token: string): Promise<Viewer | undefined> {
  const hash = hashOfToken(token)
  const found = await findLiveSession(deps.sql, hash)
  if (!found) {
    await endIfReused(deps, hash)
    return undefined
  }
  const { isStale, ...viewer } = found
  if (isStale) await touchSession(deps.sql, viewer.sessionHash)
  return viewer
}

type Caller = { bearer: string | undefined; userAgent: string; ip: string }
type Outcome = SessionView | { mailId: string | undefined }

/**
 * Replaces a session token by a new one of the same family. The old one stays valid for a minute,
 * for tabs that refresh at once. Using it later, here or in any other call, means that somebody
 * holds a copy: the whole family ends, and a mail tells the member.
 */
export async function refreshSession(deps: ReuseDeps, caller: Caller): Promise<SessionView> {
  await limitRate(deps, 'refreshPerSource', sourceOf(caller.ip))
  const { bearer } = caller
  ensure(bearer, 'AUTHENTICATION_FAILED')
  const hash = hashOfToken(bearer)
  const outcome = await transaction(deps.sql, async (db): Promise<Outcome> => {
    const found = await lockSession(db, hash)
    ensure(found, 'TOKEN_NOTFOUND')
    ensure(!found.isEnded, 'INVALID_SESSION')
    if (found.isReused) return { mailId: await endReused(deps, db, found) }
    ensure(!found.isExpired, 'TOKEN_EXPIRED')
    await limitRate({ sql: db }, 'refreshPerFamily', found.familyId)
    const token = newSecretToken()
    await insertSuccessor(db, hash, hashOfToken(token), caller.userAgent)
    await markReplaced(db, hash)
    return { userId: found.memberId, flowAddress: found.flowAddress, sessionJwt: token }
  })
  if ('sessionJwt' in outcome) return outcome
  if (outcome.mailId) sendSoon(deps, outcome.mailId)
  throw new AppError('INVALID_SESSION')
}

type ReuseDeps = MailDeps & Pick<Deps, 'env' | 'background'>

/**
 * Ends the family of a token that was replaced before the grace, and mails the member: two parties
 * hold a copy, and nobody can know which of them is the owner. Any other token changes nothing. Of
 * many requests at once, one ends it and mails.
 */
async function endIfReused(deps: ReuseDeps, hash: Buffer): Promise<void> {
  if (!(await isReused(deps.sql, hash))) return
  const mailId = await transaction(deps.sql, async (db) => {
    const found = await lockSession(db, hash)
    return found && !found.isEnded && found.isReused ? endReused(deps, db, found) : undefined
  })
  if (mailId) sendSoon(deps, mailId)
}

/**
 * The same for a session that the caller's transaction has locked. Returns the mail's id, undefined
 * without an address.
 */
async function endReused(
  { env }: Pick<Deps, 'env'>,
  db: Db,
  { memberId, familyId, email, locale }: FoundSession,
): Promise<string | undefined> {
  await endFamily(db, familyId)
  await recordAct(db, { actor: 'system', act: 'session.reused', subject: memberId, details: {} })
  await notifyAccount(db, memberId, 'session-ended')
  if (!email) return undefined
  const words = { link: siteLink(env, '/login') }
  return queueMail(db, { recipient: email, locale, template: 'session-ended', words })
}

/**
 * Signs out: every token of the family is dead from now on. Without a session there is nothing to
 * do.
 */
export async function endSession(
  { sql }: Pick<Deps, 'sql'>,
  viewer: Viewer | undefined,
): Promise<Record<string, never>> {
  if (!viewer) return {}
  await transaction(sql, async (db) => {
    await lockMember(db, viewer.memberId)
    await endFamily(db, viewer.familyId)
  })
  return {}
}

/**
 * Ends every session of a member, or all but one device's. Returns how many devices had one. The
 * caller's transaction must hold the lock on the member, so that no refresh creates a session after
 * it.
 */
export const endSessionsOf = (db: Db, memberId: string, exceptFamilyId?: string): Promise<number> =>
  endFamiliesOf(db, memberId, exceptFamilyId ?? null)

/** Whether this device signed in a moment ago. A refresh does not make a session younger. */
export const isFreshSignIn = ({ sql }: Pick<Deps, 'sql'>, { familyId }: Pick<Viewer, 'familyId'>): Promise<boolean> =>
  isFamilyYoung(sql, familyId, limits.freshSignInMinutes)

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
