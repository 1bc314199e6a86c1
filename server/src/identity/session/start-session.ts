import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { hashOfToken, newSecretToken } from '../../platform/secret-token.ts'
import { insertFirst, keepLocale } from './queries.ts'

type NewSession = {
  memberId: string
  userAgent: string
  /** The language chosen in the browser, if one was: the member's mails use it from now on. */
  locale?: 'ja' | 'en' | undefined
}

/** Begins a new family of sessions for a member, always with a new token. Answers the token, which is kept nowhere else. */
export async function startSession(db: Db, { locale, ...of }: NewSession): Promise<string> {
  if (locale) await keepLocale(db, of.memberId, locale)
  const token = newSecretToken()
  await insertFirst(db, { ...of, hash: hashOfToken(token), familyId: newId() })
  return token
}
