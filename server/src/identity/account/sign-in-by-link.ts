import { ensure } from '@kura/contract/errors'
import type { SessionView } from '@kura/contract/identity/sign-in'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { limitRate, sourceOf } from '../../platform/http/limit-rate.ts'
import { startSession } from '../session/start-session.ts'
import { checkMailCode } from './check-mail-code.ts'
import { lockAuth } from '../member/queries.ts'
import { endMailCodes, useMailCode } from './code-queries.ts'

/** Signs in by the token of a mailed link, once, while the address is still the member's; the other links mailed for it end. */
export async function signInByLink(
  { sql, log }: Pick<Deps, 'sql' | 'log'>,
  { token, locale }: { token: string; locale?: 'ja' | 'en' | undefined },
  { ip, userAgent }: { ip: string; userAgent: string },
): Promise<SessionView> {
  await limitRate({ sql }, 'tokenSignInPerSource', sourceOf(ip))
  const { id, memberId, email } = await checkMailCode(sql, 'onetime_sign_in', { token })
  ensure(memberId, 'TOKEN_NOTFOUND')
  const session = await transaction(sql, async (db) => {
    const member = await lockAuth(db, memberId)
    ensure(member && member.email === email && (await useMailCode(db, id)), 'TOKEN_NOTFOUND')
    // what else was mailed for signing in has served its purpose
    await endMailCodes(db, { email }, 'onetime_sign_in')
    const sessionJwt = await startSession(db, { memberId, userAgent, locale })
    return { userId: memberId, flowAddress: member.flowAddress ?? '', sessionJwt }
  })
  log.info({ act: 'sign-in', memberId, by: 'link', source: sourceOf(ip) }, 'somebody signed in by a mailed link')
  return session
}
