import { limits } from '@kura/contract/limits'
import { checkMoves, fromStates, giftMoves } from '@kura/contract/states'
import type { GiftState } from '@kura/contract/states'
import type { LeaveObstacle } from '../../identity/member/member-events.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { SignedOrder } from '../sale-order/draft-sale-order.ts'
import { signUntil } from '../sale-order/queries.ts'
import type { OrderRows, OrderToCancel } from '../sale-order/sale-order-use.ts'

/**
 * The table of gifts by mail. A reported transaction is for the chain to decide, so only a draft is
 * given up.
 */
export const giftRows: OrderRows = {
  table: 'gifts',
  owner: 'giver_id',
  address: 'giver_address',
  moves: 'gift_moves',
  movesKey: 'gift_id',
  causePrefix: 'gift:',
  givenUpByMember: ['drafted'],
  givenUpByClock: fromStates(giftMoves, 'given-up'),
  draftMinutes: limits.transferDraftMinutes,
}

export type NewGift = SignedOrder & {
  email: string
  locale: 'ja' | 'en'
  message: string
  /** Seconds since 1970; the order is valid longer, so that a late claim can still be delivered. */
  claimUntil: number
}

/**
 * Inserts a draft. Returns until when the wallet may accept it, and until when the gift can be
 * claimed.
 */
export async function insertDraft(db: Db, draft: NewGift): Promise<{ signUntil: string; claimUntil: string }> {
  const [row] = await db<{ signUntil: string; claimUntil: string }[]>`
    insert into gifts (id, giver_id, giver_address, token_id, token_uuid, ref_id, version, email, locale, message, issued_at, claim_until,
                       expires_at, key_index, order_hash)
    values (${draft.id}, ${draft.memberId}, ${draft.address}, ${draft.tokenId}::text::numeric, ${draft.tokenUuid}::text::numeric,
            ${draft.refId}, ${draft.version}, ${draft.email}, ${draft.locale}, ${draft.message}, to_timestamp(${draft.issuedAt}),
            to_timestamp(${draft.claimUntil}), to_timestamp(${draft.expiresAt}), ${draft.keyIndex}, ${draft.orderHash})
    returning ${signUntil(db, giftRows.draftMinutes)} as "signUntil",
              to_json(claim_until)#>>'{}' as "claimUntil"`
  return row!
}

/**
 * Whether a gift that we mailed to the address was refused lately. Refused mail about an account
 * does not count: the giver must not learn of it.
 */
export async function wasRefused(db: Db, email: string): Promise<boolean> {
  const rows = await db`
    select 1 from mails
     where recipient = ${email} and template = 'gift-waiting' and state = 'dead' and created_at > kura_now() - make_interval(days => ${limits.giftBouncedDays})
     limit 1`
  return rows.length > 0
}

/** Whether gifts to the address, from all givers, have reached the limit of the day. */
export async function wasMailedOften(db: Db, email: string): Promise<boolean> {
  const [row] = await db<{ often: boolean }[]>`
    select count(*) >= ${limits.giftMailsPerDay} as often from gifts
     where email = ${email} and mails > 0 and opened_at > kura_now() - interval '1 day'`
  return row!.often
}

export type EndingReason = 'cancelled' | 'expired' | 'withdrawn'

/** One gift of a giver, all of them, or those with these ids. */
export type Whose = { giverId: string; id?: string } | { ids: string[] }

/** open → ending. */
export async function startEnding(db: Db, whose: Whose, reason: EndingReason): Promise<OrderToCancel[]> {
  checkMoves(giftMoves, ['open'], 'ending')
  return db`
    update gifts set state = 'ending', end_reason = ${reason}
     where state = 'open' and ${
       'ids' in whose
         ? db`id = any(${whose.ids}::uuid[])`
         : db`giver_id = ${whose.giverId} ${whose.id === undefined ? db`` : db`and id = ${whose.id}`}`
     }
    returning id, giver_address as address`
}

/** open → ending: nobody claimed them in time. */
export async function startExpiring(db: Db): Promise<OrderToCancel[]> {
  checkMoves(giftMoves, ['open'], 'ending')
  return db`
    update gifts set state = 'ending', end_reason = 'expired'
     where id in (select id from gifts where state = 'open' and claim_until <= kura_now() order by claim_until limit 100
                     for update skip locked)
    returning id, giver_address as address`
}

/** ending → ended: the order ran out before our agent could end it. */
export async function endRunOut(db: Db): Promise<unknown> {
  checkMoves(giftMoves, ['ending'], 'ended')
  return db`update gifts set state = 'ended', ended_at = expires_at where state = 'ending' and expires_at <= kura_now()`
}

export type Hint = { id: string; txId: string }

/** Claims gifts whose reported transaction is due for a check; each rests for the given time. */
export const takeHints = (db: Db, most: number, restSeconds: number): Promise<Hint[]> => db`
  update gifts set asked_at = kura_now()
   where id in (select id from gifts
                 where state = 'pending' and (asked_at is null or asked_at <= kura_now() - make_interval(secs => ${restSeconds}))
                 order by created_at limit ${most} for update skip locked)
  returning id, tx_id as "txId"`

/** pending → failed, with the network's number. */
export async function markFailed(db: Db, { id, txId }: Hint, code: number | null): Promise<unknown> {
  checkMoves(giftMoves, ['pending'], 'failed')
  return db`
    update gifts set state = 'failed', failure_code = ${code} where id = ${id} and tx_id = ${txId} and state = 'pending'`
}

/** pending → given-up: its transaction can never run any more. */
export const giveUpHint = (db: Db, { id, txId }: Hint): Promise<unknown> => db`
  update gifts set state = 'given-up' where id = ${id} and tx_id = ${txId} and state = 'pending'`

/** Forgets the addresses of gifts that ended long ago. */
export const forgetEmails = (db: Db): Promise<unknown> => db`
  update gifts set email = ''
   where email <> '' and state in ('sealed', 'ended', 'given-up', 'failed')
     and created_at < kura_now() - make_interval(days => ${limits.giftClaimDays + limits.giftBouncedDays})`

/**
 * Forgets the messages of a deleted member, and the member's address in gifts of others. A waiting
 * gift can still be claimed by its link.
 */
export async function forgetWordsOf(db: Db, { id, email }: { id: string; email: string | null }): Promise<void> {
  await db`update gifts set message = '', email = '' where giver_id = ${id}`
  await db`update gifts set email = '' where email <> '' and (claimer_id = ${id} or email = ${email})`
}

/** A gift or a transfer as an operator sees it; of an e-mail address only the host. */
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

/** The newest gifts of all members or of one, open ones first; or one gift by its id. */
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

/** The giver of a gift by mail that can still be claimed, locked until the transaction ends. */
export async function lockOpen(db: Db, id: string): Promise<{ giverId: string } | undefined> {
  const [row] = await db<{ giverId: string }[]>`
    select giver_id as "giverId" from gifts where id = ${id} and state = 'open' for update`
  return row
}

/** What of a member's gifts by mail blocks a deletion: open ones, and those on their way. */
export const findLeaveObstacles = async (db: Db, memberId: string): Promise<LeaveObstacle[]> => {
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count from gifts
     where (giver_id = ${memberId} and state in ('open', 'claimed', 'ending'))
        or (claimer_id = ${memberId} and state = 'claimed')`
  return [{ kind: 'gifts_open', amount: BigInt(row.count) }]
}

const ending = fromStates(giftMoves, 'ended')
const sealing = fromStates(giftMoves, 'sealed')
const opening = ['drafted', 'pending', 'given-up', 'failed'] as const

/**
 * Why gift `g` ended, by its order `o`. A cancellation by our agent was recorded here first, and
 * that reason stays.
 */
const reason = (db: Db) => db`
  case when o.end_reason = 'sold' then null
       when g.state = 'ending' then g.end_reason
       when o.end_reason in ('moved', 'burned') then 'moved'
       when o.end_reason = 'replaced' then 'replaced'
       when o.end_reason = 'expired' then case when g.claimer_id is null then 'expired' else 'undelivered' end
       when o.end_reason in ('agent', 'key-revoked', 'cleaned-up') then 'withdrawn'
       else 'cancelled' end`

/** The state of a gift after its order `o` ended. */
const asEnded = (db: Db) => db`
  state = case when o.end_reason = 'sold' then 'sealed' else 'ended' end, opened_at = coalesce(g.opened_at, o.opened_at),
  sealed_at = case when o.end_reason = 'sold' then o.ended_at end, sealed_tx_id = case when o.end_reason = 'sold' then o.ended_tx_id end,
  ended_at = case when o.end_reason = 'sold' then null else o.ended_at end, end_reason = ${reason(db)}`

/** → ended or sealed, following the gift's order. */
export const endAsOrders = (db: Db, orderHashes?: string[]) => db`
  update gifts g set ${asEnded(db)}
    from sale_orders o
   where ${orderHashes ? db`g.order_hash = any(${orderHashes})` : db`true`} and o.order_hash = g.order_hash and o.end_reason is not null
     and g.state = any(case when o.end_reason = 'sold' then ${sealing}::text[] else ${ending}::text[] end)`

/**
 * Whether giver `m` of gift `g` may give: neither banned nor deleted, and still with the wallet it
 * was given from.
 */
const mayGive = (db: Db) =>
  db`(m.banned_at is null and m.deleted_at is null and m.flow_address is not distinct from g.giver_address)`

/**
 * → open: the order is on chain, exactly as it was signed. → ending when its giver may no longer
 * give, or it is too late; these are returned.
 */
export async function openAsOrders(db: Db, orderHashes?: string[]): Promise<OrderToCancel[]> {
  const rows = await db<(OrderToCancel & { state: string })[]>`
    update gifts g
       set state = case when ${mayGive(db)} and g.claim_until > kura_now() then 'open' else 'ending' end, opened_at = o.opened_at,
           end_reason = case when not ${mayGive(db)} then 'withdrawn' when g.claim_until <= kura_now() then 'expired' end,
           failure_code = null
      from sale_orders o, members m
     where ${orderHashes ? db`g.order_hash = any(${orderHashes})` : db`true`} and o.order_hash = g.order_hash and o.end_reason is null
       and m.id = g.giver_id and g.state = any(${opening})
    returning g.id, g.giver_address as address, g.state`
  return rows.filter(({ state }) => state === 'ending')
}

/**
 * Back to a draft: after a new read, the chain does not have the order. A claimed gift stays, and
 * the invariants report it.
 */
export const closeUnknown = (db: Db) => db`
  update gifts g
     set state = case when g.tx_id is null then 'drafted' else 'pending' end, opened_at = null, ended_at = null, end_reason = null,
         sealed_at = null, sealed_tx_id = null
   where g.state in ('open', 'ending', 'sealed', 'ended')
     and not exists (select 1 from sale_orders o where o.order_hash = g.order_hash)`

/** Removes the gifts of a discarded chain. */
export const forgetAll = (db: Db) => db`delete from gifts`
