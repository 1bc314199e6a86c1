import type { Words } from '@kura/contract/ids'
import { limits } from '@kura/contract/limits'
import { checkMoves, openingMoves } from '@kura/contract/states'
import type { OpeningState, OrderState } from '@kura/contract/states'
import type { LeaveObstacle } from '../../identity/member/member-events.ts'
import type { Db } from '../../platform/db/connect.ts'

export type OpeningRow = {
  id: string
  unitId: string
  orderId: string
  flowAddress: string
  state: OpeningState
  transactionId: string | null
  tries: number
  error: string | null
  isLate: boolean
}
export type CardRow = { itemId: string; serial: number; refId: string }

const columns = (db: Db) => db`
  id, unit_id as "unitId", order_id as "orderId", flow_address as "flowAddress", state,
  transaction_id as "transactionId", tries, error,
  opened_at <= kura_now() - make_interval(mins => ${limits.mintStuckMinutes}) as "isLate"`

const workLease = (db: Db) => db`kura_now() + make_interval(secs => ${limits.workLeaseSeconds})`

// A mint during a wallet's recovery would go to a vault that nobody can open.
const isNotChanging = (db: Db, of: 'n' | 'o') => db`
  not exists (select 1 from wallet_changes w where w.member_id = ${db(of)}.member_id and w.state in ('requested', 'approved'))`

export const find = async (db: Db, id: string): Promise<OpeningRow | undefined> => {
  const [row] = await db<OpeningRow[]>`select ${columns(db)} from openings where id = ${id}`
  return row
}

/** The member's own pack under this id, opened or not. */
export const findOwnPack = async (
  db: Db,
  unitId: string,
  memberId: string,
): Promise<{ orderId: string; state: OrderState; openingId: string | null } | undefined> => {
  const [row] = await db<{ orderId: string; state: OrderState; openingId: string | null }[]>`
    select o.id as "orderId", o.state, n.id as "openingId"
      from orders o left join openings n on n.order_id = o.id
     where o.unit_id = ${unitId} and o.member_id = ${memberId}`
  return row
}

/**
 * Opens the pack of a delivered order for its member, once. Undefined when it is open, the member
 * has no wallet, or the wallet is being recovered. Takes share locks on the member's row, against a
 * concurrent wallet change, and on the order's, against a concurrent refund.
 */
export const insert = async (
  db: Db,
  id: string,
  orderId: string,
  only: 'any' | 'known',
): Promise<string | undefined> => {
  const [row] = await db<{ id: string }[]>`
    insert into openings (id, unit_id, order_id, member_id, flow_address, state)
    select ${id}, o.unit_id, o.id, o.member_id, m.flow_address, 'opened'
      from orders o join members m on m.id = o.member_id join packs p on p.id = o.pack_id
     where o.id = ${orderId} and o.state = 'delivered' and m.flow_address is not null
       and ${isNotChanging(db, 'o')}
           ${only === 'known' ? db`and p.kind <> 'random'` : db``}
       for share of m, o
    on conflict do nothing returning id`
  return row?.id
}

/**
 * Whether the pack of an order was opened. To be relied on, the order's row must be locked: opening
 * shares it.
 */
export const hasOpening = async (db: Db, orderId: string): Promise<boolean> => {
  const rows = await db`select 1 from openings where order_id = ${orderId}`
  return rows.length > 0
}

export const listCards = (db: Db, unitId: string) => db<CardRow[]>`
  select item_id as "itemId", serial, ref_id as "refId" from pack_cards where unit_id = ${unitId} order by place`

/** Whether every item inside the unit is known to the chain, so that it can be minted. */
export const isRegistered = async (db: Db, unitId: string): Promise<boolean> => {
  const rows = await db`
    select 1 from pack_cards c join items i on i.id = c.item_id
     where c.unit_id = ${unitId} and i.registered_at is null limit 1`
  return rows.length === 0
}

/**
 * The vault an opening is minted to, locked until its move; undefined when its state has changed,
 * or while the member's wallet is being recovered.
 */
export const lockAddress = async (db: Db, id: string, state: OpeningState): Promise<string | undefined> => {
  const [row] = await db<{ flowAddress: string }[]>`
    select n.flow_address as "flowAddress" from openings n
     where n.id = ${id} and n.state = ${state} and ${isNotChanging(db, 'n')} for update of n`
  return row?.flowAddress
}

/**
 * Redirects a member's openings whose mint has not been sent to another vault, in the transaction
 * that changes the wallet. Returns how many. Later openings read the new address.
 */
export const moveOpenings = async (db: Db, memberId: string, flowAddress: string): Promise<number> => {
  const rows = await db`
    update openings set flow_address = ${flowAddress}
     where member_id = ${memberId} and state in ('opened', 'stuck') returning 1`
  return rows.length
}

/** Whether something of the member is being minted into the vault they have now. */
export const isMinting = async (db: Db, memberId: string): Promise<boolean> => {
  const rows = await db`select 1 from openings where member_id = ${memberId} and state = 'minting' limit 1`
  return rows.length > 0
}

/** Whether a recovery of the member's wallet is open. */
export const isWalletChanging = async (db: Db, memberId: string): Promise<boolean> => {
  const rows = await db`
    select 1 from wallet_changes where member_id = ${memberId} and state in ('requested', 'approved')`
  return rows.length > 0
}

/** → minting under a new chain transaction. False when another worker was faster. */
export const startMinting = async (db: Db, id: string, from: OpeningState, transactionId: string): Promise<boolean> => {
  checkMoves(openingMoves, [from], 'minting')
  const rows = await db`
    update openings set state = 'minting', transaction_id = ${transactionId}, tries = tries + 1, error = null,
                        worked_until = ${workLease(db)}
     where id = ${id} and state = ${from} returning 1`
  return rows.length > 0
}

/** `from` → `to`, moves of the table, in one statement. False when another transaction moved it. */
export const moveTo = async (
  db: Db,
  id: string,
  from: readonly OpeningState[],
  to: OpeningState,
  change: { txId?: string | null; error?: string | null } = {},
): Promise<boolean> => {
  checkMoves(openingMoves, from, to)
  const rows = await db`
    update openings
       set state = ${to}, tx_id = coalesce(${change.txId ?? null}, tx_id), error = ${change.error ?? null},
           sealed_at = ${to === 'sealed' ? db`kura_now()` : db`sealed_at`}
     where id = ${id} and state = any(${[...from]}) returning 1`
  return rows.length > 0
}

export const keepTxId = (db: Db, id: string, txId: string) => db`
  update openings set tx_id = ${txId} where id = ${id} and tx_id is distinct from ${txId}`

/** Claims an opening unless another worker has it. */
export const claim = async (db: Db, id: string): Promise<boolean> => {
  const rows = await db`
    update openings set worked_until = ${workLease(db)}
     where id = ${id} and state in ('opened', 'minting', 'stuck') and worked_until <= kura_now() returning 1`
  return rows.length > 0
}

export const restFor = (db: Db, id: string, seconds: number) => db`
  update openings set worked_until = kura_now() + make_interval(secs => ${seconds}) where id = ${id}`

/** Openings that are due. */
export const listDue = async (db: Db, limit: number): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    select id from openings where state in ('opened', 'minting', 'stuck') and worked_until <= kura_now()
     order by worked_until limit ${limit}`
  return rows.map((row) => row.id)
}

/** → opened, as if opened just now: nothing of an earlier try remains. */
export const reopenAll = async (db: Db): Promise<number> => {
  const rows = await db`
    update openings
       set state = 'opened', transaction_id = null, tx_id = null, error = null, tries = 0, sealed_at = null,
           opened_at = kura_now(), worked_until = kura_now()
     where state <> 'refunded' returning 1`
  return rows.length
}

/** Openings of these orders, where there are any. */
export const listOfOrders = async (db: Db, orderIds: string[]): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`select id from openings where order_id = any(${orderIds}::uuid[])`
  return rows.map(({ id }) => id)
}

/** What of a member's packs blocks a deletion: unopened ones, and those on their way to the vault. */
export const findLeaveObstacles = async (db: Db, memberId: string): Promise<LeaveObstacle[]> => {
  const [row] = await db<[{ unopened: number; opened: number }]>`
    select (select count(*)::int from orders o
             where o.member_id = ${memberId} and o.state = 'delivered' and o.unit_id is not null
               and not exists (select 1 from openings n where n.order_id = o.id)) as unopened,
           (select count(*)::int from openings
             where member_id = ${memberId} and state <> all('{sealed,refunded}'::text[])) as opened`
  return [
    { kind: 'packs_unopened', amount: BigInt(row.unopened) },
    { kind: 'openings_open', amount: BigInt(row.opened) },
  ]
}

export type DeliveredPack = { memberId: string; packId: string; name: Words }

/** Whose pack was delivered with an order. */
export async function findDelivered(db: Db, orderId: string): Promise<DeliveredPack | undefined> {
  const [row] = await db<DeliveredPack[]>`
    select o.member_id as "memberId", p.id as "packId", json_build_object('ja', p.name_ja, 'en', p.name_en) as name
      from orders o join packs p on p.id = o.pack_id where o.id = ${orderId}`
  return row
}
