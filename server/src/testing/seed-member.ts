import { randomBytes } from 'node:crypto'
import { termsVersion } from '@kura/contract/limits'
import { indexMember } from '../discovery/search/index-queries.ts'
import { newId } from '../platform/db/id.ts'
import type { Deps } from '../deps.ts'
import { startSession } from '../identity/session/session.ts'

export type SeededMember = { memberId: string; email: string; flowAddress: string; session: string; password: string }

/**
 * A signed-in member, without the way through the mailbox. The password is hashed only when one is
 * given. A wallet has a collection that the chain has been asked about. Members are adults by
 * default; `birthday: null` has no date of birth.
 */
export async function seedMember(
  { sql, passwords }: Pick<Deps, 'sql' | 'passwords'>,
  options: {
    email?: string
    flowAddress?: string
    displayName?: string
    password?: string
    birthday?: string | null
  } = {},
): Promise<SeededMember> {
  const memberId = newId()
  const email = options.email ?? `${randomBytes(6).toString('hex')}@example.jp`
  const { flowAddress = '', displayName = 'Tester', password = '', birthday = '1990-04-01' } = options
  const passwordHash = password === '' ? null : await passwords.hash(password)
  const linkedAt = flowAddress === '' ? null : sql`kura_now()`
  await sql`
    insert into members (id, email, password_hash, display_name, flow_address, wallet_linked_at, collection_address,
                         collection_seen_at, terms_version, terms_agreed_at,
                         birthday)
    values (${memberId}, ${email}, ${passwordHash}, ${displayName}, ${flowAddress || null},
            ${linkedAt}, ${flowAddress || null}, ${linkedAt}, ${termsVersion}, kura_now(),
            ${birthday})`
  await indexMember(sql, memberId)
  const session = await startSession(sql, { memberId, userAgent: 'test' })
  return { memberId, email, flowAddress, session, password }
}
