import type { Words } from '@kura/contract/ids'
import type { GiftEnd, GiftState } from '@kura/contract/states'
import type { Db } from '../../platform/db/connect.ts'
import { shownName } from '../../identity/member/shown-member-queries.ts'

/**
 * A recipient of a letter, or the other member it names; `email` is null or empty without an
 * address.
 */
type Person = { memberId: string; email: string | null; locale: 'ja' | 'en'; name: string }
const person = (db: Db, alias: string) => db`
  json_build_object('memberId', ${db(alias)}.id, 'email', ${db(alias)}.email, 'locale', ${db(alias)}.locale, 'name', ${shownName(db, alias)})`
const itemName = (db: Db) => db`json_build_object('ja', i.name_ja, 'en', i.name_en)`

export type ArrivedTransfer = {
  id: string
  tokenId: string
  item: Words
  serial: number
  message: string
  toAddress: string
  giver: Person
  receiver: Person | null
}

/**
 * Marks moves of transfers as written, oldest first, and returns those of gifts that arrived; the
 * caller queues their mails in the same transaction.
 */
export async function takeTransferMoves(db: Db, most: number): Promise<{ count: number; arrived: ArrivedTransfer[] }> {
  const taken = await db<{ id: string; state: string }[]>`
    with due as (select transfer_id, number from transfer_moves where mailed_at is null order by number limit ${most} for update skip locked)
    update transfer_moves m set mailed_at = kura_now() from due
     where m.transfer_id = due.transfer_id and m.number = due.number returning m.transfer_id as id, m.state`
  const ids = taken.flatMap(({ id, state }) => (state === 'sealed' ? [id] : []))
  const arrived = await db<ArrivedTransfer[]>`
    select f.id, f.token_id::text as "tokenId", ${itemName(db)} as item, t.serial, f.message, f.to_address as "toAddress",
           ${person(db, 'b')} as giver, case when p.id is not null then ${person(db, 'p')} end as receiver
      from transfers f join tokens t on t.id = f.token_id join items i on i.id = t.item_id join members b on b.id = f.member_id
      left join members p on p.id = f.recipient_id and p.deleted_at is null and p.banned_at is null
     where f.id = any(${ids}::uuid[]) and f.kind = 'gift' and f.state = 'sealed' order by f.id`
  return { count: taken.length, arrived: [...arrived] }
}

export type MovedGift = {
  id: string
  /** The state it moved to. */
  to: GiftState
  reason: GiftEnd | null
  tokenId: string
  item: Words
  serial: number
  message: string
  email: string
  locale: 'ja' | 'en'
  wasMailed: boolean
  claimUntil: Date
  claimerAddress: string | null
  giver: Person
  claimer: Person | null
}

/** The same for gifts by mail: every move that has a letter. */
export async function takeGiftMoves(db: Db, most: number): Promise<{ count: number; moved: MovedGift[] }> {
  const taken = await db<{ id: string; number: bigint }[]>`
    with due as (select gift_id, number from gift_moves where mailed_at is null order by number limit ${most} for update skip locked)
    update gift_moves m set mailed_at = kura_now() from due
     where m.gift_id = due.gift_id and m.number = due.number returning m.gift_id as id, m.number`
  const numbers = taken.map(({ number }) => number.toString())
  const moved = await db<MovedGift[]>`
    select g.id, v.state as "to", v.reason, g.token_id::text as "tokenId", ${itemName(db)} as item, t.serial, g.message, g.email, g.locale,
           g.mails > 0 as "wasMailed", g.claim_until as "claimUntil", g.claimer_address as "claimerAddress",
           ${person(db, 'b')} as giver, case when p.id is not null then ${person(db, 'p')} end as claimer
      from gift_moves v join gifts g on g.id = v.gift_id join tokens t on t.id = g.token_id join items i on i.id = t.item_id
      join members b on b.id = g.giver_id left join members p on p.id = g.claimer_id and p.deleted_at is null
     where v.number = any(${numbers}::bigint[]) and v.state in ('open', 'sealed', 'ended')
       -- no letter for a move that another one has overtaken
       and v.state = g.state order by v.number`
  return { count: taken.length, moved: [...moved] }
}

/**
 * Stores the hash of the new link, if the gift can still be claimed and no other link was made
 * meanwhile.
 */
export async function keepLink(
  db: Db,
  { giftId, hash, mails }: { giftId: string; hash: Buffer; mails: number },
): Promise<boolean> {
  const rows = await db`
    update gifts set claim_hash = ${hash}, mails = mails + 1
     where id = ${giftId} and state = 'open' and mails = ${mails} and claim_until > kura_now() and email <> '' returning 1`
  return rows.length > 0
}

/** Stores which mail carries the valid link. */
export const keepMail = (db: Db, giftId: string, mailId: string): Promise<unknown> => db`
  update gifts set mail_id = ${mailId} where id = ${giftId}`

export type Mailable = Pick<
  MovedGift,
  'id' | 'item' | 'serial' | 'message' | 'email' | 'locale' | 'claimUntil' | 'giver'
> & {
  state: GiftState
  mails: number
}

export async function findMailable(db: Db, id: string, giverId: string): Promise<Mailable | undefined> {
  const [row] = await db<Mailable[]>`
    select g.id, g.state, g.mails, ${itemName(db)} as item, t.serial, g.message, g.email, g.locale, g.claim_until as "claimUntil",
           ${person(db, 'b')} as giver
      from gifts g join tokens t on t.id = g.token_id join items i on i.id = t.item_id join members b on b.id = g.giver_id
     where g.id = ${id} and g.giver_id = ${giverId}`
  return row
}

export type RefusedMail = Pick<MovedGift, 'id' | 'item' | 'serial' | 'email' | 'giver'>

/** Open gifts whose mail was refused for good, each answered once per mail. */
export const takeRefused = (db: Db): Promise<RefusedMail[]> => db`
  with refused as (
    update gifts g set refused_mail_id = g.mail_id
      from mails m where m.id = g.mail_id and m.state = 'dead' and g.state = 'open' and g.refused_mail_id is distinct from g.mail_id
    returning g.id, g.token_id, g.email, g.giver_id)
  select g.id, ${itemName(db)} as item, t.serial, g.email, ${person(db, 'b')} as giver
    from refused g join tokens t on t.id = g.token_id join items i on i.id = t.item_id join members b on b.id = g.giver_id`
