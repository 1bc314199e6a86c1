import type { Sql } from '@kura/server/platform/db/connect'

const priceYen = 1000
const feeYen = 100
const proceedsYen = 900
const payoutEvery = 1000
const useEvery = 1000

export type SoldItems = {
  sellerId: string
  buyerId: string
  itemIds: readonly string[]
  sales: number
  firstToken: number
}

/**
 * Inserts this many settled sales of one seller, spread over two years, with their listings, orders,
 * books and months; a payout and a use as points for each thousand. Rows only, as
 * their verbs would leave them.
 */
export async function fillSales(sql: Sql, { sellerId, buyerId, itemIds, sales, firstToken }: SoldItems): Promise<void> {
  const db = await sql.reserve()
  const held = `member:${sellerId}:proceeds-held`
  const payable = `member:${sellerId}:proceeds`
  try {
    await db`set statement_timeout = 0`
    await db`begin`
    // no trigger is needed: this writes what they would
    await db`set local session_replication_role = replica`
    await db`
      create temporary table sold on commit drop as
      select uuidv7(a.at - now()) as id, gen_random_uuid() as listing_id, a.at, n, ${firstToken}::numeric + n as token_id,
             (${[...itemIds]}::text[])[1 + n % ${itemIds.length}::int] as item_id
        from generate_series(1, ${sales}::int) n,
             lateral (select now() - interval '700 days' + n * (interval '690 days' / ${sales}::int) as at) a`
    await db`
      insert into listings (id, state, seller_id, seller_address, token_id, token_uuid, ref_id, item_id, serial, version, price_yen, fee_yen,
                            royalty_yen, content_access_yen, issued_at, expires_at, key_index, order_hash, opened_at, buyable_from, ended_at)
      select listing_id, 'sold', ${sellerId}, '0x01cf0e2f2f715450', token_id, token_id, gen_random_uuid(), item_id, token_id::int, 1,
             ${priceYen}::int, ${feeYen}::int, 0, 0, at, at, 0, listing_id::text, at, at, at from sold`
    await db`
      insert into orders (id, member_id, listing_id, tender, price_yen, used_point, state, created_at)
      select id, ${buyerId}, listing_id, 'point', ${priceYen}::int, ${priceYen}::int, 'delivered', at from sold`
    await db`
      insert into trades (id, listing_id, seller_id, buyer_id, seller_address, token_id, order_hash, price_yen, fee_yen, royalty_yen,
                          content_access_yen, proceeds_yen, state, started_at, deliver_until, delivered_at, clears_at, settled_at)
      select id, listing_id, ${sellerId}, ${buyerId}, '0x01cf0e2f2f715450', token_id, listing_id::text, ${priceYen}::int, ${feeYen}::int, 0, 0,
             ${proceedsYen}::int, 'settled', at, at, at, at + interval '7 days', at + interval '7 days' from sold`
    await db`
      insert into seller_months (seller_id, month, sales, price_yen, fee_yen, royalty_yen, content_access_yen, proceeds_yen)
      select ${sellerId}, date_trunc('month', at at time zone 'Asia/Tokyo')::date, count(*), count(*) * ${priceYen}::int,
             count(*) * ${feeYen}::int, 0, 0, count(*) * ${proceedsYen}::int from sold group by 2`
    await db`
      insert into ledger_accounts (id, unit, kind, member_id) values (${held}, 'yen', 'member', ${sellerId}), (${payable}, 'yen', 'member', ${sellerId})`
    await db`
      create temporary table moved on commit drop as
      select gen_random_uuid() as id, kind, cause, at, from_account, to_account, yen from (
        select 'proceeds-hold' as kind, id::text as cause, at, 'proceeds:credited' as from_account, ${held} as to_account, ${proceedsYen}::int as yen
          from sold
        union all
        select 'proceeds-credit', id::text, at + interval '7 days', ${held}, ${payable}, ${proceedsYen}::int from sold
        union all
        select 'proceeds-use', id::text, at + interval '8 days', ${payable}, 'points:from-proceeds', 100 from sold where n % ${useEvery}::int = 0) m`
    await db`
      insert into ledger_movements (id, kind, cause, reason, reason_ja, member_id, at)
      select id, kind, cause, 'Proceeds', '販売代金', ${sellerId}, at from moved`
    await db`
      insert into ledger_entries (movement_id, account_id, amount)
      select id, from_account, -yen from moved union all select id, to_account, yen from moved`
    await db`
      update ledger_accounts a set balance = e.amount
        from (select account_id, sum(amount) as amount from ledger_entries group by 1) e where e.account_id = a.id`
    const [account] = await db<[{ id: string }]>`
      insert into payout_accounts (id, member_id, bank_code, branch_code, account_type, account_number, holder, holder_kana)
      values (gen_random_uuid(), ${sellerId}, '0001', '001', 'ordinary', '1234567', 'x', 'X') returning id`
    await db`
      insert into payouts (id, member_id, account_id, amount_yen, fee_yen, state, batch, requested_at, paid_at, ended_at)
      select uuidv7(at - now()), ${sellerId}, ${account.id}, 5000, 200, 'paid', 1, at, at, at from sold where n % ${payoutEvery}::int = 0`
    await db`commit`
    await db`vacuum analyze`
  } finally {
    await db`reset statement_timeout`
    db.release()
  }
}
