import type { Tender } from '@kura/contract/checkout/order'
import type { Words } from '@kura/contract/ids'
import type { Db } from '../../platform/db/connect.ts'
import { kindColumns, nameOf, named, ofAll, ofKind } from './sellable-queries.ts'

/**
 * Events of every order. Letters of one kind only have their own names (`Sellable.writeLetter`).
 */
export type LetterEvent = 'paid' | 'failed' | 'refunded' | (string & {})

export const insertLetter = (db: Db, orderId: string, event: LetterEvent) => db`
  insert into order_letters (order_id, event) values (${orderId}, ${event}) on conflict do nothing`

/**
 * Makes this transaction the only writer of letters; false when another one is. With two writers,
 * one could report that a sale was undone before the other reported the sale.
 */
export async function isWriter(db: Db): Promise<boolean> {
  const [row] = await db<[{ isOurs: boolean }]>`
    select pg_try_advisory_xact_lock(hashtextextended('letters', 0)) as "isOurs"`
  return row.isOurs
}

export type DueLetter = {
  event: LetterEvent
  orderId: string
  kind: string
  tender: Tender
  priceYen: number
  usedPoint: number
  reason: string | null
  orderedAt: Date
  name: Words
  /** Facts that the order's kind needs for its own letters. */
  facts: Record<string, string | null> | null
  /** The buyer, or the recipient that the order's kind names. */
  memberId: string
  /** The id of what is bought: a pack, or a listing. */
  subjectId: string
  /** Null when the member has none, or has left. */
  email: string | null
  locale: 'ja' | 'en'
  /** The gateway refused; otherwise the order expired. */
  isDeclined: boolean
  /** It was delivered once, so there is a receipt. */
  wasSold: boolean
}

/**
 * Marks the oldest letters as sent and returns their facts; the caller queues their mails in the
 * same transaction. They go to the buyer, or to the recipient that the order's kind names.
 */
export const takeLetters = (db: Db, most: number) => db<DueLetter[]>`
  with due as (
    select order_id, event from order_letters where mailed_at is null
     order by noted_at, order_id, event limit ${most} for update
  ), written as (
    update order_letters l set mailed_at = kura_now() from due
     where l.order_id = due.order_id and l.event = due.event returning l.order_id, l.event, l.noted_at
  )
  select t.event, o.id as "orderId", o.tender, o.price_yen as "priceYen", o.used_point as "usedPoint", o.reason,
         o.created_at as "orderedAt", ${nameOf(db)} as name, ${kindColumns(db)}, ${ofKind(db, ({ sql }) => sql.letter(db).facts)} as facts,
         m.id as "memberId", m.email, m.locale,
         exists (select 1 from payments y where y.order_id = o.id and y.state = 'declined' and y.error is not null) as "isDeclined",
         ${ofKind(db, ({ sql }) => sql.letter(db).wasSold)} as "wasSold"
    from written t join orders o on o.id = t.order_id ${named(db)} ${ofAll(db, ({ sql }) => sql.letter(db).joins)}
    join members m on m.id = coalesce(${ofKind(db, ({ sql }) => sql.letter(db).recipient)}, o.member_id)
   order by t.noted_at, o.id, t.event`
