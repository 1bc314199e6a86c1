import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { insertFirst } from './queries.ts'
import { hashOfToken, newSecretToken } from '../../platform/secret-token.ts'

/** Begins a new family of sessions for a member, always with a new token. Answers the token, which is kept nowhere else. */
export async function startSession(db: Db, of: { memberId: string; userAgent: string }): Promise<string> {
  const token = newSecretToken()
  await insertFirst(db, { ...of, hash: hashOfToken(token), familyId: newId() })
  return token
}
