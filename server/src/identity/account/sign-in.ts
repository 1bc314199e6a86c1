import { AppError, ensure } from '@kura/contract/errors'
import type { SessionView } from '@kura/contract/identity/sign-in'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { BotVersion } from '../../platform/gateways/captcha.ts'
import { limitRate, sourceOf, takesRate } from '../../platform/http/limit-rate.ts'
import { startSession } from '../session/start-session.ts'
import { findEmail } from '../member/email-address.ts'
import { findCredentials, lockIfPassword, setPasswordHash } from '../member/queries.ts'

type Caller = { ip: string; userAgent: string; bot: BotVersion | undefined }

/**
 * Signs in with address and password. Unknown, banned and wrong all take the same work and answer AUTHENTICATION_FAILED. While an
 * account is being guessed at from everywhere, or so many try at once that they stand in line, BOT_DENY asks for the visible bot
 * check; nobody is locked out.
 */
export async function signIn(
  { sql, passwords, log }: Pick<Deps, 'sql' | 'passwords' | 'log'>,
  body: { email: string; password: string; locale?: 'ja' | 'en' | undefined },
  { ip, userAgent, bot }: Caller,
): Promise<SessionView> {
  // what is not an address belongs to nobody; saying so here would only be another answer to tell apart
  const email = findEmail(body.email) ?? ''
  await limitRate({ sql }, 'signInPerAccountAndSource', `${email} ${sourceOf(ip)}`)
  if (!(await takesRate({ sql }, 'signInPerAccount', email))) ensure(bot === 'v2', 'BOT_DENY')
  const found = await findCredentials(sql, email)
  const stored = found?.passwordHash ?? undefined
  const isRight = await passwords.verify(stored, body.password, bot === 'v2' ? 'visible' : 'usual')
  log.info({ act: 'sign-in', memberId: found?.id, isRight, source: sourceOf(ip) }, 'somebody signed in or tried to')
  if (!found || !stored || !isRight) throw new AppError('AUTHENTICATION_FAILED')
  const renewed = passwords.isOutdated(stored) ? await passwords.hash(body.password) : undefined
  const sessionJwt = await transaction(sql, async (db) => {
    // a password changed in the meantime must not let the old one in
    ensure(await lockIfPassword(db, found.id, stored), 'AUTHENTICATION_FAILED')
    if (renewed) await setPasswordHash(db, found.id, renewed)
    return startSession(db, { memberId: found.id, userAgent, locale: body.locale })
  })
  return { userId: found.id, flowAddress: found.flowAddress, sessionJwt }
}
