import { AppError, ensure } from '@kura/contract/errors'
import type { SessionView } from '@kura/contract/identity/sign-in'
import { transaction } from '../../platform/db/transaction.ts'
import { sendSoon } from '../../platform/mail/send-soon.ts'
import { endReused } from './end-reused.ts'
import type { ReuseDeps } from './end-reused.ts'
import { limitRate, sourceOf } from '../../platform/http/limit-rate.ts'
import { insertSuccessor, lockByHash, markReplaced } from './queries.ts'
import { hashOfToken, newSecretToken } from '../../platform/secret-token.ts'

type Caller = { bearer: string | undefined; userAgent: string; ip: string }
type Outcome = SessionView | { mailId: string | undefined }

/**
 * Replaces a session token by a new one of the same family. The old one stays good for a minute, so tabs that refresh at once all
 * get a usable answer; used after that, here or by any other call, somebody else holds a copy, and the whole family ends with a mail to
 * the member.
 */
export async function refreshSession(deps: ReuseDeps, caller: Caller): Promise<SessionView> {
  await limitRate(deps, 'refreshPerSource', sourceOf(caller.ip))
  const { bearer } = caller
  ensure(bearer, 'AUTHENTICATION_FAILED')
  const hash = hashOfToken(bearer)
  const outcome = await transaction(deps.sql, async (db): Promise<Outcome> => {
    const found = await lockByHash(db, hash)
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
