import type { Deps } from '../../deps.ts'
import { findEmail } from '../member/email-address.ts'
import { findKnown } from './standing-queries.ts'
import type { KnownMember } from './standing-queries.ts'

/**
 * The member that an operator names by id or e-mail address, also when banned or deleted. Fails
 * with a MemberRefusedError.
 */
export async function findKnownMember({ sql }: Pick<Deps, 'sql'>, who: string): Promise<KnownMember> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(who)
  const email = findEmail(who)
  if (!isId && email === undefined) throw new MemberRefusedError(`"${who}" is neither a user id nor an e-mail address`)
  const found = await findKnown(sql, email === undefined ? { id: who } : { email })
  if (found) return found
  throw new MemberRefusedError(`there is no member ${who}`)
}

/** Why an operator's act on an account was not done, in a sentence for the operator. */
export class MemberRefusedError extends Error {
  readonly code = 'MEMBER_REFUSED'
  constructor(message: string) {
    super(message)
    this.name = 'MemberRefusedError'
  }
}
