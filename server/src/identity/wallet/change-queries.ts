import { limits } from '@kura/contract/limits'
import type { WalletChangeState } from '@kura/contract/states'
import type { Db } from '../../platform/db/connect.ts'
import { ownName } from '../member/shown-member-queries.ts'

export type ChangeRow = {
  id: string
  memberId: string
  kind: 'proven' | 'recovery'
  oldAddress: string
  newAddress: string
  state: WalletChangeState
  reason: string
  requestedAt: Date
  effectiveAt: Date | null
}
const columns = (db: Db) => db`id, member_id as "memberId", kind, old_address as "oldAddress",
  new_address as "newAddress", state, reason, requested_at as "requestedAt", effective_at as "effectiveAt"`
const isOpen = (db: Db) => db`state in ('requested', 'approved')`

export type NewChange = Pick<ChangeRow, 'id' | 'memberId' | 'oldAddress' | 'newAddress'>

/** A change that both wallets proved: it is done with its row. */
export async function insertProven(db: Db, change: NewChange): Promise<ChangeRow> {
  const [row] = await db<[ChangeRow]>`
    insert into wallet_changes (id, member_id, kind, old_address, new_address, state, effective_at, ended_at)
    values (${change.id}, ${change.memberId}, 'proven', ${change.oldAddress}, ${change.newAddress}, 'done',
            kura_now(), kura_now())
    returning ${columns(db)}`
  return row
}

export async function insertRecovery(
  db: Db,
  change: NewChange & { reason: string; cancelHash: Buffer },
): Promise<ChangeRow> {
  const [row] = await db<[ChangeRow]>`
    insert into wallet_changes (id, member_id, kind, old_address, new_address, state, reason, cancel_hashes)
    values (${change.id}, ${change.memberId}, 'recovery', ${change.oldAddress}, ${change.newAddress}, 'requested',
            ${change.reason}, array[${change.cancelHash}::bytea])
    returning ${columns(db)}`
  return row
}

export async function findChange(db: Db, id: string): Promise<ChangeRow | undefined> {
  const [row] = await db<ChangeRow[]>`select ${columns(db)} from wallet_changes where id = ${id}`
  return row
}

export async function findLatestChange(db: Db, memberId: string): Promise<ChangeRow | undefined> {
  const [row] = await db<ChangeRow[]>`
    select ${columns(db)} from wallet_changes where member_id = ${memberId} order by requested_at desc, id desc limit 1`
  return row
}

export async function findOpenChange(db: Db, memberId: string): Promise<ChangeRow | undefined> {
  const [row] = await db<ChangeRow[]>`
    select ${columns(db)} from wallet_changes where member_id = ${memberId} and ${isOpen(db)}`
  return row
}

export async function findOpenChangeByToken(db: Db, cancelHash: Buffer): Promise<ChangeRow | undefined> {
  const [row] = await db<ChangeRow[]>`
    select ${columns(db)} from wallet_changes where ${isOpen(db)} and ${cancelHash}::bytea = any(cancel_hashes)`
  return row
}

/** requested → approved; the cooling-off time begins. Undefined when it is in another state. */
export async function approveChange(
  db: Db,
  change: { id: string; by: string; cancelHash: Buffer },
): Promise<ChangeRow | undefined> {
  const [row] = await db<ChangeRow[]>`
    update wallet_changes
       set state = 'approved', decided_by = ${change.by}, decided_at = kura_now(),
           effective_at = kura_now() + make_interval(hours => ${limits.walletCoolingHours}),
           cancel_hashes = cancel_hashes || ${change.cancelHash}::bytea
     where id = ${change.id} and state = 'requested' returning ${columns(db)}`
  return row
}

export type Ending = {
  id: string
  from: readonly WalletChangeState[]
  to: WalletChangeState
  by?: string
  note?: string
}

/**
 * Moves a change to one of the last states by compare-and-set. Undefined when another process moved
 * it.
 */
export async function endChange(db: Db, { id, from, to, by, note = '' }: Ending): Promise<ChangeRow | undefined> {
  const [row] = await db<ChangeRow[]>`
    update wallet_changes
       set state = ${to}, ended_at = kura_now(), note = ${note}, decided_by = coalesce(${by ?? null}, decided_by),
           decided_at = case when ${by ?? null}::text is null then decided_at else kura_now() end
     where id = ${id} and state = any(${[...from]}) returning ${columns(db)}`
  return row
}

/** Approved ones whose cooling-off time is over. */
export async function listDueChanges(db: Db, most: number): Promise<ChangeRow[]> {
  return db<ChangeRow[]>`
    select ${columns(db)} from wallet_changes where state = 'approved' and effective_at <= kura_now()
     order by effective_at limit ${most}`
}

export type OpenChange = ChangeRow & { email: string; displayName: string; memberSince: Date; recentActs: string[] }

/**
 * Every open one with what helps to decide: the member, and what was done to the account in the
 * last 30 days.
 */
export const listOpenChanges = (db: Db): Promise<OpenChange[]> => db<OpenChange[]>`
  select c.id, c.member_id as "memberId", c.kind, c.old_address as "oldAddress", c.new_address as "newAddress", c.state,
         c.reason, c.requested_at as "requestedAt", c.effective_at as "effectiveAt", coalesce(m.email, '') as email,
         ${ownName(db, 'm')} as "displayName", m.created_at as "memberSince",
         array(select a.act || ' ' || to_char(a.at, 'YYYY-MM-DD HH24:MI') from audit_rows a
                where a.subject = m.id::text and a.at > kura_now() - interval '30 days'
                order by a.at desc limit 10) as "recentActs"
    from wallet_changes c join members m on m.id = c.member_id
   where c.state in ('requested', 'approved') order by c.requested_at`

/**
 * Whether tokens sent to this address would miss their member: a recovery of the wallet is open, or
 * another wallet has replaced it. False for addresses that never were a member's.
 */
export async function isVaultLeft(db: Db, address: string): Promise<boolean> {
  const [row] = await db<[{ isLeft: boolean }]>`
    select case when m.id is null then exists (select 1 from wallet_changes w where w.old_address = ${address} and w.state = 'done')
                else exists (select 1 from wallet_changes w where w.member_id = m.id and w.state in ('requested', 'approved')) end as "isLeft"
      from (select 1) one left join members m on m.flow_address = ${address}`
  return row.isLeft
}
