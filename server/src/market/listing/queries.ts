import { limits } from '@kura/contract/limits'
import {
  checkMoves,
  fromStates,
  listingMoves,
  type AllEndedCause,
  type ListingState,
  type TakenBackCause,
} from '@kura/contract/states'
import { joinTry } from '../../chain/agent/transaction-queries.ts'
import type { StuckOrder, StuckSeller } from '../../chain/agent/cancel-orders.ts'
import type { Db } from '../../platform/db/connect.ts'
import { isShown, shownName } from '../../identity/member/shown-member-queries.ts'
import { hasTarget } from './held-term.ts'
import type { MarketSettings } from './import-market.ts'

/** A token with the rules that a price of it is under. */
export type OfferRow = {
  tokenId: string
  refId: string
  itemId: string
  serial: number
  ownerAddress: string | null
  feeBps: number
  royaltyBps: number
  contentAccessYen: number
  priceLeastYen: number
  priceMostYen: number
  listingDays: number
  /** The lowest price of the item at which anyone can buy now. */
  floorYen: number | null
  /** A price under so many per cent of the floor is asked about, and cannot be paid for so long. */
  floorPercent: number
  graceSeconds: number
}

/** By the token's id or its reference; undefined where there is none, or it was burned. */
export async function findOffered(db: Db, id: string): Promise<OfferRow | undefined> {
  const [row] = await db<OfferRow[]>`
    select t.id::text as "tokenId", t.ref_id as "refId", t.item_id as "itemId", t.serial, t.owner_address as "ownerAddress",
           s.fee_bps as "feeBps", i.royalty_bps as "royaltyBps", least(i.content_access_yen, ${limits.contentAccessMostYen}::int) as "contentAccessYen",
           s.price_least_yen as "priceLeastYen", s.price_most_yen as "priceMostYen", s.listing_days as "listingDays",
           s.floor_percent as "floorPercent", s.grace_seconds as "graceSeconds",
           (select min(l.price_yen) from listings l
             where l.item_id = t.item_id and l.state = 'open' and l.target_id is null and l.expires_at > kura_now()
               and l.buyable_from <= kura_now()) as "floorYen"
      from tokens t join items i on i.id = t.item_id cross join market_settings s
     where ${/^\d+$/.test(id) ? db`t.id = ${id}::text::numeric` : db`t.ref_id = ${id}::uuid`} and t.burned_at is null`
  return row
}

/** True when they differ from those that were there. */
export async function keepSettings(db: Db, settings: MarketSettings): Promise<boolean> {
  const { feeBps, priceLeastYen, priceMostYen, listingDays, floorPercent, graceSeconds } = settings
  const { circleDays, circleTrades, pairTrades, clearingDays } = settings
  const columns = db`fee_bps, price_least_yen, price_most_yen, listing_days, floor_percent, grace_seconds, circle_days, circle_trades, pair_trades, clearing_days`
  const values = db`
    ${feeBps}::int, ${priceLeastYen}::int, ${priceMostYen}::int, ${listingDays}::int, ${floorPercent}::int, ${graceSeconds}::int,
    ${circleDays}::int, ${circleTrades}::int, ${pairTrades}::int, ${clearingDays}::int`
  const changed = await db`
    update market_settings set (${columns}, changed_at) = (select ${values}, kura_now())
     where (${columns}) is distinct from (${values})`
  return changed.count > 0
}

/** What the next order of the token must be above, and when it is to end (seconds since 1970). */
export async function findDraftBasis(
  db: Db,
  tokenId: string,
): Promise<{ newestVersion: number; expirySeconds: number }> {
  const [row] = await db<{ newestVersion: bigint; expirySeconds: number }[]>`
    select greatest((select max(version) from listings where token_id = ${tokenId}::text::numeric),
                    (select max(version) from gifts where token_id = ${tokenId}::text::numeric), 0) as "newestVersion",
           floor(extract(epoch from kura_now() + make_interval(days => listing_days)))::float8 as "expirySeconds"
      from market_settings`
  return { newestVersion: Number(row!.newestVersion), expirySeconds: row!.expirySeconds }
}

export async function findTarget(
  db: Db,
  userId: string,
): Promise<{ userId: string; displayName: string; flowAddress: string | null } | undefined> {
  const [row] = await db<{ userId: string; displayName: string; flowAddress: string | null }[]>`
    select b.id as "userId", ${shownName(db, 'b')} as "displayName", b.flow_address as "flowAddress"
      from members b where b.id = ${userId} and ${isShown(db, 'b')}`
  return row
}

export async function isHeld(db: Db, tokenId: string): Promise<boolean> {
  const rows = await db`select 1 from listings where token_id = ${tokenId}::text::numeric and state = 'held' limit 1`
  return rows.length > 0
}

export type NewListing = Pick<OfferRow, 'tokenId' | 'refId' | 'itemId' | 'serial'> & {
  id: string
  sellerId: string
  sellerAddress: string
  tokenUuid: string
  version: number
  listPrice: number
  fee: number
  royalty: number
  contentAccessFee: number
  targetId: string | null
  targetAddress: string | null
  /** Seconds since 1970, as they are signed. */
  issuedAt: number
  expiresAt: number
  keyIndex: number
  orderHash: string
  /** How long nobody can buy it once it is open. */
  grace: number
}

/** A draft; answers until when the wallet is waited for, and when the offer ends. */
export async function insertDraft(db: Db, draft: NewListing): Promise<{ signUntil: string; expiresAt: string }> {
  const [row] = await db<{ signUntil: string; expiresAt: string }[]>`
    insert into listings (id, seller_id, seller_address, token_id, token_uuid, ref_id, item_id, serial, version, price_yen, fee_yen,
                          royalty_yen, content_access_yen, target_id, target_address, issued_at, expires_at, key_index, order_hash,
                          grace_seconds)
    values (${draft.id}, ${draft.sellerId}, ${draft.sellerAddress}, ${draft.tokenId}::text::numeric,
            ${draft.tokenUuid}::text::numeric, ${draft.refId}, ${draft.itemId}, ${draft.serial}, ${draft.version}, ${draft.listPrice},
            ${draft.fee}, ${draft.royalty}, ${draft.contentAccessFee}, ${draft.targetId}, ${draft.targetAddress},
            to_timestamp(${draft.issuedAt}), to_timestamp(${draft.expiresAt}), ${draft.keyIndex}, ${draft.orderHash},
            ${draft.grace})
    returning to_json(created_at + make_interval(mins => ${limits.listingDraftMinutes}))#>>'{}' as "signUntil", to_json(expires_at)#>>'{}' as "expiresAt"`
  return row!
}

/** drafted → given-up, of one token or of all. */
export async function giveUpDraftsOf(db: Db, memberId: string, tokenId?: string): Promise<unknown> {
  checkMoves(listingMoves, ['drafted'], 'given-up')
  return db`
    update listings set state = 'given-up'
     where seller_id = ${memberId} and state = 'drafted'
           ${tokenId === undefined ? db`` : db`and token_id = ${tokenId}::text::numeric`}`
}

/**
 * Notes that everything of the member is taken back, and why: what is signed until now and comes later is not on sale. Waits for the index, which
 * shares the row.
 */
export const markAllEnded = (db: Db, memberId: string, cause: AllEndedCause): Promise<unknown> =>
  db`update members set listings_ended_at = kura_now(), listings_ended_for = ${cause} where id = ${memberId}`

/**
 * Locks what may end with a member's standing, in one order: the own offers and those meant for this member alone. Two members who offer to
 * each other and change their wallets at once would else wait for each other.
 */
export const lockOffersAround = (db: Db, memberId: string): Promise<unknown> => db`
  select 1 from listings
   where id in (select id from listings where seller_id = ${memberId} and state in ('drafted', 'open')
                union all
                select id from listings
                 where target_id = ${memberId} and (state = 'open' or state in ('drafted', 'pending', 'given-up', 'held')))
   order by id for no key update`

/** drafted → pending. */
export async function markPending(
  db: Db,
  { id, memberId, txId }: { id: string; memberId: string; txId: string },
): Promise<unknown> {
  checkMoves(listingMoves, ['drafted'], 'pending')
  return db`
    update listings set state = 'pending', tx_id = ${txId}
     where id = ${id} and seller_id = ${memberId} and state = 'drafted'`
}

/** drafted or pending → given-up. */
export const giveUp = (db: Db, id: string, memberId: string): Promise<unknown> => db`
  update listings set state = 'given-up'
   where id = ${id} and seller_id = ${memberId} and state = any(${fromStates(listingMoves, 'given-up')})`

export async function findOwnState(db: Db, id: string, memberId: string): Promise<ListingState | undefined> {
  const [row] = await db<{ state: ListingState }[]>`
    select state from listings where id = ${id} and seller_id = ${memberId}`
  return row?.state
}

/** The newest offer of a token by this member that came to the chain. */
export async function findNewestOwn(
  db: Db,
  memberId: string,
  refId: string,
): Promise<{ id: string; state: ListingState } | undefined> {
  const [row] = await db<{ id: string; state: ListingState }[]>`
    select id, state from listings
     where seller_id = ${memberId} and ref_id = ${refId} and state not in ('drafted', 'pending', 'given-up')
     order by id desc limit 1`
  return row
}

/** Listings of a member, of one of the member's tokens, or some by their ids. */
export type Whose = { memberId: string; tokenRefId?: string } | { listingIds: string[] }

/** One that our agent has to end on chain. */
export type ToCancel = { id: string; sellerAddress: string }

/** open → ending. */
export async function startEnding(db: Db, whose: Whose, cause: TakenBackCause): Promise<ToCancel[]> {
  checkMoves(listingMoves, ['open'], 'ending')
  return db`
    update listings set state = 'ending', taken_back = ${cause}
     where state = 'open' and ${
       'listingIds' in whose
         ? db`id = any(${whose.listingIds}::uuid[])`
         : db`seller_id = ${whose.memberId} ${whose.tokenRefId === undefined ? db`` : db`and ref_id = ${whose.tokenRefId}`}`
     }
    returning id, seller_address as "sellerAddress"`
}

/**
 * open → ending, of what is meant for a member alone at another wallet than this one. What is held, or not on chain yet, keeps its state and is
 * marked: whoever gives it back, or opens it, at the same moment waits for this row and sees that.
 */
export async function endMeantFor(db: Db, memberId: string, address: string): Promise<ToCancel[]> {
  checkMoves(listingMoves, ['open'], 'ending')
  const rows = await db<(ToCancel & { state: ListingState })[]>`
    update listings set state = case when state = 'open' then 'ending' else state end, taken_back = 'target'
     where target_id = ${memberId} and target_address <> ${address}
       and (state = 'open' or state in ('drafted', 'pending', 'given-up', 'held'))
    returning id, seller_address as "sellerAddress", state`
  return rows.filter(({ state }) => state === 'ending')
}

/**
 * open → ending, of what is meant for one member who does not have the wallet that was signed for: it opened while the wallet changed, or before
 * such offers ended with it. So many at once; what somebody holds now waits for the next time.
 */
export async function endMisdirected(db: Db, most: number): Promise<ToCancel[]> {
  checkMoves(listingMoves, ['open'], 'ending')
  return db`
    update listings set state = 'ending', taken_back = 'target'
     where id in (select l.id from listings l where l.state = 'open' and l.target_id is not null and not ${hasTarget(db)}
                   order by l.id limit ${most} for no key update skip locked)
    returning id, seller_address as "sellerAddress"`
}

export async function countHeld(db: Db, memberId: string): Promise<number> {
  const [row] = await db<{ held: number }[]>`
    select count(*)::int as held from listings where seller_id = ${memberId} and state = 'held'`
  return row!.held
}

/** Those that the seller's wallet sent and the chain has not shown. */
export async function countPending(db: Db, memberId: string): Promise<number> {
  const [row] = await db<{ pending: number }[]>`
    select count(*)::int as pending from listings where seller_id = ${memberId} and state = 'pending'`
  return row!.pending
}

/** open or ending → ended, at the moment that was agreed. One that is being paid for is its order's business. */
export const expire = (db: Db): Promise<unknown> => db`
  update listings set state = 'ended', end_reason = 'expired', ended_at = expires_at
   where state in ('open', 'ending') and expires_at <= kura_now()`

/** → sold: delivered, though the index may not have seen it. */
export const markSold = (db: Db, id: string): Promise<unknown> => db`
  update listings set state = 'sold', ended_at = kura_now(), end_reason = null
   where id = ${id} and state = any(${fromStates(listingMoves, 'sold')}) and opened_at is not null`

/**
 * held → ending, or ended when its time is over: it was paid for and could not be delivered. What was taken back meanwhile keeps the reason it was
 * given.
 */
export async function endHeld(db: Db, id: string): Promise<ToCancel[]> {
  for (const to of ['ending', 'ended'] as const) checkMoves(listingMoves, ['held'], to)
  const rows = await db<(ToCancel & { state: ListingState })[]>`
    update listings
       set state = case when expires_at <= kura_now() then 'ended' else 'ending' end,
           ended_at = case when expires_at <= kura_now() then expires_at end,
           end_reason = case when expires_at <= kura_now() then 'expired' end,
           taken_back = case when expires_at > kura_now() then coalesce(taken_back, 'chain') else taken_back end
     where id = ${id} and state = 'held'
    returning id, seller_address as "sellerAddress", state`
  return rows.filter(({ state }) => state === 'ending')
}

/** drafted or pending → given-up, after so long. */
export const giveUpOlder = (db: Db, minutes: number): Promise<unknown> => db`
  update listings set state = 'given-up'
   where state = any(${fromStates(listingMoves, 'given-up')}) and created_at < kura_now() - make_interval(mins => ${minutes})`

/** Listings `l` taken back more than ten minutes ago and still not ended, with the try `c` that is due. */
const stuck = (db: Db) => db`
  listings l join lateral (select max(at) as since from listing_moves where listing_id = l.id) m on true
  ${joinTry(db, db`l.id::text`, db`m.since`)}
   where l.state = 'ending' and m.since < kura_now() - interval '10 minutes'`

/** Such that the agent is to be asked for again. */
export const listStuckEndings = (db: Db): Promise<StuckOrder[]> => db`
  select l.id as "orderId", l.seller_address as seller, n.cause from ${stuck(db)} and c.id is null limit 100`

/** All of them by seller, with why the agent failed to end them. */
export const countStuck = (db: Db): Promise<StuckSeller[]> => db`
  select l.seller_address as seller, count(*)::int as count, max(c.error) filter (where c.state = 'failed') as error from ${stuck(db)}
   group by l.seller_address order by l.seller_address`
