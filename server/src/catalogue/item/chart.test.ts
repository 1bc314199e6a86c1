import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { api } from '@kura/contract/api'
import type { ApiInput, ApiOutput } from '@kura/contract/api'
import { seedItem } from '../../market/listing/testing/market-world.ts'
import { seedListings } from '../../market/listing/testing/seed-listings.ts'
import { rowsRead } from '../../platform/db/testing/rows-read.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { findChart } from './queries.ts'

const world = await testWorld({ after })
const { deps, call } = world
const { sql } = deps
// no day ends while it is compared
await world.stopClock()
const seller = await seedMember(deps)

type Chart = ApiOutput<'showItemChart'>
async function chart(itemId: string, query: ApiInput<'showItemChart'>['query'] = {}): Promise<Chart> {
  const answer = await call('showItemChart', { params: { itemId }, query })
  assert.ok(answer.ok, JSON.stringify(answer))
  assert.deepEqual(api.showItemChart.output.parse(answer.data), answer.data)
  return answer.data
}

/** The figures of each day, worked out from every sale. */
const figures = (itemId: string, days: number) => sql`
  select to_char(ended_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as day, count(*)::int as sold, sum(price_yen)::int as "volumeYen",
         percentile_disc(0.5) within group (order by price_yen) as "medianPrice", min(price_yen) as "minPrice", max(price_yen) as "maxPrice"
    from listings
   where item_id = ${itemId} and state = 'sold'
     and (ended_at at time zone 'Asia/Tokyo')::date > (kura_now() at time zone 'Asia/Tokyo')::date - ${days}::int
   group by 1 order by 1`
const salesOf = ({ days }: Chart) => days.filter(({ sold }) => sold > 0).map(({ floor: _floor, ...day }) => day)
const floorOf = async (itemId: string) =>
  (
    await sql<{ min: number | null }[]>`
    select min(price_yen) from listings where item_id = ${itemId} and state = 'open' and target_id is null`
  )[0]?.min ?? null

test('each day says what was paid, whatever moved, and spans begin where they say', async () => {
  await seedItem(sql, { itemId: 'moon', editionSize: 1000 })
  await seedListings(sql, { count: 900, itemIds: ['moon'], sellerId: seller.memberId, soldPercent: 60 })
  for (const [days, span] of [
    ['30', 30],
    ['90', 90],
    ['365', 365],
    ['all', 9999],
  ] as const) {
    const expected = await figures('moon', span)
    assert.ok(expected.length >= 29)
    const answer = await chart('moon', { days })
    assert.deepEqual(salesOf(answer), [...expected], days)
    if (days !== 'all') assert.equal(Date.parse(answer.to) - Date.parse(answer.from), (span - 1) * 86_400_000)
  }
  // a sale that is found late, one whose block was another day, and one that was none
  await sql`update listings set state = 'sold', ended_at = kura_now() - interval '12 days' where id in (select id from listings where state = 'open' order by id limit 9)`
  await sql`update listings set ended_at = ended_at - interval '3 days' where id in (select id from listings where state = 'sold' order by id limit 40)`
  await sql`update listings set state = 'pending', ended_at = null where id in (select id from listings where state = 'sold' order by id desc limit 30)`
  await sql`update listings set price_yen = price_yen + 1 where id in (select id from listings where state = 'sold' order by serial limit 50)`
  assert.deepEqual(salesOf(await chart('moon', { days: 'all' })), [...(await figures('moon', 9999))])
  const [sold] =
    await sql`select sold, (select count(*)::int from listings where item_id = 'moon' and state = 'sold') as n from item_listings where item_id = 'moon'`
  assert.equal(sold?.['sold'], sold?.['n'])
})

test('the floor of a day is the lowest open price when it ended; a day on which nothing changed has that of the day before', async () => {
  await seedItem(sql, { itemId: 'sea', editionSize: 100 })
  await seedListings(sql, { count: 20, itemIds: ['sea'], sellerId: seller.memberId, firstToken: 2_000_000 })
  const lastFloor = async () => (await chart('sea')).days.at(-1)
  const first = await lastFloor()
  assert.equal(first?.floor, await floorOf('sea'))
  await sql`update listings set state = 'held' where id = (select id from listings where item_id = 'sea' and state = 'open' order by price_yen limit 1)`
  const held = await lastFloor()
  assert.ok(held && held.floor === (await floorOf('sea')) && held.floor !== first?.floor)
  assert.equal(held.day, first?.day)
  await world.moveClock('3 days')
  const later = await chart('sea')
  assert.equal(later.days.at(-1)?.day, held.day)
  assert.ok(later.to > held.day)
  await sql`update listings set state = 'ended', ended_at = kura_now(), end_reason = 'moved' where item_id = 'sea' and state in ('open', 'held')`
  const gone = await chart('sea')
  assert.deepEqual(
    gone.days.map(({ day, floor }) => [day, floor]),
    [
      [held.day, held.floor],
      [gone.to, null],
    ],
  )
  // what was before the span is shown too
  await world.moveClock('40 days')
  const [empty, whole] = [await chart('sea', { days: '30' }), await chart('sea', { days: 'all' })]
  assert.deepEqual([empty.days, empty.floorBefore], [[], null])
  assert.deepEqual([whole.from, whole.floorBefore], [held.day, null])
})

test('a listing for one member is no floor, and what never was listed has an empty chart', async () => {
  await seedItem(sql, { itemId: 'sun', editionSize: 100 })
  assert.deepEqual((await chart('sun')).days, [])
  await seedListings(sql, { count: 2, itemIds: ['sun'], sellerId: seller.memberId, firstToken: 3_000_000 })
  await sql`
    update listings set target_id = ${seller.memberId}, target_address = '0x179b6b1cb6755e31'
     where id = (select id from listings where item_id = 'sun' order by price_yen limit 1)`
  assert.equal((await chart('sun')).days.at(-1)?.floor, await floorOf('sun'))
  const none = await call('showItemChart', { params: { itemId: 'nothing' }, query: {} })
  assert.equal(!none.ok && none.status, 404)
})

test('several who change one item at once leave the floor and the figures of its rows', async () => {
  await seedItem(sql, { itemId: 'star', editionSize: 1000 })
  await seedListings(sql, { count: 120, itemIds: ['star'], sellerId: seller.memberId, firstToken: 4_000_000 })
  const rows = await sql<{ id: string }[]>`select id from listings where item_id = 'star' order by price_yen`
  await Promise.all(
    rows
      .slice(0, 100)
      .map(({ id }, n) =>
        n % 2 === 0
          ? sql`update listings set state = 'sold', ended_at = kura_now() where id = ${id}`
          : sql`update listings set state = 'ended', end_reason = 'agent', ended_at = kura_now() where id = ${id}`,
      ),
  )
  const answer = await chart('star')
  assert.equal(answer.days.at(-1)?.floor, await floorOf('star'))
  assert.deepEqual(salesOf(answer), [...(await figures('star', 90))])
})

test('a chart reads as many rows after 30,000 sales as after 1,500', async () => {
  await seedItem(sql, { itemId: 'few', editionSize: 1000 })
  await seedItem(sql, { itemId: 'many', editionSize: 1000 })
  await seedListings(sql, {
    count: 1500,
    itemIds: ['few'],
    sellerId: seller.memberId,
    firstToken: 5_000_000,
    soldPercent: 90,
  })
  await seedListings(sql, {
    count: 30_000,
    itemIds: ['many'],
    sellerId: seller.memberId,
    firstToken: 6_000_000,
    soldPercent: 90,
  })
  await sql`analyze item_days`
  const few = await rowsRead(sql, (db) => findChart(db, 'few', '90'))
  const many = await rowsRead(sql, (db) => findChart(db, 'many', '90'))
  assert.ok((many['item_days'] ?? 0) > 50)
  for (const [table, rows] of Object.entries(many))
    assert.ok(rows <= (few[table] ?? 0) + 30, `${table}: ${few[table]} rows grew to ${rows}`)
  assert.equal(many['listings'], undefined)
})
