import type { Db, Fragment } from '../../platform/db/connect.ts'

/** When the sale of a pack begins: as its folder says, or when it was opened by hand before. Null: from the start. */
export const saleStart = (db: Db, pack: Fragment = db`p`) => db`least(${pack}.sale_starts_at, ${pack}.opened_at)`

/**
 * Whether a pack, by default alias `p`, cannot be sold yet: its term has not begun, the order in which it is sold is not drawn, or
 * it is a random pack on sale without a limit for one member.
 */
export const isBefore = (db: Db, pack: Fragment = db`p`) => db`
  (coalesce(${saleStart(db, pack)} > (select kura_now()), false) or (${pack}.deal = 2 and ${pack}.drawn_at is null)
   or (${pack}.kind = 'random' and ${pack}.channel = 'sale' and ${pack}.per_member_limit is null))`

/** Whether its sale is over: by its time, by hand, or because its proof is out. One that is sold out is not over by its proof. */
export const isAfter = (db: Db, pack: Fragment = db`p`) => db`
  (coalesce(${pack}.sale_ends_at <= (select kura_now()), false) or ${pack}.closed_at is not null
   or (${pack}.finished_at is not null
       and exists (select 1 from pack_stocks left_over where left_over.pack_id = ${pack}.id and left_over.remaining > 0)))`
