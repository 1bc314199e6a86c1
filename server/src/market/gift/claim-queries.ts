import { checkMoves, giftMoves, type GiftState } from '@kura/contract/states'
import type { Picture, Words } from '@kura/contract/ids'
import type { Db } from '../../platform/db/connect.ts'
import { pictureJson } from '../../platform/media/queries.ts'
import { shownName } from '../../identity/member/shown-member-queries.ts'

export type ClaimRow = {
  giftId: string
  state: GiftState
  isInTime: boolean
  giverId: string
  giverAddress: string
  claimerId: string | null
  claimerAddress: string | null
  orderHash: string
  isRegulated: boolean
}

/** The gift a link is for. */
export async function findByLink(db: Db, hash: Buffer): Promise<ClaimRow | undefined> {
  const [row] = await db<ClaimRow[]>`
    select id as "giftId", state, claim_until > kura_now() as "isInTime", giver_id as "giverId", giver_address as "giverAddress",
           claimer_id as "claimerId", claimer_address as "claimerAddress", order_hash as "orderHash",
           coalesce((select i.is_regulated from tokens t join items i on i.id = t.item_id where t.id = token_id), false) as "isRegulated"
      from gifts where claim_hash = ${hash}`
  return row
}

export type ShownClaim = {
  name: Words
  seriesName: Words
  picture: Picture
  serial: number
  editionSize: number
  giverName: string
  message: string
  claimUntil: string
}

/** What the link shows of a gift. */
export async function findShown(db: Db, giftId: string): Promise<ShownClaim> {
  const [row] = await db<ShownClaim[]>`
    select json_build_object('ja', i.name_ja, 'en', i.name_en) as name, json_build_object('ja', r.name_ja, 'en', r.name_en) as "seriesName",
           ${pictureJson(db)} as picture, t.serial, i.edition_size as "editionSize", ${shownName(db, 'b')} as "giverName", g.message,
           to_json(g.claim_until)#>>'{}' as "claimUntil"
      from gifts g join members b on b.id = g.giver_id join tokens t on t.id = g.token_id join items i on i.id = t.item_id
      join series r on r.id = i.series_id join media m on m.id = i.picture
     where g.id = ${giftId}`
  return row!
}

/** Whether a recovery of the member's wallet is open: nothing may be delivered to the old one. */
export async function isRecovering(db: Db, memberId: string): Promise<boolean> {
  const rows = await db`
    select 1 from wallet_changes where member_id = ${memberId} and state in ('requested', 'approved') limit 1`
  return rows.length > 0
}

export type Claim = { giftId: string; hash: Buffer; memberId: string; address: string }

/**
 * open → claimed, by the link mailed last, before its expiry. Takes a share lock on the claimer's
 * row, so that no ban or wallet change runs at the same time. False when another member claimed it,
 * or it has ended.
 */
export async function claim(db: Db, { giftId, hash, memberId, address }: Claim): Promise<boolean> {
  checkMoves(giftMoves, ['open'], 'claimed')
  const rows = await db`
    with claimer as (
      select id from members
       where id = ${memberId} and flow_address = ${address} and banned_at is null and deleted_at is null
         and not exists (select 1 from wallet_changes w where w.member_id = ${memberId} and w.state in ('requested', 'approved'))
         for share)
    update gifts set state = 'claimed', claimer_id = ${memberId}, claimer_address = ${address}, claimed_at = kura_now()
     where id = ${giftId} and claim_hash = ${hash} and state = 'open' and claim_until > kura_now() and giver_id <> ${memberId}
       and exists (select 1 from claimer)
    returning 1`
  return rows.length > 0
}

export type Delivery = { giftId: string; giverAddress: string; orderHash: string; claimerAddress: string }

const delivery = (db: Db) => db`
  g.id as "giftId", g.giver_address as "giverAddress", g.order_hash as "orderHash", g.claimer_address as "claimerAddress"`
/** The agent's transaction `c` for gift `g`, while it is on its way. */
const underWay = (db: Db) => db`
  c.kind = 'fulfil-order' and c.cause = 'gift:' || g.id::text and c.state in ('intended', 'signed', 'sent')`
const isUnderWay = (db: Db) => db`exists (select 1 from chain_transactions c where ${underWay(db)})`
/**
 * Whether the wallet of the claimer of gift `g` is being recovered: nothing may be sent to the old
 * one.
 */
const isClaimerRecovering = (db: Db) => db`
  exists (select 1 from wallet_changes w where w.member_id = g.claimer_id and w.state in ('requested', 'approved'))`

/** The member's claimed, undelivered gifts, locked, each with its open chain transaction. */
export const lockClaims = (db: Db, memberId: string) => db<{ giftId: string; transactionId: string | null }[]>`
  select g.id as "giftId", (select c.id from chain_transactions c where ${underWay(db)}) as "transactionId"
    from gifts g where g.claimer_id = ${memberId} and g.state = 'claimed' order by g.id for update of g`

/**
 * Writes the claimer's current vault to a claimed gift without an open delivery. Takes a share lock
 * on the claimer's row, so that the wallet cannot change meanwhile. Undefined when the gift has
 * ended, is being delivered, or the claimer's wallet is being recovered.
 */
export async function readdress(db: Db, giftId: string): Promise<Delivery | undefined> {
  // the member's row first, as in a change of the wallet
  await db`select 1 from members where id = (select claimer_id from gifts where id = ${giftId}) for share`
  const [row] = await db<Delivery[]>`
    update gifts g set claimer_address = m.flow_address from members m
     where g.id = ${giftId} and g.state = 'claimed' and g.expires_at > kura_now() and m.id = g.claimer_id and m.flow_address is not null
       and not ${isUnderWay(db)} and not ${isClaimerRecovering(db)}
    returning ${delivery(db)}`
  return row
}

/**
 * Claimed gifts whose order is open on chain, as far as it was read, and whose last delivery failed
 * or was lost. The first retry comes after ten minutes, each further one ten minutes later than the
 * last: the giver may have hidden the order for good.
 */
export const listUndelivered = (db: Db) => db<{ giftId: string }[]>`
  select g.id as "giftId" from gifts g join sale_orders o on o.order_hash = g.order_hash
   where g.state = 'claimed' and o.end_reason is null and g.expires_at > kura_now() and not ${isUnderWay(db)}
     and not ${isClaimerRecovering(db)}
     and not exists (select 1 from chain_transactions c where c.kind = 'fulfil-order' and c.cause = 'gift:' || g.id::text
                     having max(c.created_at) > kura_now() - interval '10 minutes' * count(*))
   order by g.claimed_at limit 50`

/**
 * claimed → ended: its order expired before the delivery reached the chain. An open delivery gets
 * some more time; one that the index reads late corrects the state.
 */
export async function endUndelivered(db: Db): Promise<{ giftId: string }[]> {
  checkMoves(giftMoves, ['claimed'], 'ended')
  return db`
    update gifts g set state = 'ended', end_reason = 'undelivered', ended_at = kura_now()
     where g.state = 'claimed' and g.expires_at < kura_now() - interval '10 minutes'
       and (not ${isUnderWay(db)} or g.expires_at < kura_now() - interval '1 hour')
    returning g.id as "giftId"`
}
