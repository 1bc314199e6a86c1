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
 * Takes one from each bucket in one statement; false when one of them is empty. Nothing waits for the disk: what a crash forgets is a
 * little of somebody's patience.
 */
export async function takeFromBuckets(db: Db, buckets: readonly Bucket[]): Promise<boolean> {
  // in one order, so that no two requests wait for each other
  const sorted = buckets.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const rows = await db`
    with quick as materialized (select set_config('synchronous_commit', 'off', true)), wanted as (
      select w.* from quick, unnest(${sorted.map(({ key }) => key)}::text[], ${sorted.map(({ burst }) => burst)}::float8[],
                                    ${sorted.map(({ perMinute }) => perMinute)}::float8[]) as w (key, burst, per_minute)
    )
    insert into rate_limits as bucket (key, tokens) select key, burst - 1 from wanted
    on conflict (key) do update set updated_at = kura_now(), tokens = (
        select least(w.burst, bucket.tokens + greatest(0, extract(epoch from kura_now() - bucket.updated_at)) * w.per_minute / 60)
          from wanted w where w.key = bucket.key) - 1
     where (select least(w.burst, bucket.tokens + greatest(0, extract(epoch from kura_now() - bucket.updated_at)) * w.per_minute / 60)
              from wanted w where w.key = bucket.key) >= 1
    returning 1`
  return rows.length === buckets.length
}

/** Removes buckets that are full again. */
export const deleteOldRates = (db: Db): Promise<unknown> => db`
  delete from rate_limits where updated_at < kura_now() - interval '1 day'`
