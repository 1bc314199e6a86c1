import type { Sql } from '../../../platform/db/connect.ts'

const atOnce = 50_000

/**
 * Past orders of a pack, shared evenly among `members` new members: ones that ended, one a minute.
 * Rows only, for tests.
 */
export async function addManyOrders(
  sql: Sql,
  { packId, members, count }: { packId: string; members: number; count: number },
): Promise<void> {
  const rows = await sql<{ id: string }[]>`
    insert into members (id, email) select gen_random_uuid(), gen_random_uuid() || '@example.jp' from generate_series(1, ${members}::int)
    returning id`
  const ids = rows.map(({ id }) => id)
  for (let from = 0; from < count; from += atOnce) {
    const until = Math.min(count, from + atOnce)
    await sql`
      with placed as (
        insert into orders (id, member_id, pack_id, tender, used_point, price_yen, state, reason, created_at)
        select gen_random_uuid(), (${ids}::uuid[])[1 + n % ${members}::int], ${packId},
               case n % 3 when 0 then 'card' when 1 then 'paidy' else 'card-point' end, case n % 3 when 2 then 100 else 0 end, 1100,
               case when n % 7 = 0 then 'refunded' else 'expired' end, 'PAYMENT_EXPIRED', kura_now() - make_interval(mins => n)
          from generate_series(${from + 1}::int, ${until}::int) n
        returning id, state, created_at
      )
      insert into order_moves (order_id, number, state, at)
      select id, number, case number when 1 then 'reserved' else placed.state end, created_at + make_interval(secs => number)
        from placed, generate_series(1, 2) number`
  }
  await sql`analyze orders, order_moves`
}
