import { limitTo, offsetBy } from '../../platform/db/connect.ts'
import type { Db, Fragment } from '../../platform/db/connect.ts'
import type { RawPage } from '../../platform/http/paging.ts'
import { isShown, shownName } from '../../identity/member/shown-member-queries.ts'
import { tokenCardFields } from './token-card.ts'

export type TokenFilter = { flowAddress: string } | { memberId: string } | { itemId: string }
export type TokenPage = { limit: number; offset: number; after: [number, string] | undefined }

/** Tokens that are not burned, latest first. */
export const listTokens = (db: Db, filter: TokenFilter, { limit, offset, after }: TokenPage) => {
  const last = limit + offset
  const mine = whose(db, filter)
  return db<RawPage[]>`
    with chosen as (
      select t.id, t.minted_height, row_number() over (order by t.minted_height desc, t.id desc) as n
        from tokens t
       where ${mine} and t.burned_at is null
             ${after ? db`and (t.minted_height, t.id) < (${after[0]}, ${after[1]}::text::numeric)` : db``}
       order by t.minted_height desc, t.id desc ${offsetBy(db, offset)} ${limitTo(db, limit + 1)})
    select coalesce(json_agg(json_build_object(${tokenCardFields(db)}) order by c.n) filter (where c.n <= ${last}), '[]')::text as items,
           (array_agg(json_build_array(c.minted_height, c.id::text)) filter (
              where c.n = ${last} and exists (select 1 from chosen where n > ${last})))[1] as last,
           ${
             after || offset > 0
               ? db`null::int`
               : db`(select case when count(*) <= 1000 then count(*)::int end
                       from (select 1 from tokens t where ${mine} and t.burned_at is null limit 1001) k)`
           } as total
      from chosen c join tokens t on t.id = c.id join items i on i.id = t.item_id
      join series r on r.id = i.series_id join media m on m.id = i.picture`
}

function whose(db: Db, filter: TokenFilter): Fragment {
  if ('flowAddress' in filter) return db`t.owner_address = ${filter.flowAddress}`
  if ('itemId' in filter) return db`t.item_id = ${filter.itemId}`
  return db`t.owner_address = (select o.flow_address from members o where o.id = ${filter.memberId} and ${isShown(db, 'o')})`
}

/** Everything about one token and the newest hundred events of it on chain, oldest first; or no row. */
export const findToken = (db: Db, tokenId: string) => db<{ token: string }[]>`
  select json_build_object(${tokenCardFields(db)},
           'description', json_build_object('ja', i.description_ja, 'en', i.description_en),
           'ownerName', ${shownName(db, 'o')}, 'ownerUserId', o.id,
           'history', (
             select coalesce(json_agg(json_build_object(
                      'kind', e.kind, 'address', coalesce(e.address, ''), 'at', e.block_at, 'txId', e.tx_id)
                      order by e.height, e.tx_index, e.event_index), '[]')
               from (select * from chain_events e where e.token_id = t.id
                      order by e.height desc, e.tx_index desc, e.event_index desc limit 100) e))::text as token
    from tokens t join items i on i.id = t.item_id join series r on r.id = i.series_id join media m on m.id = i.picture
    left join members o on o.flow_address = t.owner_address and ${isShown(db, 'o')}
   where t.id = ${tokenId}::text::numeric`
