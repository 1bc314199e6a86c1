import { limitTo, offsetBy } from '../../platform/db/connect.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { RawPage } from '../../platform/http/paging.ts'
import { shownMember, shownName } from '../../identity/member/shown-member-queries.ts'
import { tokenCardFields } from '../token/view-queries.ts'

export type Side = 'sent' | 'received'

/**
 * A member's gifts of both kinds in one shape: sent, and received once delivered. A draft to an
 * address is shown to its giver only.
 */
const giftsOf = (db: Db, memberId: string, side: Side | undefined) => {
  const sent = side !== 'received'
  const received = side !== 'sent'
  return db`
    select f.id from transfers f where f.kind = 'gift' and f.member_id = ${memberId} and ${sent}
    union all select f.id from transfers f
     where f.kind = 'gift' and f.state = 'sealed' and f.recipient_id = ${memberId} and f.member_id <> ${memberId} and ${received}
    union all select g.id from gifts g where g.giver_id = ${memberId} and ${sent}
    union all select g.id from gifts g where g.claimer_id = ${memberId} and ${received}`
}

/** One gift `g` of either kind by its id, with the columns that the contract's view is made of. */
const asGift = (db: Db, id: ReturnType<typeof db>) => db`
  select f.id, 'address' as kind, f.state, f.token_id, f.member_id as giver_id, f.to_address, f.recipient_id, null as email, null as mail,
         f.message, coalesce(f.sealed_tx_id, f.tx_id) as tx_id, f.failure_code, f.created_at, null::timestamptz as opened_at,
         null::timestamptz as claim_until, null::timestamptz as claimed_at, f.sealed_at, null::timestamptz as ended_at, null as end_reason
    from transfers f where f.id = ${id}
  union all
  select h.id, 'mail', h.state, h.token_id, h.giver_id, coalesce(h.claimer_address, ''), h.claimer_id, h.email,
         case when h.mails = 0 then null
              else coalesce((select case n.state when 'sent' then 'sent' when 'dead' then 'undeliverable' else 'waiting' end
                               from mails n where n.id = h.mail_id), 'sent') end,
         h.message, coalesce(h.sealed_tx_id, h.tx_id), h.failure_code, h.created_at, h.opened_at, h.claim_until, h.claimed_at, h.sealed_at,
         h.ended_at, h.end_reason
    from gifts h where h.id = ${id}`

/**
 * The fields of the contract's GiftView, from gift `g` as `asGift` makes it, giver `b`, receiver
 * `p`, and what a token card needs.
 */
const fields = (db: Db, memberId: string) => db`
  'giftId', g.id, 'kind', g.kind, 'side', case when g.giver_id = ${memberId} then 'sent' else 'received' end, 'state', g.state,
  'token', json_build_object(${tokenCardFields(db)}), 'giverUserId', g.giver_id, 'giverName', ${shownName(db, 'b')}, 'toAddress', g.to_address,
  'recipient', ${shownMember(db, 'p')},
  'email', case when g.giver_id = ${memberId} then g.email end, 'mail', case when g.giver_id = ${memberId} then g.mail end,
  'message', g.message, 'txId', g.tx_id, 'failureCode', g.failure_code, 'createdAt', g.created_at, 'openedAt', g.opened_at,
  'claimUntil', g.claim_until, 'claimedAt', g.claimed_at, 'sealedAt', g.sealed_at, 'endedAt', g.ended_at, 'endReason', g.end_reason`
const joined = (db: Db) => db`
  join members b on b.id = g.giver_id join tokens t on t.id = g.token_id join items i on i.id = t.item_id
  join series r on r.id = i.series_id join media m on m.id = i.picture left join members p on p.id = g.recipient_id`

/** A gift that the member gave or got, or no row. */
export const findGift = (db: Db, id: string, memberId: string) => db<{ gift: string }[]>`
  select json_build_object(${fields(db, memberId)})::text as gift
    from (${asGift(db, db`${id}::uuid`)}) g ${joined(db)}
   where g.id in (${giftsOf(db, memberId, undefined)})`

/** A member's gifts, newest first. */
export const listGifts = (
  db: Db,
  memberId: string,
  {
    side,
    limit,
    offset,
    after,
  }: { side: Side | undefined; limit: number; offset: number; after: [string] | undefined },
) => {
  const last = limit + offset
  return db<RawPage[]>`
    with chosen as (
      select o.id, row_number() over (order by o.id desc) as n from (${giftsOf(db, memberId, side)}) o
       where ${after ? db`o.id < ${after[0]}::text::uuid` : db`true`}
       order by o.id desc ${offsetBy(db, offset)} ${limitTo(db, limit + 1)})
    select coalesce(json_agg(json_build_object(${fields(db, memberId)}) order by c.n) filter (where c.n <= ${last}), '[]')::text as items,
           (array_agg(json_build_array(c.id)) filter (where c.n = ${last} and exists (select 1 from chosen where n > ${last})))[1] as last
      from chosen c cross join lateral (${asGift(db, db`c.id`)}) g ${joined(db)}`
}
