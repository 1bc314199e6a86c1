import type { Db } from '../db/connect.ts'

/** Answers kept for repeats are of no use after a month: no client repeats a request so late. */
export const deleteOldKeys = (db: Db) => db`
  delete from idempotency_keys where created_at < kura_now() - interval '30 days'`

export const deleteOldDrops = (db: Db) => db`delete from page_drops where at < now() - interval '1 hour'`

/** Removes the kept answers of a deleted member; orders know their requests by themselves. */
export const forgetKeysOf = (db: Db, memberId: string) => db`delete from idempotency_keys where member_id = ${memberId}`
