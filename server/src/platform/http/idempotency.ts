import { createHash } from 'node:crypto'
import { AppError, ensure } from '@kura/contract/errors'
import type { Sql } from '../db/connect.ts'
import { claimStaleKey, findKey, insertKey } from './queries.ts'
import type { Claim, StoredAnswer } from './queries.ts'

/**
 * The fingerprint of a request: another body under the same key is refused. It leaves out the
 * security code of a card, which must not be stored: three digits can be guessed from any
 * fingerprint.
 */
export const hashOf = (call: string, input: unknown): Buffer =>
  createHash('sha256')
    .update(
      `${call}\n${JSON.stringify(input, (name, value: unknown) => (name === 'securityCode' ? undefined : value))}`,
    )
    .digest()

/**
 * Claims a member's key for this request. Returns the first answer when there is one. Fails with
 * IDEMPOTENCY_KEY_REUSED when the key belongs to another request, with IDEMPOTENCY_IN_PROGRESS
 * while that request runs. The claim of a process that died can be taken after a minute: every verb
 * is idempotent by its own rows.
 */
export async function claimKey(sql: Sql, claim: Claim): Promise<StoredAnswer | undefined> {
  if (await insertKey(sql, claim)) return undefined
  const row = await findKey(sql, claim)
  if (!row) return claimKey(sql, claim)
  ensure(row.call === claim.call && row.bodyHash.equals(claim.bodyHash), 'IDEMPOTENCY_KEY_REUSED')
  if (row.status !== null && row.answer !== null) return { status: row.status, answer: row.answer }
  if (!(row.isStale && (await claimStaleKey(sql, claim)))) throw new AppError('IDEMPOTENCY_IN_PROGRESS')
  return undefined
}
