import { limits } from '@kura/contract/limits'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { hashOfToken, newSecretToken } from '../../platform/secret-token.ts'
import { endMailCodes, insertMailCode } from './code-queries.ts'
import type { CodePurpose } from './code-queries.ts'
import { hashOfCode, newMailCode } from './mail-code.ts'

type Wanted = {
  purpose: CodePurpose
  email: string
  /**
   * Whom it serves; null when the address is nobody's (then its code and token are told to nobody).
   */
  memberId: string | null
  payload?: Record<string, string>
  linkMinutes?: number
}

/**
 * Makes a code and a link token for one purpose. Those mailed before to the address stay good for
 * their time, since a stranger may ask, too; codes that change an address belong to the member, who
 * alone can ask, and end the earlier ones. Returns what the mail says, and the id by which the
 * browser that asked names its code; only hashes are kept.
 */
export async function makeMailCode(
  db: Db,
  wanted: Wanted,
): Promise<{ code: string; token: string; requestId: string }> {
  const { purpose, email, memberId, payload = {}, linkMinutes = limits.linkMinutes } = wanted
  const [id, code, token] = [newId(), newMailCode(), newSecretToken()]
  const isOfMember = purpose === 'email_add' || purpose === 'email_change'
  if (isOfMember && memberId !== null) await endMailCodes(db, { memberId }, purpose)
  const [codeHash, tokenHash] = [hashOfCode(id, code), hashOfToken(token)]
  await insertMailCode(db, { id, purpose, email, memberId, codeHash, tokenHash, payload, linkMinutes })
  return { code, token, requestId: id }
}
