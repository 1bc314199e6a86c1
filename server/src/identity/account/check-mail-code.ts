import { AppError, ensure } from '@kura/contract/errors'
import type { Db } from '../../platform/db/connect.ts'
import { hashOfToken } from '../../platform/secret-token.ts'
import { findByLinkToken, takeTry } from './code-queries.ts'
import type { CodeOwner, CodePurpose, FoundCode } from './code-queries.ts'
import { normalEmail } from '../member/email-address.ts'
import { isCode } from './mail-code.ts'

type Sent = { email?: string | undefined; code?: string | undefined; token?: string | undefined }
export type MailProof = (CodeOwner & { code: string }) | { token: string }

/** What a visitor proves a mailbox by: a code with its address, or the token of the link. Fails with INVALID_INPUT. */
export function readMailProof({ email, code, token }: Sent): MailProof {
  if (token !== undefined && code === undefined && email === undefined) return { token }
  if (token === undefined && code !== undefined && email !== undefined) return { email: normalEmail(email), code }
  throw eitherOr('either_token_or_email_and_code')
}

/** The same inside a session, where the code is found by the member. */
export function readMemberProof({ code, token }: Omit<Sent, 'email'>, memberId: string): MailProof {
  if (token !== undefined && code === undefined) return { token }
  if (token === undefined && code !== undefined) return { memberId, code }
  throw eitherOr('either_token_or_code')
}

const eitherOr = (fault: string) => new AppError('INVALID_INPUT', { details: [{ field: 'token', fault }] })

/**
 * The open code that was proven; a code costs one of its tries. Wrong, used and unknown are all TOKEN_NOTFOUND, too old is
 * TOKEN_EXPIRED. It is not used up yet: `useMailCode` does that in the transaction of the deed.
 */
export async function checkMailCode(db: Db, purpose: CodePurpose, proof: MailProof): Promise<FoundCode> {
  if ('token' in proof) {
    const found = await findByLinkToken(db, hashOfToken(proof.token), purpose)
    ensure(found, 'TOKEN_NOTFOUND')
    ensure(!found.isLinkExpired, 'TOKEN_EXPIRED')
    return found
  }
  const found = await takeTry(db, proof, purpose)
  ensure(found && isCode(found.id, found.codeHash, proof.code), 'TOKEN_NOTFOUND')
  ensure(!found.isCodeExpired, 'TOKEN_EXPIRED')
  return found
}
