import { ensure } from '@kura/contract/errors'
import { recordAct } from '../../platform/audit-log-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { noteTerms } from './agree-terms.ts'
import { insertWalletMember, lockByAddress } from './queries.ts'

type Wanted = { address: string; locale: 'ja' | 'en'; agreesToTerms: boolean }

/**
 * The member of a proven wallet, locked; where nobody has it, a new one without e-mail address and password. Fails with
 * AUTHENTICATION_FAILED when the member is banned or gone.
 */
export async function ensureWalletMember(
  db: Db,
  { address, locale, agreesToTerms }: Wanted,
): Promise<{ memberId: string; isNew: boolean }> {
  const id = newId()
  const known = await lockByAddress(db, address)
  const isNew = !known && (await insertWalletMember(db, { id, address, locale }))
  if (isNew)
    await recordAct(db, { actor: id, act: 'member.signed-up', subject: id, details: { by: 'wallet', address } })
  // somebody may have been first in between
  const member = isNew ? { id, isOpen: true } : (known ?? (await lockByAddress(db, address)))
  ensure(member?.isOpen, 'AUTHENTICATION_FAILED')
  if (agreesToTerms) await noteTerms(db, member.id)
  return { memberId: member.id, isNew }
}
