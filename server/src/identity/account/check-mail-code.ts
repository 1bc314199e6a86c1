import { AppError, ensure } from '@kura/contract/errors'
import type { Db } from '../../platform/db/connect.ts'
import { hashOfToken } from '../../platform/secret-token.ts'
import { findByLinkToken, takeTries } from './code-queries.ts'
import type { CodeOwner, CodePurpose, FoundCode } from './code-queries.ts'
import { normalEmail } from '../member/email-address.ts'
import { isCode } from './mail-code.ts'

type Sent = {
  email?: string | undefined
  code?: string | undefined
  token?: string | undefined
  requestId?: string | undefined
}
export type MailProof = (CodeOwner & { code: string; requestId?: string | undefined }) | { token: string }

/** What a visitor proves a mailbox by: a code with its address, or the token of the link. Fails with INVALID_INPUT. */
export function readMailProof({ email, code, token, requestId }: Sent): MailProof {
  if (token !== undefined && code === undefined && email === undefined) return { token }
  if (token === undefined && code !== undefined && email !== undefined)
    return { email: normalEmail(email), code, requestId }
  throw eitherOr('either_token_or_email_and_code')
}

/** The same inside a session, where the code is found by the member. */
export function readMemberProof({ code, token }: Pick<Sent, 'code' | 'token'>, memberId: string): MailProof {
  if (token !== undefined && code === undefined) return { token }
  if (token === undefined && code !== undefined) return { memberId, code }
  throw eitherOr('either_token_or_code')
}

const eitherOr = (fault: string) => new AppError('INVALID_INPUT', { details: [{ field: 'token', fault }] })

/**
 * The open code that was proven, of all that were mailed for the purpose; a code costs a try of each. Wrong, used and unknown are all
 * TOKEN_NOTFOUND, too old is TOKEN_EXPIRED. It is not used up yet: `useMailCode` does that in the transaction of what it is for.
 */
export async function checkMailCode(db: Db, purpose: CodePurpose, proof: MailProof): Promise<FoundCode> {
  if ('token' in proof) {
    const found = await findByLinkToken(db, hashOfToken(proof.token), purpose)
    ensure(found, 'TOKEN_NOTFOUND')
    ensure(!found.isLinkExpired, 'TOKEN_EXPIRED')
    return found
  }
  const tried = await takeTries(db, proof, purpose, proof.requestId)
  const found = tried.find(({ id, codeHash }) => isCode(id, codeHash, proof.code))
  ensure(found, 'TOKEN_NOTFOUND')
  ensure(!found.isCodeExpired, 'TOKEN_EXPIRED')
  return found
}
