import { ensure } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/connect.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import { findAuth, lockIfPassword } from './queries.ts'

/**
 * Asks a signed-in member for the password once more. Returns its hash, so that the caller can see
 * whether it changed meanwhile. Fails with AUTHENTICATION_FAILED, also without a password, and with
 * TOO_MANY_REQUESTS after many tries.
 */
export async function checkPassword(
  deps: Pick<Deps, 'sql' | 'passwords' | 'log'>,
  memberId: string,
  tried: string | undefined,
): Promise<string> {
  const found = await findAuth(deps.sql, memberId)
  await limitRate(deps, 'proofPerMember', memberId)
  const stored = found?.passwordHash ?? undefined
  const isRight = await deps.passwords.verify(stored, tried ?? '')
  if (!isRight) deps.log.info({ act: 're-authentication', memberId, isRight }, 'a wrong password inside a session')
  ensure(isRight && stored !== undefined, 'AUTHENTICATION_FAILED')
  return stored
}

/**
 * Locks the member for this transaction; fails with AUTHENTICATION_FAILED when the password that
 * was checked has changed since.
 */
export async function holdPassword(db: Db, memberId: string, passwordHash: string): Promise<void> {
  ensure(await lockIfPassword(db, memberId, passwordHash), 'AUTHENTICATION_FAILED')
}
