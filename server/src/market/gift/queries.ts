import { limits } from '@kura/contract/limits'
import { checkMoves, fromStates, giftMoves, type GiftState } from '@kura/contract/states'
import { joinTry } from '../../chain/agent/transaction-queries.ts'
import type { StuckOrder, StuckSeller } from '../../chain/agent/cancel-orders.ts'
import type { Db } from '../../platform/db/connect.ts'

/** What the next order of the token must be above, and until when it is claimed and stands (seconds since 1970). */
export async function findDraftBasis(
  db: Db,
  tokenId: string,
): Promise<{ newestVersion: number; claimSeconds: number; expirySeconds: number }> {
  const [row] = await db<{ newestVersion: bigint; claimSeconds: number }[]>`
    select greatest((select max(version) from listings where token_id = ${tokenId}::text::numeric),
                    (select max(version) from gifts where token_id = ${tokenId}::text::numeric), 0) as "newestVersion",
           floor(extract(epoch from kura_now() + make_interval(days => ${limits.giftClaimDays})))::float8 as "claimSeconds"`
  const { newestVersion, claimSeconds } = row!
  return {
    newestVersion: Number(newestVersion),
    claimSeconds,
    expirySeconds: claimSeconds + limits.giftDeliveryHours * 3600,
  }
}

export type NewGift = {
  id: string
  giverId: string
  giverAddress: string
  tokenId: string
  tokenUuid: string
  refId: string
  version: number
  email: string
  locale: 'ja' | 'en'
  message: string
  /** Seconds since 1970. */
  issuedAt: number
  claimUntil: number
  expiresAt: number
  keyIndex: number
  orderHash: string
}

/** A draft; answers until when the wallet is waited for, and when it has to be claimed. */
export async function insertDraft(db: Db, draft: NewGift): Promise<{ signUntil: string; claimUntil: string }> {
  const [row] = await db<{ signUntil: string; claimUntil: string }[]>`
    insert into gifts (id, giver_id, giver_address, token_id, token_uuid, ref_id, version, email, locale, message, issued_at, claim_until,
                       expires_at, key_index, order_hash)
    values (${draft.id}, ${draft.giverId}, ${draft.giverAddress}, ${draft.tokenId}::text::numeric, ${draft.tokenUuid}::text::numeric,
            ${draft.refId}, ${draft.version}, ${draft.email}, ${draft.locale}, ${draft.message}, to_timestamp(${draft.issuedAt}),
            to_timestamp(${draft.claimUntil}), to_timestamp(${draft.expiresAt}), ${draft.keyIndex}, ${draft.orderHash})
    returning to_json(created_at + make_interval(mins => ${limits.transferDraftMinutes}))#>>'{}' as "signUntil",
              to_json(claim_until)#>>'{}' as "claimUntil"`
  return row!
}

/** drafted → given-up: all of a giver's, or those of one token. */
export async function giveUpDraftsOf(db: Db, giverId: string, tokenId?: string): Promise<unknown> {
  checkMoves(giftMoves, ['drafted'], 'given-up')
  return db`
    update gifts set state = 'given-up'
     where giver_id = ${giverId} and state = 'drafted'
           ${tokenId === undefined ? db`` : db`and token_id = ${tokenId}::text::numeric`}`
}

export async function hasOpen(db: Db, tokenId: string): Promise<boolean> {
  const rows = await db`
    select 1 from gifts where token_id = ${tokenId}::text::numeric and state in ('open', 'claimed') limit 1`
  return rows.length > 0
}

/** Whether a gift that we mailed to the address was refused lately. Mail about an account is nobody else's business. */
export async function wasRefused(db: Db, email: string): Promise<boolean> {
  const rows = await db`
    select 1 from mails
     where recipient = ${email} and template = 'gift-waiting' and state = 'dead' and created_at > kura_now() - make_interval(days => ${limits.giftBouncedDays})
     limit 1`
  return rows.length > 0
}

/** Whether gifts were mailed to the address as often as in a day may be, by whomever. */
export async function wasMailedOften(db: Db, email: string): Promise<boolean> {
  const [row] = await db<{ often: boolean }[]>`
    select count(*) >= ${limits.giftMailsPerDay} as often from gifts
     where email = ${email} and mails > 0 and opened_at > kura_now() - interval '1 day'`
  return row!.often
}

/** drafted → pending. */
export async function markPending(db: Db, id: string, giverId: string, txId: string): Promise<unknown> {
  checkMoves(giftMoves, ['drafted'], 'pending')
  return db`
    update gifts set state = 'pending', tx_id = ${txId} where id = ${id} and giver_id = ${giverId} and state = 'drafted'`
}

/** drafted → given-up. What the wallet is said to have sent is the chain's to decide. */
export async function giveUp(db: Db, id: string, giverId: string): Promise<unknown> {
  checkMoves(giftMoves, ['drafted'], 'given-up')
  return db`update gifts set state = 'given-up' where id = ${id} and giver_id = ${giverId} and state = 'drafted'`
}

export async function findOwnState(db: Db, id: string, giverId: string): Promise<GiftState | undefined> {
  const [row] = await db<{ state: GiftState }[]>`select state from gifts where id = ${id} and giver_id = ${giverId}`
  return row?.state
}

/** One whose order our agent has to end on chain. */
export type TakenBack = { id: string; giverAddress: string }
export type EndingReason = 'cancelled' | 'expired' | 'withdrawn'

/** One gift of a giver's or all of them, or some by their ids. */
export type Whose = { giverId: string; id?: string } | { ids: string[] }

/** open → ending. */
export async function startEnding(db: Db, whose: Whose, reason: EndingReason): Promise<TakenBack[]> {
  checkMoves(giftMoves, ['open'], 'ending')
  return db`
    update gifts set state = 'ending', end_reason = ${reason}
     where state = 'open' and ${
       'ids' in whose
         ? db`id = any(${whose.ids}::uuid[])`
         : db`giver_id = ${whose.giverId} ${whose.id === undefined ? db`` : db`and id = ${whose.id}`}`
     }
    returning id, giver_address as "giverAddress"`
}

/** open → ending: nobody claimed them in time. */
export async function startExpiring(db: Db): Promise<TakenBack[]> {
  checkMoves(giftMoves, ['open'], 'ending')
  return db`
    update gifts set state = 'ending', end_reason = 'expired'
     where id in (select id from gifts where state = 'open' and claim_until <= kura_now() order by claim_until limit 100
                     for update skip locked)
    returning id, giver_address as "giverAddress"`
}

/** drafted or pending → given-up, after so long. */
export const giveUpOlder = (db: Db, minutes: number): Promise<unknown> => db`
  update gifts set state = 'given-up'
   where state = any(${fromStates(giftMoves, 'given-up')}) and created_at < kura_now() - make_interval(mins => ${minutes})`

/** Gifts `g` taken back more than ten minutes ago and still not ended, with the try `c` that is due. */
const stuck = (db: Db) => db`
  gifts g join lateral (select max(at) as since from gift_moves where gift_id = g.id) m on true
  ${joinTry(db, db`'gift:' || g.id::text`, db`m.since`)}
   where g.state = 'ending' and g.expires_at > kura_now() and m.since < kura_now() - interval '10 minutes'`

/** Such that the agent is to be asked for again. */
export const listStuckEndings = (db: Db): Promise<StuckOrder[]> => db`
  select g.id as "orderId", g.giver_address as seller, n.cause from ${stuck(db)} and c.id is null limit 100`

/** All of them by giver, with why the agent failed to end them. */
export const countStuck = (db: Db): Promise<StuckSeller[]> => db`
  select g.giver_address as seller, count(*)::int as count, max(c.error) filter (where c.state = 'failed') as error from ${stuck(db)}
   group by g.giver_address order by g.giver_address`

/** ending → ended: the order ran out before our agent could end it. */
export async function endRunOut(db: Db): Promise<unknown> {
  checkMoves(giftMoves, ['ending'], 'ended')
  return db`update gifts set state = 'ended', ended_at = expires_at where state = 'ending' and expires_at <= kura_now()`
}

export type Hint = { id: string; txId: string }

/** Gifts whose wallet's transaction is to be asked for, marked as asked; each rests for so long. */
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

/** Addresses of gifts that are long over. */
export const forgetEmails = (db: Db): Promise<unknown> => db`
  update gifts set email = ''
   where email <> '' and state in ('sealed', 'ended', 'given-up', 'failed')
     and created_at < kura_now() - make_interval(days => ${limits.giftClaimDays + limits.giftBouncedDays})`

/** Removes what a deleted member wrote, and the address from what others gave to it. A gift that waits can still be claimed by its link. */
export async function forgetWordsOf(db: Db, { id, email }: { id: string; email: string | null }): Promise<void> {
  await db`update gifts set message = '', email = '' where giver_id = ${id}`
  await db`update gifts set email = '' where email <> '' and (claimer_id = ${id} or email = ${email})`
}
