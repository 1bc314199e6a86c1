import type { ExportView } from '@kura/contract/identity/export'
import { limits } from '@kura/contract/limits'
import { checkMoves, exportMoves } from '@kura/contract/states'
import type { Db, Sql } from '../../platform/db/connect.ts'

/**
 * A new export in place of the member's last one; false while one is being written. One row a
 * member, so that two requests at once are one export.
 */
export const insert = async (
  db: Db,
  { id, memberId, familyId, total }: { id: string; memberId: string; familyId: string; total: number },
): Promise<boolean> => {
  const rows = await db`
    insert into exports as e (id, member_id, family_id, total) values (${id}, ${memberId}, ${familyId}, ${total})
    on conflict (member_id) do update
      set id = excluded.id, family_id = excluded.family_id, total = excluded.total, state = 'requested', done = 0, tries = 0,
          bytes = null, error = null, worked_until = excluded.worked_until, requested_at = excluded.requested_at, expires_at = null
      where e.state not in ('requested', 'writing')
    returning 1`
  return rows.length > 0
}

/** The member's last export as the contract shows it; undefined when there is none. */
export const findView = async (db: Db, memberId: string, familyId: string): Promise<ExportView | undefined> => {
  const [row] = await db<{ view: ExportView }[]>`
    select json_build_object(
             'state', case when state = 'ready' and expires_at <= kura_now() then 'expired' else state end, 'done', done, 'total', total,
             'requestedAt', requested_at, 'expiresAt', expires_at, 'bytes', bytes,
             'isOfThisSession', family_id = ${familyId}) as view
      from exports where member_id = ${memberId}`
  return row?.view
}

/** The member's file that can be downloaded now, and by which session. */
export const findReady = async (
  db: Db,
  memberId: string,
): Promise<{ id: string; familyId: string; requestedAt: Date } | undefined> => {
  const [row] = await db<{ id: string; familyId: string; requestedAt: Date }[]>`
    select id, family_id as "familyId", requested_at as "requestedAt" from exports
     where member_id = ${memberId} and state = 'ready' and expires_at > kura_now()`
  return row
}

/** An export that a worker writes; `tries` names its try. */
export type ClaimedExport = { id: string; tries: number; memberId: string; locale: 'ja' | 'en' }

/** Claims the next export that nobody works on. */
export const claimDue = async (db: Db): Promise<ClaimedExport | undefined> => {
  checkMoves(exportMoves, ['requested', 'writing'], 'writing')
  const [row] = await db<ClaimedExport[]>`
    update exports e set state = 'writing', done = 0, tries = e.tries + 1,
           worked_until = kura_now() + make_interval(secs => ${limits.workLeaseSeconds})
      from members m
     where m.id = e.member_id and e.id = (
       select id from exports where state in ('requested', 'writing') and worked_until <= kura_now()
        order by worked_until limit 1 for update skip locked)
    returning e.id, e.tries, e.member_id as "memberId", m.locale`
  return row
}

type Try = Pick<ClaimedExport, 'id' | 'tries'>

/** Notes the progress and renews the lease; false when the try is no longer the current one. */
export const keepProgress = async (db: Db, { id, tries }: Try, done: number): Promise<boolean> => {
  const rows = await db`
    update exports set done = ${done}, worked_until = kura_now() + make_interval(secs => ${limits.workLeaseSeconds})
     where id = ${id} and state = 'writing' and tries = ${tries} returning 1`
  return rows.length > 0
}

/** writing → ready; false when the try is no longer the current one. */
export const markReady = async (db: Db, { id, tries }: Try, bytes: number): Promise<boolean> => {
  checkMoves(exportMoves, ['writing'], 'ready')
  const rows = await db`
    update exports set state = 'ready', done = total, bytes = ${bytes}, error = null,
           expires_at = kura_now() + make_interval(hours => ${limits.exportHours})
     where id = ${id} and state = 'writing' and tries = ${tries} returning 1`
  return rows.length > 0
}

/** After a failed try: again in a while, or failed for good. Returns the state. */
export const markTried = async (db: Db, { id, tries }: Try, error: string): Promise<string | undefined> => {
  checkMoves(exportMoves, ['writing'], 'failed')
  const [row] = await db<{ state: string }[]>`
    update exports set error = ${error}, worked_until = kura_now() + make_interval(secs => ${tries * 10}),
           state = case when tries >= ${limits.exportTriesMost} then 'failed' else state end
     where id = ${id} and state = 'writing' and tries = ${tries} returning state`
  return row?.state
}

/** ready → expired: after its day, and once the session that requested it has ended. */
export const expireOld = (db: Db) => {
  checkMoves(exportMoves, ['ready'], 'expired')
  return db`
    update exports e set state = 'expired'
     where e.state = 'ready' and (e.expires_at <= kura_now() or not exists (
       select 1 from sessions s where s.member_id = e.member_id and s.family_id = e.family_id and s.ended_at is null and s.expires_at > kura_now()
          and s.last_used_at > kura_now() - make_interval(days => ${limits.sessionIdleDays})))`
}

/** Of these exports those whose file is still needed, by id and try. */
export const listKept = (db: Db, ids: readonly string[]) => db<{ id: string; tries: number; isReady: boolean }[]>`
  select id, tries, state = 'ready' as "isReady" from exports where id = any(${[...ids]}::uuid[]) and state in ('writing', 'ready')`

/** A deleted member's export; the next sweep removes its file. */
export const forgetExports = (db: Db, memberId: string) => db`delete from exports where member_id = ${memberId}`

/** Where the mail about an export goes; null for a member without an address. */
export const findMail = async (db: Db, exportId: string): Promise<{ email: string | null; locale: 'ja' | 'en' }> => {
  const [row] = await db<[{ email: string | null; locale: 'ja' | 'en' }]>`
    select m.email, m.locale from exports e join members m on m.id = e.member_id where e.id = ${exportId}`
  return row
}

/**
 * Reads the database as it is at one moment, for as long as `read` takes. Pieces of a long list
 * have more time than the statements of a request.
 */
export const readSnapshot = async <T>(sql: Sql, read: (db: Db, at: Date) => Promise<T>): Promise<T> =>
  (await sql.begin('isolation level repeatable read read only', async (db) => {
    await db`set local statement_timeout = '10min'`
    const [{ at }] = await db<[{ at: Date }]>`select kura_now() as at`
    return read(db, at)
  })) as T
