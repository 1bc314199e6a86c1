import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { seedItem } from '../../market/listing/testing/market-world.ts'
import { seedListings } from '../../market/listing/testing/seed-listings.ts'
import { rowsRead } from '../../platform/db/testing/rows-read.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { contradictedListings, wrongPrices } from './market-queries.ts'

const { deps } = await testWorld({ after })
const { sql } = deps
const seller = await seedMember(deps)
await seedItem(sql, { itemId: 'moon', editionSize: 100_000 })

/** Listings of the past with their orders. */
async function addHistory(count: number, firstToken: number) {
  await seedListings(sql, { count, itemIds: ['moon'], sellerId: seller.memberId, soldPercent: 50, firstToken })
  await sql`
    insert into sale_orders (order_hash, order_id, agent, seller, token_id, token_uuid, ref_id, version, price_yen, fee_yen, royalty_yen, issued_at,
                             starts_at, expires_at, capability_id, opened_tx_id, opened_height, opened_tx_index, opened_event, opened_at,
                             end_reason, ended_at, buyer_address)
    select order_hash, id::text, '0x01', seller_address, token_id, token_uuid, ref_id, version, price_yen, fee_yen, royalty_yen, issued_at,
           issued_at, expires_at, 1, 'seed', 1, 0, 0, opened_at, case state when 'sold' then 'sold' end, ended_at,
           case state when 'sold' then '0x02' end
      from listings where token_id >= ${firstToken}`
  await sql`update listing_moves set at = kura_now() - interval '1 day'`
  await sql`vacuum analyze listings, sale_orders, listing_moves`
}

test('the check of changed listings reads no more rows with ten times the history, and finds what is wrong', async () => {
  const since = new Date(Date.now() - 600_000)
  const reads: Record<string, number>[] = []
  for (const [count, firstToken] of [
    [2000, 1_000_000],
    [18_000, 2_000_000],
  ] as const) {
    await addHistory(count, firstToken)
    assert.deepEqual(await contradictedListings(sql, null), [])
    assert.deepEqual([...(await wrongPrices(sql, null))], [])
    await sql`
      update listings set state = 'held' where id in (select id from listings where state = 'open' order by token_id desc limit 5)`
    reads.push(await rowsRead(sql, (db) => contradictedListings(db, since)))
  }
  const [few = {}, many = {}] = reads
  assert.ok((many['listings'] ?? 0) > 0)
  for (const [table, rows] of Object.entries(many))
    assert.ok(rows <= (few[table] ?? 0) + 50, `${table}: ${few[table]} rows grew to ${rows}`)
  const [one] = await sql<{ id: string }[]>`
    update listings set price_yen = price_yen + 1 where id = (select id from listings where state = 'held' order by token_id desc limit 1) returning id`
  const found = await contradictedListings(sql, since)
  assert.deepEqual(
    found.map(({ id }) => id),
    [one?.id],
  )
  await sql`update item_days set volume_yen = volume_yen + 1 where day = (select max(day) from item_days where sold > 0)`
  const [wrong] = await wrongPrices(sql, null)
  assert.match(wrong?.what ?? '', /^sold\/volume\/median\/least\/most on \d{4}-/)
})
