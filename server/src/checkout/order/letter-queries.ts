import type { Tender } from '@kura/contract/checkout/order'
import type { Words } from '@kura/contract/ids'
import type { Db } from '../../platform/db/connect.ts'
import { kindColumns, nameOf, named, ofAll, ofKind } from './sellable-queries.ts'

/** Events of every order. What else its kind tells members has names of its own (`Sellable.writeLetter`). */
export type LetterEvent = 'paid' | 'failed' | 'refunded' | (string & {})

export const insertLetter = (db: Db, orderId: string, event: LetterEvent) => db`
  insert into order_letters (order_id, event) values (${orderId}, ${event}) on conflict do nothing`

/**
 * Whether this transaction is the one that writes letters, until it ends. Of two at once the one that skipped what the other holds would
 * tell that a sale was undone before the other told of the sale.
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
  /** What the kind of the order needs for its own letters. */
  facts: Record<string, string | null> | null
  /** Null when the member has none, or has left. */
  email: string | null
  locale: 'ja' | 'en'
  /** The gateway refused; otherwise the time ran out. */
  isDeclined: boolean
  /** It was delivered at some time, so there is a receipt. */
  wasSold: boolean
}

/**
 * Marks the letters that wait longest as told and returns what they say; the caller queues their mails in the same transaction.
 * They go to the buyer, or to whom the kind of the order names.
 */
export const takeLetters = (db: Db, most: number) => db<DueLetter[]>`
  with due as (
    select order_id, event from order_letters where told_at is null
     order by noted_at, order_id, event limit ${most} for update
  ), told as (
    update order_letters l set told_at = kura_now() from due
     where l.order_id = due.order_id and l.event = due.event returning l.order_id, l.event, l.noted_at
  )
  select t.event, o.id as "orderId", o.tender, o.price_yen as "priceYen", o.used_point as "usedPoint", o.reason,
         o.created_at as "orderedAt", ${nameOf(db)} as name, ${kindColumns(db)}, ${ofKind(db, ({ sql }) => sql.letter(db).facts)} as facts, m.email, m.locale,
         exists (select 1 from payments y where y.order_id = o.id and y.state = 'declined' and y.error is not null) as "isDeclined",
         ${ofKind(db, ({ sql }) => sql.letter(db).wasSold)} as "wasSold"
    from told t join orders o on o.id = t.order_id ${named(db)} ${ofAll(db, ({ sql }) => sql.letter(db).joins)}
    join members m on m.id = coalesce(${ofKind(db, ({ sql }) => sql.letter(db).recipient)}, o.member_id)
   order by t.noted_at, o.id, t.event`
