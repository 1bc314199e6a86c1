import type { Db } from '../db/connect.ts'

/** Takes one token out of a bucket that refills over time, in one statement; false when it is empty. */
export async function takeFromBucket(
  db: Db,
  key: string,
  { burst, perMinute }: { burst: number; perMinute: number },
): Promise<boolean> {
  const rows = await db`
    insert into rate_limits as bucket (key, tokens) values (${key}, ${burst}::float8 - 1)
    on conflict (key) do update set updated_at = kura_now(), tokens = least(${burst}::float8, bucket.tokens
        + greatest(0, extract(epoch from kura_now() - bucket.updated_at)) * ${perMinute}::float8 / 60) - 1
     where least(${burst}::float8, bucket.tokens
        + greatest(0, extract(epoch from kura_now() - bucket.updated_at)) * ${perMinute}::float8 / 60) >= 1
    returning 1`
  return rows.length > 0
}

export type Bucket = { key: string; burst: number; perMinute: number }

/**
 * Takes one from each bucket in one statement; false when one of them is empty. It does not wait
 * for the disk: a crash may forget a few requests.
 */
export async function takeFromBuckets(db: Db, buckets: readonly Bucket[]): Promise<boolean> {
  // in one order, so that no two requests wait for each other
  const sorted = buckets.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const rows = await db`
    with quick as materialized (select set_config('synchronous_commit', 'off', true)), requested as (
      select w.* from quick, unnest(${sorted.map(({ key }) => key)}::text[], ${sorted.map(({ burst }) => burst)}::float8[],
                                    ${sorted.map(({ perMinute }) => perMinute)}::float8[]) as w (key, burst, per_minute)
    )
    insert into rate_limits as bucket (key, tokens) select key, burst - 1 from requested
    on conflict (key) do update set updated_at = kura_now(), tokens = (
        select least(w.burst, bucket.tokens + greatest(0, extract(epoch from kura_now() - bucket.updated_at)) * w.per_minute / 60)
          from requested w where w.key = bucket.key) - 1
     where (select least(w.burst, bucket.tokens + greatest(0, extract(epoch from kura_now() - bucket.updated_at)) * w.per_minute / 60)
              from requested w where w.key = bucket.key) >= 1
    returning 1`
  return rows.length === buckets.length
}

/** Deletes buckets that are full by now. */
export const deleteOldRates = (db: Db): Promise<unknown> => db`
  delete from rate_limits where updated_at < kura_now() - interval '1 day'`

/** Whether the database can be reached and has the tables of Kura. Never rejects. */
export const isDatabaseReady = (db: Db): Promise<boolean> =>
  db`select kura_now()`.then(
    () => true,
    () => false,
  )

/** Status and body of an answer, the body as it was sent. */
export type StoredAnswer = { status: number; answer: string }
/** An idempotency key of a member, and the request that it is used for. */
export type Claim = { memberId: string; key: string; call: string; bodyHash: Buffer }
type KeyRow = { call: string; bodyHash: Buffer; status: number | null; answer: string | null; isStale: boolean }

/** Claims a new key; false when it is known. */
export async function insertKey(db: Db, { memberId, key, call, bodyHash }: Claim): Promise<boolean> {
  const rows = await db`
    insert into idempotency_keys (member_id, key, call, body_hash) values (${memberId}, ${key}, ${call}, ${bodyHash})
    on conflict do nothing returning 1`
  return rows.length > 0
}

/** The request and the answer of a key; `isStale` when it was claimed a minute ago. */
export async function findKey(db: Db, { memberId, key }: Claim): Promise<KeyRow | undefined> {
  const [row] = await db<KeyRow[]>`
    select call, body_hash as "bodyHash", status, answer, created_at < kura_now() - interval '60 s' as "isStale"
      from idempotency_keys where member_id = ${memberId} and key = ${key}`
  return row
}

/** Takes the key of a process that died; false when another request was first. */
export async function claimStaleKey(db: Db, { memberId, key }: Claim): Promise<boolean> {
  const rows = await db`
    update idempotency_keys set created_at = kura_now()
     where member_id = ${memberId} and key = ${key} and status is null and created_at < kura_now() - interval '60 s' returning 1`
  return rows.length > 0
}

/** Stores the first answer of a key. */
export const storeAnswer = (db: Db, claim: Claim, stored: StoredAnswer): Promise<unknown> => db`
  update idempotency_keys set status = ${stored.status}, answer = ${stored.answer}
   where member_id = ${claim.memberId} and key = ${claim.key} and status is null`

/** Releases a key whose request failed, so that it can be repeated. */
export const releaseKey = (db: Db, claim: Claim): Promise<unknown> => db`
  delete from idempotency_keys where member_id = ${claim.memberId} and key = ${claim.key} and status is null`

/** Deletes stored answers after a month: no client repeats a request so late. */
export const deleteOldKeys = (db: Db) => db`
  delete from idempotency_keys where created_at < kura_now() - interval '30 days'`

/** Deletes the stored answers of a deleted member; orders know their requests by themselves. */
export const forgetKeysOf = (db: Db, memberId: string) => db`delete from idempotency_keys where member_id = ${memberId}`
