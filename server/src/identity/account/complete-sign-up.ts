import { ensure } from '@kura/contract/errors'
import type { SessionView } from '@kura/contract/identity/sign-in'
import { termsVersion } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { emailProven } from '../member/member-events.ts'
import { checkDisplayName } from '../member/member-text.ts'
import { ensurePassword } from '../member/password-rules.ts'
import { insertMember } from '../member/queries.ts'
import { startSession } from '../session/start-session.ts'
import { checkMailCode, readMailProof } from './check-mail-code.ts'
import { endMailCodes, useMailCode } from './code-queries.ts'

type Completion = {
  email?: string | undefined
  code?: string | undefined
  token?: string | undefined
  requestId?: string | undefined
  password: string
  displayName?: string | undefined
  isSubscribed?: boolean | undefined
  termsVersion: string
}

/**
 * Makes the account by the mailed code (with its address) or the token of the link, and signs in. A code is good once, for ten
 * minutes and five tries; using one ends the others of the address. An unknown one, a used one and a wrong one are all TOKEN_NOTFOUND.
 */
export async function completeSignUp(
  { sql, passwords }: Pick<Deps, 'sql' | 'passwords'>,
  body: Completion,
  { userAgent }: { userAgent: string },
): Promise<SessionView> {
  // what can be refused by looking comes first, so that it costs no try
  const displayName = checkDisplayName(body.displayName ?? '')
  ensure(body.termsVersion === termsVersion, 'TERMS_OUTDATED')
  const proof = readMailProof(body)
  if ('email' in proof) ensurePassword(body.password, proof.email)
  const found = await checkMailCode(sql, 'sign_up', proof)
  ensurePassword(body.password, found.email)
  const passwordHash = await passwords.hash(body.password)
  return transaction(sql, async (db) => {
    ensure(await useMailCode(db, found.id), 'TOKEN_NOTFOUND')
    const id = newId()
    const { email, payload } = found
    const [locale, isSubscribed] = [payload.locale ?? 'ja', body.isSubscribed ?? false]
    const isNew = await insertMember(db, { id, email, passwordHash, displayName, isSubscribed, locale, termsVersion })
    ensure(isNew, 'TOKEN_NOTFOUND')
    await endMailCodes(db, { email }, 'sign_up')
    await recordAct(db, { actor: id, act: 'member.signed-up', subject: id, details: { termsVersion } })
    const sessionJwt = await startSession(db, { memberId: id, userAgent })
    await emailProven.publish(db, { memberId: id })
    return { userId: id, flowAddress: '', sessionJwt }
  })
}
