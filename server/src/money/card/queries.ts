import { limits } from '@kura/contract/limits'
import type { StoredCard } from '@kura/contract/money/card'
import type { Db } from '../../platform/db/connect.ts'

export type CardState = 'saving' | 'stored' | 'deleting' | 'deleted' | 'failed'
export type CardRow = {
  id: string
  memberId: string
  state: CardState
  gatewaySeq: number | null
  name: string
  /** The payment that used the card, by the gateway's id. */
  gatewayOrderId: string | null
  holderName: string
  gatewayMemberId: string
  isMemberSaved: boolean
}

const workLease = (db: Db) => db`kura_now() + make_interval(secs => ${limits.workLeaseSeconds})`

/** The member who asked to store the card of a payment. Undefined when the request named none. */
export const findWisher = async (db: Db, paymentId: string): Promise<string | undefined> => {
  const [row] = await db<{ memberId: string }[]>`
    select o.member_id as "memberId" from payments p join orders o on o.id = p.order_id
     where p.id = ${paymentId} and p.card_name is not null and p.gateway = 'card' and p.card_id is null`
  return row?.memberId
}

/** Serialises the captures of one member, which count the member's cards. */
export const lockCards = async (db: Db, memberId: string): Promise<void> => {
  await ensureCardMember(db, memberId)
  await db`select 1 from card_members where member_id = ${memberId} for update`
}

/** How many cards the member has, including those being stored. */
export const countOwn = async (db: Db, memberId: string): Promise<number> => {
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count from stored_cards where member_id = ${memberId} and state in ('saving', 'stored')`
  return row.count
}

/**
 * Inserts the intent to store the card of a captured payment, once; nothing when the request named
 * no card.
 */
export const insertSaving = async (db: Db, id: string, paymentId: string): Promise<boolean> => {
  const rows = await db`
    insert into stored_cards (id, member_id, state, payment_id, name, holder_name)
    select ${id}, o.member_id, 'saving', p.id, p.card_name, coalesce(p.holder_name, '')
      from payments p join orders o on o.id = p.order_id
     where p.id = ${paymentId} and p.card_name is not null and p.gateway = 'card' and p.card_id is null
    on conflict (payment_id) do nothing returning 1`
  return rows.length > 0
}

/**
 * The member's row at the gateway, there before its first card. The id there is ours, without
 * hyphens.
 */
export const ensureCardMember = (db: Db, memberId: string) => db`
  insert into card_members (member_id, gateway_member_id) values (${memberId}, replace(${memberId}, '-', ''))
  on conflict do nothing`
export const markMemberSaved = (db: Db, memberId: string) => db`
  update card_members set saved_at = kura_now() where member_id = ${memberId} and saved_at is null`

export const find = async (db: Db, id: string): Promise<CardRow | undefined> => {
  const [row] = await db<CardRow[]>`
    select c.id, c.member_id as "memberId", c.state, c.gateway_seq as "gatewaySeq", c.name,
           p.gateway_order_id as "gatewayOrderId", c.holder_name as "holderName",
           coalesce(m.gateway_member_id, replace(c.member_id::text, '-', '')) as "gatewayMemberId",
           m.saved_at is not null as "isMemberSaved"
      from stored_cards c left join payments p on p.id = c.payment_id left join card_members m on m.member_id = c.member_id
     where c.id = ${id}`
  return row
}
export const findByPayment = async (db: Db, paymentId: string): Promise<string | undefined> => {
  const [row] = await db<{ id: string }[]>`select id from stored_cards where payment_id = ${paymentId}`
  return row?.id
}

/** Physical numbers of the member's cards that are ours already. */
export const listKnownSeqs = async (db: Db, memberId: string): Promise<number[]> => {
  const rows = await db<{ seq: number }[]>`
    select gateway_seq as seq from stored_cards where member_id = ${memberId} and gateway_seq is not null`
  return rows.map(({ seq }) => seq)
}

export const listOwn = (db: Db, memberId: string) => db<StoredCard[]>`
  select id as "cardSeq", name as "cardName", masked_number as "maskedNumber", brand, expires, holder_name as "holderName",
         expires <> '' and expires < to_char(kura_now() at time zone 'Asia/Tokyo', 'YYMM') as "isExpired"
    from stored_cards where member_id = ${memberId} and state = 'stored' order by created_at desc, id desc`

export type KeptFields = {
  gatewaySeq: number
  maskedNumber: string
  brand: string
  expires: string
  holderName: string
}
/**
 * Marks a card that was being stored while its member was deleted: it is forgotten as soon as it is
 * stored.
 */
const memberGone = 'MEMBER_GONE'

/**
 * Clears the names of every card of a deleted member. The worker deletes cards in this state at the
 * gateway.
 */
export const forgetCardsOf = (db: Db, memberId: string) => db`
  update stored_cards
     set name = '', holder_name = '', error = case state when 'saving' then ${memberGone} else error end,
         state = case state when 'stored' then 'deleting' else state end
   where member_id = ${memberId}`

export const markStored = async (db: Db, id: string, kept: KeptFields): Promise<boolean> => {
  const rows = await db`
    update stored_cards
       set state = case error when ${memberGone} then 'deleting' else 'stored' end, gateway_seq = ${kept.gatewaySeq},
           masked_number = ${kept.maskedNumber}, brand = ${kept.brand}, expires = ${kept.expires},
           holder_name = case error when ${memberGone} then '' else ${kept.holderName} end
     where id = ${id} and state = 'saving' returning 1`
  return rows.length > 0
}
export const markFailed = (db: Db, id: string, error: string) => db`
  update stored_cards set state = 'failed', error = ${error} where id = ${id} and state = 'saving'`

/**
 * stored → deleting of the member's own card, ours to work on; returns the state it is in then.
 * Undefined when it is not theirs.
 */
export const startDeleting = async (db: Db, id: string, memberId: string): Promise<CardState | undefined> => {
  const [moved] = await db<{ state: CardState }[]>`
    update stored_cards set state = 'deleting', worked_until = kura_now()
     where id = ${id} and member_id = ${memberId} and state = 'stored' returning state`
  if (moved) return moved.state
  // a second query: the statement above does not see the rows it waited for
  const [row] = await db<{ state: CardState }[]>`
    select state from stored_cards where id = ${id} and member_id = ${memberId}`
  return row?.state
}
/** Clears the card's data; the row stays. */
export const markDeleted = (db: Db, id: string) => db`
  update stored_cards set state = 'deleted', masked_number = '', brand = '', expires = '', holder_name = '', name = ''
   where id = ${id} and state = 'deleting'`

/** Claims a card unless another worker has it. */
export const claim = async (db: Db, id: string): Promise<boolean> => {
  const rows = await db`
    update stored_cards set worked_until = ${workLease(db)}
     where id = ${id} and state in ('saving', 'deleting') and worked_until <= kura_now() returning 1`
  return rows.length > 0
}
export const restFor = (db: Db, id: string, seconds: number) => db`
  update stored_cards set worked_until = kura_now() + make_interval(secs => ${seconds}) where id = ${id}`
export const listDue = async (db: Db, limit: number): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    select id from stored_cards where state in ('saving', 'deleting') and worked_until <= kura_now()
     order by worked_until limit ${limit}`
  return rows.map(({ id }) => id)
}

/** What a stored card pays with. */
export const findPaying = async (
  db: Db,
  id: string,
  memberId: string,
): Promise<{ gatewayMemberId: string; gatewaySeq: number } | undefined> => {
  const [row] = await db<{ gatewayMemberId: string; gatewaySeq: number }[]>`
    select m.gateway_member_id as "gatewayMemberId", c.gateway_seq as "gatewaySeq"
      from stored_cards c join card_members m on m.member_id = c.member_id
     where c.id = ${id} and c.member_id = ${memberId} and c.state = 'stored'`
  return row
}
