import { limitTo, offsetBy } from '../../platform/db/connect.ts'
import type { Db, Fragment } from '../../platform/db/connect.ts'
import type { RawPage } from '../../platform/http/paging.ts'
import { isShown, shownName } from '../../identity/member/shown-member-queries.ts'
import { pictureJson } from '../../platform/media/queries.ts'

export type TokenFilter = { flowAddress: string } | { memberId: string; isOwn: boolean } | { itemId: string } | 'all'
export type TokenPage = {
  seriesId: string | undefined
  limit: number
  offset: number
  after: [number, string] | undefined
}

/** Tokens that are not burned, latest first. */
export const listTokens = (db: Db, filter: TokenFilter, { seriesId, limit, offset, after }: TokenPage) => {
  const last = limit + offset
  return db<RawPage[]>`
    with chosen as (
      select t.id, t.minted_height, row_number() over (order by t.minted_height desc, t.id desc) as n
        from tokens t
       where ${whose(db, filter)} ${ofSeries(db, seriesId)} and t.burned_at is null
             ${after ? db`and (t.minted_height, t.id) < (${after[0]}, ${after[1]}::text::numeric)` : db``}
       order by t.minted_height desc, t.id desc ${offsetBy(db, offset)} ${limitTo(db, limit + 1)})
    select coalesce(json_agg(json_build_object(${tokenCardFields(db)}) order by c.n) filter (where c.n <= ${last}), '[]')::text as items,
           (array_agg(json_build_array(c.minted_height, c.id::text)) filter (
              where c.n = ${last} and exists (select 1 from chosen where n > ${last})))[1] as last,
           ${after || offset > 0 ? db`null::int` : totalOf(db, filter, seriesId)} as total
      from chosen c join tokens t on t.id = c.id join items i on i.id = t.item_id
      join series r on r.id = i.series_id join media m on m.id = i.picture`
}

function whose(db: Db, filter: TokenFilter): Fragment {
  if (filter === 'all') return db`true`
  return 'itemId' in filter ? db`t.item_id = ${filter.itemId}` : db`t.owner_address = ${ownerOf(db, filter)}`
}

type OwnerFilter = Exclude<TokenFilter, 'all' | { itemId: string }>

const ownerOf = (db: Db, filter: OwnerFilter): Fragment =>
  'flowAddress' in filter
    ? db`${filter.flowAddress}`
    : db`(select o.flow_address from members o where o.id = ${filter.memberId} and ${isShown(db, 'o')} and (o.shows_collection or ${filter.isOwn}))`

/** How many tokens a list has: of an owner as it is kept, of others as far as a count is quick. */
function totalOf(db: Db, filter: TokenFilter, seriesId: string | undefined): Fragment {
  if (filter === 'all' || 'itemId' in filter)
    return db`(select case when count(*) <= 1000 then count(*)::int end
                 from (select 1 from tokens t where ${whose(db, filter)} ${ofSeries(db, seriesId)} and t.burned_at is null limit 1001) k)`
  return db`(select coalesce(sum(h.tokens), 0)::int from series_holdings h
              where h.owner_address = ${ownerOf(db, filter)} ${seriesId === undefined ? db`` : db`and h.series_id = ${seriesId}`})`
}

const ofSeries = (db: Db, seriesId: string | undefined): Fragment =>
  seriesId === undefined ? db`` : db`and t.item_id in (select i.id from items i where i.series_id = ${seriesId})`

/**
 * Everything about one token and the newest hundred events of it on chain, oldest first; or no row.
 */
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

/** A place in the history: block, transaction in it, event in that. */
export type HistoryKeys = [number, number, number]

/**
 * The history of a token, newest first: one row for each transaction that gave it another holder,
 * comparing the holder after its last event with the one before its first. Read along the index of
 * the token's events. A sale order at zero yen is a gift by mail; other gifts are known from our
 * rows only, since on chain they are transfers.
 */
export const listHistory = (
  db: Db,
  tokenId: string,
  { limit, after }: { limit: number; after: HistoryKeys | undefined },
) =>
  db<(RawPage & { isKnown: boolean })[]>`
    with token as (select id from tokens where id = ${tokenId}::text::numeric),
    found as (
      select e.height, e.tx_index, e.event_index, e.tx_id, e.block_at, e.kind, e.address, f.kind as first_kind, b.address as before
        from token t join chain_events e on e.token_id = t.id
       cross join lateral (
         select kind, event_index from chain_events f
          where f.token_id = t.id and f.height = e.height and f.tx_index = e.tx_index order by f.event_index limit 1) f
        left join lateral (
         select address from chain_events b
          where b.token_id = t.id and (b.height, b.tx_index, b.event_index) < (e.height, e.tx_index, f.event_index)
          order by b.height desc, b.tx_index desc, b.event_index desc limit 1) b on true
       where ${after ? db`(e.height, e.tx_index, e.event_index) < (${after[0]}, ${after[1]}, ${after[2]})` : db`true`}
         and not exists (select 1 from chain_events n
                          where n.token_id = t.id and n.height = e.height and n.tx_index = e.tx_index and n.event_index > e.event_index)
         and (f.kind = 'minted' or e.kind = 'burned' or e.address is distinct from b.address)
       order by e.height desc, e.tx_index desc, e.event_index desc ${limitTo(db, limit + 1)}),
    chosen as (select *, row_number() over (order by height desc, tx_index desc, event_index desc) as n from found)
    select exists (select 1 from token) as "isKnown",
           coalesce(json_agg(json_build_object(
             'kind', case when c.kind = 'burned' then 'burn' when c.first_kind = 'minted' then 'mint'
                          when o.price_yen > 0 then 'sale' when o.price_yen = 0 or x.kind is not null then 'gift' else 'transfer' end,
             'at', c.block_at, 'txId', c.tx_id,
             'fromAddress', case when c.first_kind = 'minted' then '' else coalesce(c.before, '') end, 'toAddress', coalesce(c.address, ''),
             'fromName', ${shownName(db, 's')}, 'fromUserId', s.id, 'toName', ${shownName(db, 'r')}, 'toUserId', r.id,
             'price', nullif(o.price_yen, 0)) order by c.n) filter (where c.n <= ${limit}), '[]')::text as items,
           (array_agg(json_build_array(c.height, c.tx_index, c.event_index)) filter (
              where c.n = ${limit} and exists (select 1 from chosen where n > ${limit})))[1] as last
      from chosen c
      left join sale_orders o on o.ended_tx_id = c.tx_id and o.token_id = ${tokenId}::text::numeric and o.end_reason = 'sold'
      left join transfers x on x.sealed_tx_id = c.tx_id and x.token_id = ${tokenId}::text::numeric and x.state = 'sealed' and x.kind = 'gift'
      left join members s on s.flow_address = c.before and c.first_kind <> 'minted' and ${isShown(db, 's')}
      left join members r on r.flow_address = c.address and ${isShown(db, 'r')}`

/**
 * The fields of the contract's TokenCardView, from token `t`, item `i`, series `r` and media `m`.
 */
export const tokenCardFields = (db: Db) => db`
  'tokenId', t.id::text, 'refId', t.ref_id, 'itemId', i.id,
  'name', json_build_object('ja', i.name_ja, 'en', i.name_en),
  'seriesId', i.series_id,
  'seriesName', json_build_object('ja', r.name_ja, 'en', r.name_en),
  'picture', ${pictureJson(db)},
  'rarity', i.rarity, 'serial', t.serial, 'editionSize', i.edition_size,
  'ownerAddress', coalesce(t.owner_address, ''), 'mintedAt', t.minted_at`
