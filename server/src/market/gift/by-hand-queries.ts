import type { GiftState } from '@kura/contract/states'
import type { Db } from '../../platform/db/connect.ts'

/** A gift or a transfer as an operator sees it. Of an address that was mailed the operator sees the host alone. */
export type SentRow = {
  id: string
  kind: 'gift' | 'transfer' | 'mail'
  state: GiftState
  reason: string | null
  memberId: string
  tokenId: string
  to: string
  txId: string | null
  createdAt: Date
  moves: string[]
}

const movesOf = (db: Db, table: 'gift_moves' | 'transfer_moves', key: 'gift_id' | 'transfer_id') => db`
  (select coalesce(array_agg(m.state || ' ' || to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') order by m.number), '{}')
     from ${db(table)} m where m.${db(key)} = s.id)`

/** The newest of everybody's or of one member's, those that are under way first; or one by its id. */
export const listSent = (db: Db, { memberId, id }: { memberId?: string; id?: string }, most: number) => db<SentRow[]>`
  select * from (
    select s.id, 'mail' as kind, s.state, s.end_reason as reason, s.giver_id as "memberId", s.token_id::text as "tokenId",
           coalesce(s.claimer_address, '…@' || nullif(split_part(s.email, '@', 2), ''), '-') as "to",
           coalesce(s.sealed_tx_id, s.tx_id) as "txId", s.created_at as "createdAt", ${movesOf(db, 'gift_moves', 'gift_id')} as moves
      from gifts s
    union all
    select s.id, s.kind, s.state, null, s.member_id, s.token_id::text, s.to_address, coalesce(s.sealed_tx_id, s.tx_id), s.created_at,
           ${movesOf(db, 'transfer_moves', 'transfer_id')}
      from transfers s) a
   where ${memberId === undefined ? db`true` : db`a."memberId" = ${memberId}`} and ${id === undefined ? db`true` : db`a.id = ${id}`}
   order by (a.state in ('drafted', 'pending', 'open', 'claimed', 'ending')) desc, a.id desc limit ${most}`

/** How many gifts and transfers are in each state. */
export const countStates = (db: Db) => db<{ kind: string; state: string; count: number }[]>`
  select 'mail' as kind, state, count(*)::int as count from gifts group by state
  union all select kind, state, count(*)::int from transfers group by kind, state order by 1, 2`

/** The giver of a gift by mail that can still be claimed, held until the transaction ends. */
export async function lockOpen(db: Db, id: string): Promise<{ giverId: string } | undefined> {
  const [row] = await db<{ giverId: string }[]>`
    select giver_id as "giverId" from gifts where id = ${id} and state = 'open' for update`
  return row
}
