import type { Db } from '../../platform/db/connect.ts'
import type { Difference, Source } from './difference.ts'

/** An open item as it is kept; points that are owed are among them. */
export type OpenItem = Omit<Difference, 'kind' | 'direction'> & {
  id: string
  source: Source | 'points'
  kind: string
  direction: Difference['direction'] | null
  foundAt: Date
}

const columns = (db: Db) => db`
  id, source, kind, subject, what, order_id as "orderId", payment_ref as "paymentRef", token_id::text as "tokenId",
  amount_yen::float8 as "amountYen", direction, found_at as "foundAt"`

/**
 * Writes a difference down, once while it lasts. One that a person has closed is `accepted`, and
 * stays closed, as long as it says the same.
 */
export async function openItem(
  db: Db,
  source: Source,
  id: string,
  found: Difference,
): Promise<'new' | 'seen' | 'accepted'> {
  const rows = await db<{ isNew: boolean }[]>`
    insert into open_items (id, source, kind, subject, what, order_id, payment_ref, token_id, amount_yen, direction)
    select ${id}, ${source}, ${found.kind}, ${found.subject}, ${found.what}, ${found.orderId}, ${found.paymentRef},
           ${found.tokenId}::numeric, ${found.amountYen}, ${found.direction}
     where not exists (
       select 1 from open_items where source = ${source} and kind = ${found.kind} and subject = ${found.subject}
          and closed_by is not null and what = ${found.what})
    on conflict (source, kind, subject) where closed_at is null
    do update set what = excluded.what, amount_yen = excluded.amount_yen, payment_ref = coalesce(excluded.payment_ref, open_items.payment_ref),
                  order_id = excluded.order_id, direction = excluded.direction, seen_at = kura_now()
    returning xmax = 0 as "isNew"`
  const [row] = rows
  return row ? (row.isNew ? 'new' : 'seen') : 'accepted'
}

/** Closes open items about these subjects that were not found again. Returns them. */
export const closeGone = (db: Db, source: Source, subjects: string[], found: readonly Difference[]) => db<OpenItem[]>`
  update open_items set closed_at = kura_now(), seen_at = kura_now()
   where source = ${source} and subject = any(${subjects}) and closed_at is null
     and not (kind || ' ' || subject = any(${found.map(({ kind, subject }) => `${kind} ${subject}`)}))
  returning ${columns(db)}`

/** Closes items by their ids: the difference is gone. */
export const closeItems = (db: Db, ids: string[]) => db<OpenItem[]>`
  update open_items set closed_at = kura_now(), seen_at = kura_now() where id = any(${ids}) and closed_at is null
  returning ${columns(db)}`

/** Open items of a source that no comparison has seen since then. */
export const listUnseen = (db: Db, source: Source, since: Date) => db<OpenItem[]>`
  select ${columns(db)} from open_items
   where source = ${source} and closed_at is null and seen_at < ${since}::timestamptz order by id`

/** Open items, of one source or of all, oldest first. */
export const listOpen = (db: Db, source: Source | null) => db<OpenItem[]>`
  select ${columns(db)} from open_items
   where closed_at is null and (${source}::text is null or source = ${source}) order by found_at, id`

/** Closes an item for an operator, with their name and reason. Undefined when it is not open. */
export async function closeByHand(
  db: Db,
  { id, by, reason }: { id: string; by: string; reason: string },
): Promise<OpenItem | undefined> {
  const [item] = await db<OpenItem[]>`
    update open_items set closed_at = kura_now(), closed_by = ${by}, close_reason = ${reason}
     where id = ${id} and closed_at is null returning ${columns(db)}`
  return item
}

/** How many items are open, by source and kind. */
export const countOpen = (db: Db) => db<{ source: string; kind: string; count: number }[]>`
  select source, kind, count(*)::int as count from open_items where closed_at is null group by source, kind`

/** Notes points that were spent before their purchase was refunded, or that they have come back. */
export async function noteShortfall(
  db: Db,
  item: { id: string; lotId: string; amount: number; what: string },
): Promise<void> {
  if (item.amount === 0) {
    await db`
      update open_items set closed_at = kura_now(), seen_at = kura_now()
       where source = 'points' and kind = 'grant-spent' and subject = ${item.lotId} and closed_at is null`
    return
  }
  await db`
    insert into open_items (id, source, kind, subject, what, amount_yen)
    values (${item.id}, 'points', 'grant-spent', ${item.lotId}, ${item.what}, ${item.amount})
    on conflict (source, kind, subject) where closed_at is null
    do update set amount_yen = excluded.amount_yen, what = excluded.what, seen_at = kura_now()`
}
