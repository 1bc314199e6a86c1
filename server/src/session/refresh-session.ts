import { AppError, ensure } from '@kura/contract/errors'
import type { SessionView } from '@kura/contract/member'
import type { Db } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { sendSoon } from '../mail/send-soon.ts'
import type { MailDeps } from '../mail/send-waiting-mails.ts'
import { siteLink } from '../mail/site-link.ts'
import { recordAct } from '../member/record-act.ts'
import { limitRate, sourceOf } from './limit-rate.ts'
import { endFamily, insertSuccessor, lockByHash, markReplaced } from './queries.ts'
import type { FoundSession } from './queries.ts'
import { hashOfToken, newSecretToken } from './secret-token.ts'

type Caller = { bearer: string | undefined; userAgent: string; ip: string }
type Outcome = SessionView | { mailId: string | undefined }

/**
 * Replaces a session token by a new one of the same family. The old one stays good for a minute, so tabs that refresh at once all
 * get a usable answer; used after that, somebody else holds a copy, and the whole family ends with a mail to the member.
 */
export async function refreshSession(
  deps: MailDeps & Pick<Deps, 'env' | 'background'>,
  caller: Caller,
): Promise<SessionView> {
  await limitRate(deps, 'refreshPerSource', sourceOf(caller.ip))
  const { bearer } = caller
  ensure(bearer, 'AUTHENTICATION_FAILED')
  const hash = hashOfToken(bearer)
  const outcome = await transaction(deps.sql, async (db): Promise<Outcome> => {
    const found = await lockByHash(db, hash)
    ensure(found, 'TOKEN_NOTFOUND')
    ensure(!found.isEnded, 'INVALID_SESSION')
    if (found.isBeyondGrace) return endStolen(deps, db, found)
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

async function endStolen({ env }: Pick<Deps, 'env'>, db: Db, found: FoundSession): Promise<Outcome> {
  await endFamily(db, found.familyId)
  await recordAct(db, { actor: 'system', act: 'session.reused', subject: found.memberId, details: {} })
  if (!found.email) return { mailId: undefined }
  const words = { link: siteLink(env, '/login') }
  const { email: recipient, locale } = found
  return { mailId: await queueMail(db, { recipient, locale, template: 'session-ended', words }) }
}
