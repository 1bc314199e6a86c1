import type { StuckOrder, StuckSeller } from '../../chain/agent/cancel-orders.ts'
import { joinTry } from '../../chain/agent/transaction-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { OrderRows } from './sale-order-use.ts'

/** The newest version that was ever signed for a token, and now, in seconds since 1970. */
export async function findDraftBasis(db: Db, tokenId: string): Promise<{ newestVersion: number; now: number }> {
  const [row] = await db<{ newestVersion: bigint; now: number }[]>`
    select greatest((select max(version) from listings where token_id = ${tokenId}::text::numeric),
                    (select max(version) from gifts where token_id = ${tokenId}::text::numeric), 0) as "newestVersion",
           floor(extract(epoch from kura_now()))::float8 as now`
  return { newestVersion: Number(row!.newestVersion), now: row!.now }
}

/** Until when the wallet may accept the draft, as the contract formats it. */
export const signUntil = (db: Db, minutes: number) => db`to_json(created_at + make_interval(mins => ${minutes}))#>>'{}'`

export type OwnOrder = { id: string; memberId: string }

/** drafted → pending. */
export const markPending = (db: Db, { table, owner }: OrderRows, { id, memberId }: OwnOrder, txId: string) => db`
  update ${db(table)} set state = 'pending', tx_id = ${txId}
   where id = ${id} and ${db(owner)} = ${memberId} and state = 'drafted'`

/** → given-up, by the member. */
export const giveUp = (db: Db, { table, owner, givenUpByMember }: OrderRows, { id, memberId }: OwnOrder) => db`
  update ${db(table)} set state = 'given-up'
   where id = ${id} and ${db(owner)} = ${memberId} and state = any(${[...givenUpByMember]})`

/** drafted → given-up, for every draft that the member's wallet has not sent. */
export const giveUpDraftsOf = (db: Db, { table, owner }: OrderRows, memberId: string) => db`
  update ${db(table)} set state = 'given-up' where ${db(owner)} = ${memberId} and state = 'drafted'`

/** → given-up, by the clock. */
export const giveUpOlder = (db: Db, { table, givenUpByClock, draftMinutes }: OrderRows) => db`
  update ${db(table)} set state = 'given-up'
   where state = any(${[...givenUpByClock]}) and created_at < kura_now() - make_interval(mins => ${draftMinutes})`

export async function findOwnState<State extends string>(
  db: Db,
  { table, owner }: OrderRows,
  { id, memberId }: OwnOrder,
): Promise<State | undefined> {
  const [row] = await db<{ state: State }[]>`
    select state from ${db(table)} where id = ${id} and ${db(owner)} = ${memberId}`
  return row?.state
}

/**
 * drafted or pending → given-up: the member cancelled everything signed until then, or the signing
 * key was revoked. The chain refuses it from then on.
 */
export const giveUpWorthless = (db: Db, { table, address }: OrderRows) => db`
  update ${db(table)} r set state = 'given-up'
   where r.state in ('drafted', 'pending')
     and (exists (select 1 from sale_events e
                   where e.kind = 'all-cancelled' and e.seller = r.${db(address)} and e.issued_until >= r.issued_at)
          or exists (select 1 from sale_events e where e.kind = 'key-revoked' and e.key_index = r.key_index))`

/**
 * Takes share locks, in order, on the members whose drafts may open: no ban, wallet change or
 * notice runs until the transaction ends.
 */
export const shareOwners = (db: Db, uses: OrderRows[], orderHashes?: string[]) => db`
  select 1 from members
   where id in (${uses.map(
     ({ table, owner }, place) => db`
       ${place === 0 ? db`` : db`union all`}
       select r.${db(owner)} from ${db(table)} r join sale_orders o on o.order_hash = r.order_hash
        where o.end_reason is null and not r.state in ('open', 'held', 'claimed', 'ending')
              ${orderHashes ? db`and r.order_hash = any(${orderHashes})` : db``}`,
   )})
   order by id for share`

/**
 * Rows `r` that should have ended over ten minutes ago and whose orders are still open, with the
 * try `c` that is due.
 */
const stuck = (db: Db, { table, moves, movesKey, causePrefix }: OrderRows) => db`
  ${db(table)} r join lateral (select max(at) as since from ${db(moves)} where ${db(movesKey)} = r.id) m on true
  ${joinTry(db, db`${causePrefix}::text || r.id::text`, db`m.since`)}
   where r.state = 'ending' and r.expires_at > kura_now() and m.since < kura_now() - interval '10 minutes'`

/** Those whose cancellation is due for another try. */
export const listStuck = (db: Db, rows: OrderRows): Promise<StuckOrder[]> => db`
  select r.id as "orderId", r.${db(rows.address)} as seller, n.cause from ${stuck(db, rows)} and c.id is null limit 100`

/** All of them by account, with the agent's last failure. */
export const countStuck = (db: Db, rows: OrderRows): Promise<StuckSeller[]> => db`
  select r.${db(rows.address)} as seller, count(*)::int as count, max(c.error) filter (where c.state = 'failed') as error
    from ${stuck(db, rows)} group by 1 order by 1`
