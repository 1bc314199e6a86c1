import type { ListingState } from '@kura/contract/states'
import { limitTo, offsetBy } from '../../platform/db/connect.ts'
import type { Db, Fragment } from '../../platform/db/connect.ts'
import type { RawPage } from '../../platform/http/paging.ts'
import { itemCardFields } from '../../catalogue/item/card-queries.ts'
import { shownName } from '../../identity/member/shown-member-queries.ts'
import { noticeJson } from './seller-queries.ts'
import { tokenCardFields } from '../token/view-queries.ts'

/** The fields of the contract's ListingView, from listing `l` and its seller `b`. */
const listingFields = (db: Db) => db`
  'listingId', l.id, 'state', l.state, 'tokenId', l.token_id::text, 'tokenRefId', l.ref_id, 'itemId', l.item_id,
  'serial', l.serial, 'price', l.price_yen, 'contentAccessFee', l.content_access_yen, 'sellerUserId', l.seller_id,
  'sellerName', ${shownName(db, 'b')}, 'sellerAddress', l.seller_address, 'targetUserId', l.target_id, 'openedAt', l.opened_at,
  'buyableFrom', l.buyable_from, 'expiresAt', l.expires_at, 'sellerNotice', ${noticeJson(db)}`
/** The fields of the contract's OwnListingView; at most one trade of a listing did not fail. */
const ownFields = (db: Db) => db`
  ${listingFields(db)}, 'fee', l.fee_yen, 'royalty', l.royalty_yen,
  'proceeds', l.price_yen - l.fee_yen - l.royalty_yen - l.content_access_yen, 'endedAt', l.ended_at, 'endReason', l.end_reason,
  'withdrawalCause', case when l.state = 'ending' or l.end_reason = 'agent' then l.withdrawal_cause end,
  'sale', (select json_build_object('state', d.state, 'startedAt', d.started_at, 'txId', d.tx_id, 'deliveredAt', d.delivered_at,
                    'clearsAt', d.clears_at, 'settledAt', d.settled_at, 'endedAt', d.ended_at)
             from trades d where d.listing_id = l.id and d.state <> 'failed')`

/** Listing `l` can be bought now: the sweeper ends expired listings a moment later. */
export const isOn = (db: Db) => db`l.state = 'open' and l.expires_at > kura_now()`
export const isForAll = (db: Db) => db`l.target_id is null`

/** Only the target and the seller see a targeted listing. */
const isShownTo = (db: Db, viewerId: string | undefined) =>
  viewerId === undefined
    ? isForAll(db)
    : db`(${isForAll(db)} or l.target_id = ${viewerId} or l.seller_id = ${viewerId})`

/** The listing of a token that the viewer may see, or no row. */
export const findShown = (db: Db, refId: string, viewerId: string | undefined) => db<{ listing: string }[]>`
  select json_build_object(${listingFields(db)})::text as listing
    from listings l join members b on b.id = l.seller_id
    join tokens t on t.ref_id = l.ref_id
   where l.token_id = t.id and t.ref_id = ${refId}::uuid and ${isOn(db)} and ${isShownTo(db, viewerId)}`

/** A token's card, the member's open listing of it, and its open gift or transfer. */
export const findOwnListing = (db: Db, tokenId: string, memberId: string) => db<
  { token: string; listing: string | null; underWay: string | null }[]
>`
  select json_build_object(${tokenCardFields(db)})::text as token,
         (select json_build_object(${ownFields(db)})::text from listings l join members b on b.id = l.seller_id
           where l.token_id = t.id and l.seller_id = ${memberId} and l.state in ('open', 'held', 'ending')) as listing,
         (select json_build_object('kind', u.kind, 'id', u.id, 'state', u.state)::text
            from (select 'gift' as kind, g.id, g.state from gifts g
                   where g.token_id = t.id and g.giver_id = ${memberId} and g.state in ('pending', 'open', 'claimed', 'ending')
                  union all
                  select f.kind, f.id, f.state from transfers f
                   where f.token_id = t.id and f.member_id = ${memberId} and f.state = 'pending') u
           order by u.state = 'pending', u.id desc limit 1) as "underWay"
    from tokens t join items i on i.id = t.item_id join series r on r.id = i.series_id join media m on m.id = i.picture
   where t.id = ${tokenId}::text::numeric`

export type Column = 'price' | 'serial' | 'time'
export type ListingPage = {
  itemId: string
  column: Column
  isDescending: boolean
  before: string | undefined
  /** Bounds of the price, both included. */
  priceFrom: number | undefined
  priceTo: number | undefined
  /** Of this token alone. */
  tokenId: string | undefined
  /** Adds listings targeted at this member. */
  viewerId: string | undefined
  limit: number
  offset: number
  after: [number | string, string] | undefined
}

const keyOf = (db: Db, column: Column) =>
  ({ price: db`l.price_yen`, serial: db`l.serial`, time: db`l.opened_at` })[column]
/** The type of the key, so that a cursor is compared as what it is. */
const castOf = (db: Db, column: Column) => (column === 'time' ? db`::text::timestamptz` : db`::text::integer`)

/**
 * Listings of an item, read along the index of their order. The few targeted at the viewer have an
 * index of their own.
 */
export const listOfItem = (db: Db, page: ListingPage) => {
  const { itemId, column, isDescending, before, priceFrom, priceTo, tokenId, viewerId, limit, offset, after } = page
  const direction = isDescending ? db`desc` : db`asc`
  const key = keyOf(db, column)
  const beyond = after
    ? db`and (${key}, l.id) ${isDescending ? db`<` : db`>`} (${String(after[0])}${castOf(db, column)}, ${after[1]}::text::uuid)`
    : db``
  const early = before === undefined ? db`` : db`and l.opened_at < ${before}::text::timestamptz`
  const priced = db`
    ${priceFrom === undefined ? db`` : db`and l.price_yen >= ${priceFrom}`} ${priceTo === undefined ? db`` : db`and l.price_yen <= ${priceTo}`}`
  const single = tokenId === undefined ? db`` : db`and l.token_id = ${tokenId}::text::numeric`
  const isNarrowed = [before, priceFrom, priceTo, tokenId].some((bound) => bound !== undefined)
  const most = limit + 1 + offset
  const from = (whose: Fragment) => db`
    (select l.id, ${key} as key from listings l
      where l.item_id = ${itemId} and ${isOn(db)} and ${whose} ${beyond} ${early} ${priced} ${single}
      order by ${key} ${direction}, l.id ${direction} ${limitTo(db, most)})`
  const found =
    viewerId === undefined
      ? from(isForAll(db))
      : db`${from(isForAll(db))} union all ${from(db`l.target_id = ${viewerId}`)}`
  const last = limit + offset
  return db<RawPage[]>`
    with chosen as (
      select f.id, f.key, row_number() over (order by f.key ${direction}, f.id ${direction}) as n from (${found}) f
       order by n ${offsetBy(db, offset)} ${limitTo(db, limit + 1)})
    select coalesce(json_agg(json_build_object(${listingFields(db)}) order by c.n) filter (where c.n <= ${last}), '[]')::text as items,
           (array_agg(json_build_array(c.key, c.id)) filter (
              where c.n = ${last} and exists (select 1 from chosen where n > ${last})))[1] as last,
           ${
             after || offset > 0 || isNarrowed || viewerId !== undefined
               ? db`null::int`
               : db`(select coalesce(max(listed), 0) from item_listings where item_id = ${itemId})`
           } as total
      from chosen c join listings l on l.id = c.id join members b on b.id = l.seller_id`
}

export async function hasItem(db: Db, itemId: string): Promise<boolean> {
  return (await db`select 1 from items where id = ${itemId}`).length > 0
}

type OwnPage = { limit: number; offset: number; after: [string] | undefined }

/**
 * The page of own listings that these rows name: `id` of the listing, `key` of the order, `n` its
 * place, one more than the page has.
 */
const ownPage = (db: Db, chosen: Fragment, last: number) => db<RawPage[]>`
  with chosen as (${chosen})
  select coalesce(json_agg(json_build_object(${ownFields(db)}, 'token', json_build_object(${tokenCardFields(db)})) order by c.n)
           filter (where c.n <= ${last}), '[]')::text as items,
         (array_agg(json_build_array(c.key)) filter (where c.n = ${last} and exists (select 1 from chosen where n > ${last})))[1] as last
    from chosen c join listings l on l.id = c.id join members b on b.id = l.seller_id
    join tokens t on t.id = l.token_id join items i on i.id = t.item_id join series r on r.id = i.series_id
    join media m on m.id = i.picture`

/** A member's own listings, newest first. */
export const listOwn = (
  db: Db,
  memberId: string,
  states: ListingState[] | undefined,
  { limit, offset, after }: OwnPage,
) => {
  const chosen = db`
    select l.id, l.id as key, row_number() over (order by l.id desc) as n from listings l
     where l.seller_id = ${memberId} ${states ? db`and l.state = any(${states})` : db``}
           ${after ? db`and l.id < ${after[0]}::text::uuid` : db``}
     order by l.id desc ${offsetBy(db, offset)} ${limitTo(db, limit + 1)}`
  return ownPage(db, chosen, limit + offset)
}

/**
 * A member's own listings that were bought, last bought first, read along the seller's trades,
 * however old the listing is.
 */
export const listBought = (
  db: Db,
  memberId: string,
  states: ListingState[] | undefined,
  { limit, offset, after }: OwnPage,
) => {
  const chosen = db`
    select l.id, d.id as key, row_number() over (order by d.id desc) as n from trades d join listings l on l.id = d.listing_id
     where d.seller_id = ${memberId} and d.state <> 'failed' ${states ? db`and l.state = any(${states})` : db``}
           ${after ? db`and d.id < ${after[0]}::text::uuid` : db``}
     order by d.id desc ${offsetBy(db, offset)} ${limitTo(db, limit + 1)}`
  return ownPage(db, chosen, limit + offset)
}

const cheapest = (db: Db, item: Fragment) => db`
  (select min(l.price_yen) from listings l where l.item_id = ${item} and ${isOn(db)} and ${isForAll(db)})`

/** Items by how many were sold in the last seven days of Japan, today included. */
export const listTrends = (db: Db, limit: number, excludesRegulated: boolean) => db<{ items: string }[]>`
  with sold as (
    select d.item_id, sum(d.sold)::int as sold
      from item_sales d where d.day > (kura_now() at time zone 'Asia/Tokyo')::date - 7
           ${excludesRegulated ? db`and not exists (select 1 from items i where i.id = d.item_id and i.is_regulated)` : db``}
     group by d.item_id having sum(d.sold) > 0 order by 2 desc, d.item_id limit ${limit})
  select coalesce(json_agg(json_build_object('item', json_build_object(${itemCardFields(db)}), 'sold', s.sold,
                    'lastPrice', (select l.price_yen from listings l where l.item_id = i.id and l.state = 'sold'
                                   order by l.ended_at desc limit 1),
                    'listed', coalesce(c.listed, 0), 'minPrice', ${cheapest(db, db`i.id`)}) order by s.sold desc, i.id), '[]')::text as items
    from sold s join items i on i.id = s.item_id join series r on r.id = i.series_id join media m on m.id = i.picture
    left join item_listings c on c.item_id = i.id`

/**
 * The bounds of the open prices of an item; nulls when nothing is listed. Both are read along one
 * index.
 */
export const findMaxMin = (db: Db, itemId: string) => db<{ min: number | null; max: number | null }[]>`
  select ${cheapest(db, db`${itemId}`)} as min,
         (select max(l.price_yen) from listings l where l.item_id = ${itemId} and ${isOn(db)} and ${isForAll(db)}) as max`

/** What an item is offered and was sold for; no row when there is no such item. */
export const findPrices = (db: Db, itemId: string) => db<{ prices: string }[]>`
  select json_build_object(
           'listed', coalesce((select listed from item_listings where item_id = i.id), 0),
           'minPrice', ${cheapest(db, db`i.id`)},
           'maxPrice', (select max(l.price_yen) from listings l where l.item_id = i.id and ${isOn(db)} and ${isForAll(db)}),
           'lastPrice', o.price_yen, 'lastSoldAt', o.ended_at,
           'days', (
             select coalesce(json_agg(json_build_object('day', d.day, 'sold', d.sold, 'medianPrice', d.median_yen, 'minPrice', d.least_yen,
                      'maxPrice', d.most_yen) order by d.day), '[]')
               from item_days d
              where d.item_id = i.id and d.sold > 0 and d.day > (kura_now() at time zone 'Asia/Tokyo')::date - 90))::text as prices
    from items i
    left join lateral (select l.price_yen, l.ended_at from listings l where l.item_id = i.id and l.state = 'sold'
                        order by l.ended_at desc limit 1) o on true
   where i.id = ${itemId}`

export type ControlRow = {
  termsVersion: string | null
  hasNotice: boolean
  /** The member has an open wallet recovery. */
  isRecovering: boolean
  /** Tokens of the item in the member's vault: all, those offered for sale, those given by mail. */
  owned: number
  listed: number
  gifted: number
  /** Listings of the item: one this member can buy now, one that opens to them later, their own. */
  hasListing: boolean
  hasLater: boolean
  hasOwn: boolean
}

/**
 * What a visitor could do with tokens of an item; no row when there is no such item. Each part is
 * read along an index.
 */
export const findControl = (db: Db, itemId: string, viewer: { memberId: string; flowAddress: string }) => db<
  ControlRow[]
>`
  select m.terms_version as "termsVersion", not exists (select 1 from professional_sellers p where p.member_id = m.id and not p.is_complete) as "hasNotice",
         exists (select 1 from wallet_changes w where w.member_id = m.id and w.state in ('requested', 'approved')) as "isRecovering",
         t.owned, t.listed, t.gifted,
         exists (select 1 from listings l
                  where l.item_id = i.id and l.state = 'open' and l.expires_at > kura_now() and l.buyable_from <= kura_now()
                    and l.target_id is null and l.seller_id is distinct from m.id)
           or exists (select 1 from listings l
                       where l.item_id = i.id and l.state = 'open' and l.target_id = m.id and l.expires_at > kura_now()
                         and l.buyable_from <= kura_now()) as "hasListing",
         exists (select 1 from listings l
                  where l.item_id = i.id and l.state = 'held' and (l.target_id is null or l.target_id = m.id) and l.seller_id is distinct from m.id)
           or exists (select 1 from listings l
                       where l.item_id = i.id and l.state = 'open' and l.grace_seconds > 0 and l.expires_at > kura_now() and l.buyable_from > kura_now()
                         and (l.target_id is null or l.target_id = m.id) and l.seller_id is distinct from m.id) as "hasLater",
         exists (select 1 from listings l
                  where l.item_id = i.id and l.seller_id = m.id and l.state in ('open', 'held') and l.expires_at > kura_now()) as "hasOwn"
    from items i left join members m on m.id::text = ${viewer.memberId}
   cross join lateral (
     select count(*)::int as owned,
            (count(*) filter (where exists (select 1 from listings l where l.token_id = t.id and l.state in ('open', 'held', 'ending'))))::int as listed,
            (count(*) filter (where exists (select 1 from gifts g where g.token_id = t.id and g.state in ('open', 'claimed', 'ending'))))::int as gifted
       from tokens t where t.item_id = i.id and t.burned_at is null and t.owner_address = ${viewer.flowAddress}) t
   where i.id = ${itemId}`
