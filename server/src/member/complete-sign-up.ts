import { AppError, ensure } from '@kura/contract/errors'
import { termsVersion } from '@kura/contract/limits'
import type { SessionView } from '@kura/contract/member'
import { transaction } from '../db/transaction.ts'
import { newId } from '../db/id.ts'
import type { Deps } from '../deps.ts'
import { hashOfToken } from '../session/secret-token.ts'
import { startSession } from '../session/start-session.ts'
import { cleanName } from './display-name.ts'
import { normalEmail } from './email-address.ts'
import { isCode } from './mail-code.ts'
import { ensurePassword } from './password-rules.ts'
import { findByLinkToken, insertMember, takeTry, useMailCode } from './queries.ts'
import type { FoundCode } from './queries.ts'
import { recordAct } from './record-act.ts'

type Completion = {
  email?: string | undefined
  code?: string | undefined
  token?: string | undefined
  password: string
  displayName?: string | undefined
  isSubscribed?: boolean | undefined
  termsVersion: string
}

/**
 * Makes the account by the mailed code (with its address) or the token of the link, and signs in. A code is good once, for ten
 * minutes and five tries. An unknown one, a used one and a wrong one are all TOKEN_NOTFOUND.
 */
export async function completeSignUp(
  { sql, passwords }: Pick<Deps, 'sql' | 'passwords'>,
  body: Completion,
  { userAgent }: { userAgent: string },
): Promise<SessionView> {
  // what can be refused by looking comes first, so that it costs no try
  const displayName = cleanName('displayName', body.displayName ?? '')
  ensure(body.termsVersion === termsVersion, 'TERMS_OUTDATED')
  const proof = proofOf(body)
  if ('email' in proof) ensurePassword(body.password, proof.email)
  const found = 'email' in proof ? await findByCode(sql, proof) : await findByLink(sql, proof.token)
  ensurePassword(body.password, found.email)
  const passwordHash = await passwords.hash(body.password)
  return transaction(sql, async (db) => {
    ensure(await useMailCode(db, found.id), 'TOKEN_NOTFOUND')
    const id = newId()
    const { email, payload } = found
    const [locale, isSubscribed] = [payload.locale ?? 'ja', body.isSubscribed ?? false]
    const isNew = await insertMember(db, { id, email, passwordHash, displayName, isSubscribed, locale, termsVersion })
    ensure(isNew, 'TOKEN_NOTFOUND')
    await recordAct(db, { actor: id, act: 'member.signed-up', subject: id, details: { termsVersion } })
    return { userId: id, flowAddress: '', sessionJwt: await startSession(db, { memberId: id, userAgent }) }
  })
}

type Proof = { email: string; code: string } | { token: string }

function proofOf({ email, code, token }: Completion): Proof {
  if (token !== undefined && code === undefined && email === undefined) return { token }
  if (token === undefined && code !== undefined && email !== undefined) return { email: normalEmail(email), code }
  const fault = 'either_token_or_email_and_code'
  throw new AppError('INVALID_INPUT', { details: [{ field: 'token', fault }] })
}

async function findByCode(sql: Deps['sql'], { email, code }: { email: string; code: string }): Promise<FoundCode> {
  const found = await takeTry(sql, email, 'sign_up')
  ensure(found && isCode(found.id, found.codeHash, code), 'TOKEN_NOTFOUND')
  ensure(!found.isCodeExpired, 'TOKEN_EXPIRED')
  return found
}

async function findByLink(sql: Deps['sql'], token: string): Promise<FoundCode> {
  const found = await findByLinkToken(sql, hashOfToken(token), 'sign_up')
  ensure(found, 'TOKEN_NOTFOUND')
  ensure(!found.isLinkExpired, 'TOKEN_EXPIRED')
  return found
}
