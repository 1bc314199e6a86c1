import type { Sql } from '../../../platform/db/connect.ts'

export type ManyListings = {
  /** Number of listings, spread over the items round robin. */
  count: number
  itemIds: string[]
  sellerId: string
  /** Share of a hundred that is sold, with a price and a day; the others are open. */
  soldPercent?: number
  /** Where their tokens begin. */
  firstToken?: number
}

/**
 * Listings with tokens of their own, as rows only: for pages and their speed. Prices repeat, so
 * that ties are met.
 */
export async function seedListings(sql: Sql, options: ManyListings): Promise<void> {
  const { count, itemIds, sellerId, soldPercent = 0, firstToken = 1_000_000 } = options
  await sql.begin(async (db) => {
    await db`set local statement_timeout = '10min'`
    await db`
      insert into tokens (id, ref_id, item_id, serial, owner_address, minted_tx_id, minted_height, minted_at, moved_at, last_height, last_event)
      select ${firstToken}::numeric + n, gen_random_uuid(), (${itemIds}::text[])[1 + n % ${itemIds.length}], ${firstToken} + n,
             '0x01cf0e2f2f715450', 'seed', 1, kura_now(), kura_now(), 1, 0
        from generate_series(0, ${count - 1}) n`
    await db`
      insert into listings (id, state, seller_id, seller_address, token_id, token_uuid, ref_id, item_id, serial, version, price_yen,
                            fee_yen, royalty_yen, content_access_yen, issued_at, expires_at, key_index, order_hash, opened_at, ended_at)
      select gen_random_uuid(), case when is_sold then 'sold' else 'open' end, ${sellerId}, '0x01cf0e2f2f715450', t.id, t.id, t.ref_id,
             t.item_id, t.serial, 1, 100 + (n * 7919) % 5000, 10, 5, 0, kura_now() - interval '1 day', kura_now() + interval '20 days', 0,
             'seed-' || t.id, kura_now() - make_interval(secs => n % 80000),
             case when is_sold then kura_now() - make_interval(secs => (n * 104729) % 7000000) end
        from tokens t, lateral (select (t.id - ${firstToken})::bigint as n) a,
             lateral (select n * 31 % 100 < ${soldPercent} as is_sold) b
       where t.id between ${firstToken} and ${firstToken + count - 1}`
  })
  const own = await sql.reserve()
  await own`set statement_timeout = '10min'`
  await own`vacuum analyze tokens, listings, item_listings`
  await own`reset statement_timeout`
  own.release()
}
