import { limits } from '@kura/contract/limits'
import {
  checkMoves,
  fromStates,
  listingMoves,
  type AllEndedCause,
  type ListingState,
  type WithdrawalCause,
} from '@kura/contract/states'
import type { Db } from '../../platform/db/connect.ts'
import { isShown, shownName } from '../../identity/member/shown-member-queries.ts'
import { signUntil } from '../sale-order/queries.ts'
import type { SignedOrder } from '../sale-order/draft-sale-order.ts'
import type { OrderRows, OrderToCancel } from '../sale-order/sale-order-use.ts'
import { hasTarget } from './hold-queries.ts'

/** Where listings are kept. */
export const listingRows: OrderRows = {
  table: 'listings',
  owner: 'seller_id',
  address: 'seller_address',
  moves: 'listing_moves',
  movesKey: 'listing_id',
  causePrefix: '',
  givenUpByMember: fromStates(listingMoves, 'given-up'),
  givenUpByClock: fromStates(listingMoves, 'given-up'),
  draftMinutes: limits.listingDraftMinutes,
}

/** A token with the rules that a price of it is under. */
export type ListableToken = {
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
  /**
   * A price below this share of the floor needs a confirmation, and cannot be paid for the given
   * time.
   */
  floorPercent: number
  graceSeconds: number
}

/** Finds by token id or reference; undefined when there is none, or it was burned. */
export async function findListableToken(db: Db, id: string): Promise<ListableToken | undefined> {
  const [row] = await db<ListableToken[]>`
    select t.id::text as "tokenId", t.ref_id as "refId", t.item_id as "itemId", t.serial, t.owner_address as "ownerAddress",
           s.fee_bps as "feeBps", i.royalty_bps as "royaltyBps", case when i.has_contents then i.content_access_yen else 0 end as "contentAccessYen",
           s.price_least_yen as "priceLeastYen", s.price_most_yen as "priceMostYen", s.listing_days as "listingDays",
           s.floor_percent as "floorPercent", s.grace_seconds as "graceSeconds",
           (select min(l.price_yen) from listings l
             where l.item_id = t.item_id and l.state = 'open' and l.target_id is null and l.expires_at > kura_now()
               and l.buyable_from <= kura_now()) as "floorYen"
      from tokens t join items i on i.id = t.item_id cross join market_settings s
     where ${/^\d+$/.test(id) ? db`t.id = ${id}::text::numeric` : db`t.ref_id = ${id}::uuid`} and t.burned_at is null`
  return row
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

export type NewListing = SignedOrder &
  Pick<ListableToken, 'itemId' | 'serial'> & {
    listPrice: number
    fee: number
    royalty: number
    contentAccessFee: number
    targetId: string | null
    targetAddress: string | null
    /** How long it waits after opening before it can be bought. */
    graceSeconds: number
  }

/** Inserts a draft. Returns until when the wallet may accept it, and when the listing expires. */
export async function insertDraft(db: Db, draft: NewListing): Promise<{ signUntil: string; expiresAt: string }> {
  const [row] = await db<{ signUntil: string; expiresAt: string }[]>`
    insert into listings (id, seller_id, seller_address, token_id, token_uuid, ref_id, item_id, serial, version, price_yen, fee_yen,
                          royalty_yen, content_access_yen, target_id, target_address, issued_at, expires_at, key_index, order_hash,
                          grace_seconds)
    values (${draft.id}, ${draft.memberId}, ${draft.address}, ${draft.tokenId}::text::numeric,
            ${draft.tokenUuid}::text::numeric, ${draft.refId}, ${draft.itemId}, ${draft.serial}, ${draft.version}, ${draft.listPrice},
            ${draft.fee}, ${draft.royalty}, ${draft.contentAccessFee}, ${draft.targetId}, ${draft.targetAddress},
            to_timestamp(${draft.issuedAt}), to_timestamp(${draft.expiresAt}), ${draft.keyIndex}, ${draft.orderHash},
            ${draft.graceSeconds})
    returning ${signUntil(db, listingRows.draftMinutes)} as "signUntil", to_json(expires_at)#>>'{}' as "expiresAt"`
  return row!
}

/**
 * Locks the member until the transaction ends, against the index, buyers and drafts, which take a
 * share lock.
 */
export const lockSeller = (db: Db, memberId: string) =>
  db`select 1 from members where id = ${memberId} for no key update`

/**
 * Records that all listings of the member are withdrawn, and why: nothing signed before this opens.
 */
export const noteAllEnded = (db: Db, memberId: string, cause: AllEndedCause) => db`
  insert into listing_withdrawals as w (member_id, cause) values (${memberId}, ${cause})
  on conflict (member_id) do update set withdrawn_at = excluded.withdrawn_at, cause = excluded.cause`

/**
 * Locks the member's listings and those targeted at the member, in one order. Two members who
 * target each other and change wallets at once would otherwise deadlock.
 */
export const lockListingsAround = (db: Db, memberId: string): Promise<unknown> => db`
  select 1 from listings
   where id in (select id from listings where seller_id = ${memberId} and state in ('drafted', 'open')
                union all
                select id from listings
                 where target_id = ${memberId} and (state = 'open' or state in ('drafted', 'pending', 'given-up', 'held')))
   order by id for no key update`

/** The member's newest listing of a token that came to the chain. */
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

/** open → ending. */
export async function startEnding(db: Db, whose: Whose, cause: WithdrawalCause): Promise<OrderToCancel[]> {
  checkMoves(listingMoves, ['open'], 'ending')
  return db`
    update listings set state = 'ending', withdrawal_cause = ${cause}
     where state = 'open' and ${
       'listingIds' in whose
         ? db`id = any(${whose.listingIds}::uuid[])`
         : db`seller_id = ${whose.memberId} ${whose.tokenRefId === undefined ? db`` : db`and ref_id = ${whose.tokenRefId}`}`
     }
    returning id, seller_address as address`
}

/**
 * open → ending, of listings targeted at a member with another wallet than this one. Held listings
 * and those not on chain yet keep their state and are marked: a transaction that releases or opens
 * one at the same time waits for this row and sees the mark.
 */
export async function endMeantFor(db: Db, memberId: string, address: string): Promise<OrderToCancel[]> {
  checkMoves(listingMoves, ['open'], 'ending')
  const rows = await db<(OrderToCancel & { state: ListingState })[]>`
    update listings set state = case when state = 'open' then 'ending' else state end, withdrawal_cause = 'target'
     where target_id = ${memberId} and target_address <> ${address}
       and (state = 'open' or state in ('drafted', 'pending', 'given-up', 'held'))
    returning id, seller_address as address, state`
  return rows.filter(({ state }) => state === 'ending')
}

/**
 * open → ending, of targeted listings whose target has another wallet than the signed one: they
 * opened while the wallet changed. At most `most`; locked rows wait for the next run.
 */
export async function endMisdirected(db: Db, most: number): Promise<OrderToCancel[]> {
  checkMoves(listingMoves, ['open'], 'ending')
  return db`
    update listings set state = 'ending', withdrawal_cause = 'target'
     where id in (select l.id from listings l where l.state = 'open' and l.target_id is not null and not ${hasTarget(db)}
                   order by l.id limit ${most} for no key update skip locked)
    returning id, seller_address as address`
}

export async function countHeld(db: Db, memberId: string): Promise<number> {
  const [row] = await db<{ held: number }[]>`
    select count(*)::int as held from listings where seller_id = ${memberId} and state = 'held'`
  return row!.held
}

/** Those that the seller's wallet sent and the chain does not have yet. */
export async function countPending(db: Db, memberId: string): Promise<number> {
  const [row] = await db<{ pending: number }[]>`
    select count(*)::int as pending from listings where seller_id = ${memberId} and state = 'pending'`
  return row!.pending
}

/** open or ending → ended, at expiry. A held listing ends with its order. */
export const expire = (db: Db): Promise<unknown> => db`
  update listings set state = 'ended', end_reason = 'expired', ended_at = expires_at
   where state in ('open', 'ending') and expires_at <= kura_now()`

/** → sold: delivered, though the index may not have seen it. */
export const markSold = (db: Db, id: string): Promise<unknown> => db`
  update listings set state = 'sold', ended_at = kura_now(), end_reason = null
   where id = ${id} and state = any(${fromStates(listingMoves, 'sold')}) and opened_at is not null`

/**
 * held → ending, or ended if it has expired: it was paid for and could not be delivered. A cause
 * recorded meanwhile stays.
 */
export async function endHeld(db: Db, id: string): Promise<OrderToCancel[]> {
  for (const to of ['ending', 'ended'] as const) checkMoves(listingMoves, ['held'], to)
  const rows = await db<(OrderToCancel & { state: ListingState })[]>`
    update listings
       set state = case when expires_at <= kura_now() then 'ended' else 'ending' end,
           ended_at = case when expires_at <= kura_now() then expires_at end,
           end_reason = case when expires_at <= kura_now() then 'expired' end,
           withdrawal_cause = case when expires_at > kura_now() then coalesce(withdrawal_cause, 'chain') else withdrawal_cause end
     where id = ${id} and state = 'held'
    returning id, seller_address as address, state`
  return rows.filter(({ state }) => state === 'ending')
}
