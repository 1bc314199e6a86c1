import { deletionReasons } from '@kura/contract/identity/deletion'
import { limits } from '@kura/contract/limits'
import type { DeletionState } from '@kura/contract/states'
import type { Db } from '../../platform/db/connect.ts'

export type DeletionRow = { id: string; memberId: string; reason: string; requestedAt: Date; dueAt: Date }
const columns = (db: Db) => db`id, member_id as "memberId", reason, requested_at as "requestedAt", due_at as "dueAt"`

export async function findOpen(db: Db, memberId: string): Promise<DeletionRow | undefined> {
  const [row] = await db<DeletionRow[]>`
    select ${columns(db)} from account_deletions where member_id = ${memberId} and state = 'requested'`
  return row
}

/** The member of an open request, by the token of its mail. */
export async function findMemberByToken(db: Db, cancelHash: Buffer): Promise<string | undefined> {
  const [row] = await db<{ memberId: string }[]>`
    select member_id as "memberId" from account_deletions where cancel_hash = ${cancelHash} and state = 'requested'`
  return row?.memberId
}

/** Writes a request and notes it at the member, whose row the caller has locked. */
export async function insert(
  db: Db,
  request: { id: string; memberId: string; reason: string; cancelHash: Buffer | null },
): Promise<DeletionRow> {
  const [row] = await db<[DeletionRow]>`
    insert into account_deletions (id, member_id, reason, cancel_hash, due_at)
    values (${request.id}, ${request.memberId}, ${request.reason}, ${request.cancelHash},
            kura_now() + make_interval(days => ${limits.deletionDays}))
    returning ${columns(db)}`
  await db`update members set deletion_due_at = ${row.dueAt} where id = ${request.memberId}`
  return row
}

/**
 * Ends the open request of a member, whose row the caller has locked. Undefined when there is none.
 * The member's own words go with the account.
 */
export async function endOpen(
  db: Db,
  memberId: string,
  to: Exclude<DeletionState, 'requested'>,
): Promise<DeletionRow | undefined> {
  const [row] = await db<DeletionRow[]>`
    update account_deletions set state = ${to}, ended_at = kura_now(), cancel_hash = null
     where member_id = ${memberId} and state = 'requested' returning ${columns(db)}`
  if (row) await db`update members set deletion_due_at = null where id = ${memberId}`
  return row
}

/** Empties the reasons of a member that are no names. */
export const forgetReasons = (db: Db, memberId: string) => db`
  update account_deletions set reason = 'other'
   where member_id = ${memberId} and reason <> all(${[...deletionReasons]})`

/** Members whose request has come due, longest first. */
export const listDue = async (db: Db, most: number): Promise<string[]> => {
  const rows = await db<{ memberId: string }[]>`
    select member_id as "memberId" from account_deletions where state = 'requested' and due_at <= kura_now()
     order by due_at limit ${most}`
  return rows.map(({ memberId }) => memberId)
}

/** Whether the open request of a member has come due. */
export const isDue = async (db: Db, memberId: string): Promise<boolean> => {
  const rows = await db`
    select 1 from account_deletions where member_id = ${memberId} and state = 'requested' and due_at <= kura_now()`
  return rows.length > 0
}
