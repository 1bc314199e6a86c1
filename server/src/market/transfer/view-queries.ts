import { limitTo, offsetBy } from '../../platform/db/connect.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { RawPage } from '../../platform/http/paging.ts'
import { shownMember } from '../../identity/member/shown-member-queries.ts'
import { tokenCardFields } from '../token/view-queries.ts'

/** The card of a token as the contract has it, or undefined. */
export async function findCard(db: Db, tokenId: string): Promise<string | undefined> {
  const [row] = await db<{ card: string }[]>`
    select json_build_object(${tokenCardFields(db)})::text as card
      from tokens t join items i on i.id = t.item_id join series r on r.id = i.series_id join media m on m.id = i.picture
     where t.id = ${tokenId}::text::numeric`
  return row?.card
}

/**
 * The fields of the contract's TransferView, from transfer `f`, its receiver `p`, and what a token
 * card needs.
 */
const fields = (db: Db) => db`
  'transferId', f.id, 'state', f.state, 'token', json_build_object(${tokenCardFields(db)}), 'fromAddress', f.from_address,
  'toAddress', f.to_address,
  'recipient', ${shownMember(db, 'p')},
  'txId', coalesce(f.sealed_tx_id, f.tx_id), 'failureCode', f.failure_code, 'createdAt', f.created_at, 'sealedAt', f.sealed_at`
const joined = (db: Db) => db`
  join tokens t on t.id = f.token_id join items i on i.id = t.item_id join series r on r.id = i.series_id
  join media m on m.id = i.picture left join members p on p.id = f.recipient_id`

export const findTransfer = (db: Db, id: string, memberId: string) => db<{ transfer: string }[]>`
  select json_build_object(${fields(db)})::text as transfer
    from transfers f ${joined(db)} where f.id = ${id} and f.kind = 'transfer' and f.member_id = ${memberId}`

/** A member's own transfers that are no gifts, newest first. */
export const listTransfers = (
  db: Db,
  memberId: string,
  { limit, offset, after }: { limit: number; offset: number; after: [string] | undefined },
) => {
  const last = limit + offset
  return db<RawPage[]>`
    with chosen as (
      select f.id, row_number() over (order by f.id desc) as n from transfers f
       where f.member_id = ${memberId} and f.kind = 'transfer' ${after ? db`and f.id < ${after[0]}::text::uuid` : db``}
       order by f.id desc ${offsetBy(db, offset)} ${limitTo(db, limit + 1)})
    select coalesce(json_agg(json_build_object(${fields(db)}) order by c.n) filter (where c.n <= ${last}), '[]')::text as items,
           (array_agg(json_build_array(c.id)) filter (where c.n = ${last} and exists (select 1 from chosen where n > ${last})))[1] as last
      from chosen c join transfers f on f.id = c.id ${joined(db)}`
}
