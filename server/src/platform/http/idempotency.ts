import { createHash } from 'node:crypto'
import { AppError, ensure } from '@kura/contract/errors'
import type { Sql } from '../db/connect.ts'

/** Status and body of an answer, the body as it was sent. */
export type StoredAnswer = { status: number; answer: string }
type Claim = { memberId: string; key: string; call: string; bodyHash: Buffer }

/**
 * The fingerprint of a request: another body under the same key is refused. The security code of a card is left out: it may not be
 * kept, and three digits are read back from any fingerprint.
 */
export const hashOf = (call: string, input: unknown): Buffer =>
  createHash('sha256')
    .update(
      `${call}\n${JSON.stringify(input, (name, value: unknown) => (name === 'securityCode' ? undefined : value))}`,
    )
    .digest()

/**
 * Claims a member's key for this request. Returns the first answer when there is one; fails when the key belongs to another
 * request or its request is still under way. A claim whose process died is taken over after a minute: the verbs themselves are
 * idempotent by their own rows.
 */
export async function claimKey(sql: Sql, claim: Claim): Promise<StoredAnswer | undefined> {
  const { memberId, key, call, bodyHash } = claim
  const inserted = await sql`
    insert into idempotency_keys (member_id, key, call, body_hash) values (${memberId}, ${key}, ${call}, ${bodyHash})
    on conflict do nothing returning 1`
  if (inserted.length > 0) return undefined
  const [row] = await sql<
    { call: string; bodyHash: Buffer; status: number | null; answer: string | null; isStale: boolean }[]
  >`
    select call, body_hash as "bodyHash", status, answer, created_at < kura_now() - interval '60 s' as "isStale"
      from idempotency_keys where member_id = ${memberId} and key = ${key}`
  if (!row) return claimKey(sql, claim)
  ensure(row.call === call && row.bodyHash.equals(bodyHash), 'IDEMPOTENCY_KEY_REUSED')
  if (row.status !== null && row.answer !== null) return { status: row.status, answer: row.answer }
  if (!row.isStale) throw new AppError('IDEMPOTENCY_IN_PROGRESS')
  const taken = await sql`
    update idempotency_keys set created_at = kura_now()
     where member_id = ${memberId} and key = ${key} and status is null and created_at < kura_now() - interval '60 s' returning 1`
  if (taken.length === 0) throw new AppError('IDEMPOTENCY_IN_PROGRESS')
  return undefined
}

/** Keeps the first answer of a key. */
export const keepAnswer = (sql: Sql, claim: Claim, stored: StoredAnswer): Promise<unknown> => sql`
  update idempotency_keys set status = ${stored.status}, answer = ${stored.answer}
   where member_id = ${claim.memberId} and key = ${claim.key} and status is null`

/** Frees a key whose request failed for a reason that a retry may mend. */
export const releaseKey = (sql: Sql, claim: Claim): Promise<unknown> => sql`
  delete from idempotency_keys where member_id = ${claim.memberId} and key = ${claim.key} and status is null`
