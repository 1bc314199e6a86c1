import type { Sql } from '@kura/server/platform/db/connect'
import type { Filled } from './fill-shop.ts'

const taxInYen = 100
const priceYen = 1100

/**
 * Inserts this many past purchases, paid by card and delivered, spread over the members and packs
 * of a shop: orders and payments with their moves, units, counts and books, all consistent. Each
 * pack gets as many new units as it sold.
 */
export async function fillHistory(sql: Sql, { memberIds, packIds }: Filled, orders: number): Promise<void> {
  const db = await sql.reserve()
  try {
    // a million of each take longer than the timeout of a request
    await db`set statement_timeout = 0`
    await db`begin`
    // no trigger is needed: this writes what they would
    await db`set local session_replication_role = replica`
    await db`
      create temporary table past on commit drop as
      select uuidv7(now() - interval '400 days' + n * (interval '399 days' / ${orders}::int) - now()) as id,
             now() - interval '400 days' + n * (interval '399 days' / ${orders}::int) as at,
             gen_random_uuid() as unit_id, gen_random_uuid() as payment_id, gen_random_uuid() as movement_id,
             (${memberIds}::uuid[])[1 + n % ${memberIds.length}::int] as member_id,
             (${packIds}::text[])[1 + n % ${packIds.length}::int] as pack_id, n
        from generate_series(1, ${orders}::int) n`
    await db`
      insert into pack_units (id, pack_id, number, draw_number, state, order_id)
      select unit_id, pack_id, 10000000 + n, 10000000 + n, 'sold', id from past`
    await db`
      insert into orders (id, member_id, pack_id, unit_id, price_yen, state, created_at)
      select id, member_id, pack_id, unit_id, ${priceYen}::int, 'delivered', at from past`
    await db`
      insert into order_moves (order_id, number, state, at)
      select id, number, state, at
        from past cross join (values (1, 'reserved'), (2, 'captured'), (3, 'delivered')) m (number, state)`
    await db`
      insert into payments (id, order_id, attempt, gateway_order_id, amount_yen, access_id, ret_url, state, captured_at, created_at)
      select payment_id, id, 1, 'past-' || n, ${priceYen}::int, 'past-' || n, '/', 'captured', at, at from past`
    await db`
      insert into payment_moves (payment_id, state, at)
      select payment_id, state, at from past cross join unnest(array['entering', 'executing', 'captured']) state order by at`
    await db`
      insert into ledger_movements (id, kind, cause, reason, reason_ja, at)
      select movement_id, 'capture', id::text, 'Payment by card', 'カードによるお支払い', at from past`
    await db`
      insert into ledger_entries (movement_id, account_id, amount)
      select movement_id, account, amount
        from past cross join (values ('psp:card', ${priceYen}::int), ('sales:packs', ${taxInYen - priceYen}::int),
                                     ('tax:consumption', ${-taxInYen}::int)) e (account, amount)`
    await db`
      update ledger_accounts a set balance = a.balance + e.amount
        from (select account_id, sum(amount) as amount from ledger_entries group by 1) e where e.account_id = a.id`
    await db`
      update pack_stocks s set issued = issued + p.count, sold = sold + p.count
        from (select pack_id, count(*)::int as count from past group by 1) p where p.pack_id = s.pack_id`
    await db`
      insert into pack_holdings (pack_id, member_id, held) select pack_id, member_id, count(*) from past group by 1, 2`
    await db`commit`
    await db`vacuum analyze`
  } finally {
    await db`reset statement_timeout`
    db.release()
  }
}
