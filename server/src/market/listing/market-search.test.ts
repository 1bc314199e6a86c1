import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { api } from '@kura/contract/api'
import type { ApiInput, ApiOutput } from '@kura/contract/api'
import { rowsRead } from '../../platform/db/testing/rows-read.ts'
import { addManyItems } from '../../testing/many-items.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { listListedItems } from './listed-item-queries.ts'
import { findControl } from './view-queries.ts'
import { findListableToken } from './queries.ts'
import { seedListings } from './testing/seed-listings.ts'

const world = await testWorld({ after })
const { deps, call } = world
const { sql } = deps
const [seller, stranger] = [await seedMember(deps), await seedMember(deps)]
await addManyItems(sql, { count: 160 })
const itemIds = Array.from({ length: 120 }, (_, n) => `many-i${n + 1}`)
await seedListings(sql, { count: 900, itemIds, sellerId: seller.memberId, soldPercent: 40 })
// one item whose listings have all ended, one whose only listings are targeted, and ties in price
// and time
await sql`update listings set state = 'ended', end_reason = 'agent', ended_at = kura_now() where item_id = 'many-i3' and state = 'open'`
await sql`update listings set target_id = ${seller.memberId}, target_address = '0x179b6b1cb6755e31' where item_id = 'many-i4' and state = 'open'`
await sql`update listings set price_yen = 3333 where item_id in ('many-i5', 'many-i6', 'many-i7', 'many-i8') and state = 'open'`

type Query = NonNullable<ApiInput<'listListedItems'>['query']>
type Row = ApiOutput<'listListedItems'>['items'][number]
async function page(query: Query): Promise<ApiOutput<'listListedItems'>> {
  const answer = await call('listListedItems', { query })
  assert.ok(answer.ok, JSON.stringify(answer))
  assert.deepEqual(api.listListedItems.output.parse(answer.data), answer.data)
  return answer.data
}
async function all(query: Query, limit = 100): Promise<Row[]> {
  const found: Row[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const part = await page({ ...query, limit, ...(cursor ? { cursor } : {}) })
    found.push(...part.items)
    cursor = part.cursor
  }
  return found
}
/** The expected result from the source rows, without the derived tables. */
const expected = await sql<{ id: string; min: number; listed: number; sold: number; rarity: string; series: string }[]>`
  select i.id, min(l.price_yen) filter (where l.state = 'open' and l.target_id is null) as min,
         (count(*) filter (where l.state = 'open' and l.target_id is null))::int as listed,
         (count(*) filter (where l.state = 'sold'))::int as sold, i.rarity, i.series_id as series
    from items i join listings l on l.item_id = i.id group by i.id having count(*) filter (where l.state = 'open' and l.target_id is null) > 0`
const keyOf = { new: 'listedAt', 'price-low': 'minPrice', 'price-high': 'minPrice', sold: 'sold' } as const

test('every sort gives each listed item once, by cursor and by offset, in that order, with the figures of its rows', async () => {
  assert.ok(expected.length > 100)
  const rows = new Map(expected.map((row) => [row.id, row]))
  for (const sort of ['new', 'price-low', 'price-high', 'sold'] as const) {
    const whole = await all({ sort })
    assert.deepEqual(whole.map(({ item }) => item.itemId).toSorted(), [...rows.keys()].toSorted(), sort)
    for (const { item, minPrice, listed, sold } of whole) {
      const row = rows.get(item.itemId)
      assert.deepEqual([minPrice, listed, sold], [row?.min, row?.listed, row?.sold], item.itemId)
    }
    const keys = whole.map((row) => row[keyOf[sort]])
    const up = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    assert.deepEqual(keys, sort === 'price-low' ? up : up.toReversed(), sort)
    const ids = whole.map(({ item }) => item.itemId)
    assert.deepEqual(
      (await all({ sort }, 7)).map(({ item }) => item.itemId),
      ids,
      sort,
    )
    const byOffset: string[] = []
    for (let offset = 0; offset < ids.length; offset += 31)
      byOffset.push(...(await page({ sort, limit: 31, offset })).items.map(({ item }) => item.itemId))
    assert.deepEqual(byOffset, ids, sort)
  }
})

test('text, series, category, rarity and price choose together, under every sort', async () => {
  const categories = new Map<string, Set<string>>()
  for (const { slug, id } of await sql<
    { slug: string; id: string }[]
  >`select category_slug as slug, item_id as id from item_categories`)
    categories.set(slug, (categories.get(slug) ?? new Set()).add(id))
  const names = new Map(
    (await sql<{ id: string; ja: string }[]>`select id, name_ja as ja from items`).map(({ id, ja }) => [id, ja]),
  )
  const cases: [Query, (row: (typeof expected)[number]) => boolean][] = [
    [{ seriesId: 'many-s2' }, ({ series }) => series === 'many-s2'],
    [{ rarity: ['rare', 'epic'] }, ({ rarity }) => rarity === 'rare' || rarity === 'epic'],
    [{ categorySlugs: 'many-c1' }, ({ id }) => categories.get('many-c1')?.has(id) ?? false],
    [{ q: '月夜' }, ({ id }) => names.get(id)?.includes('月夜') ?? false],
    [{ priceFrom: 1000, priceTo: 3333 }, ({ min }) => min >= 1000 && min <= 3333],
    [{ priceTo: 400 }, ({ min }) => min <= 400],
    [
      { q: '月夜', priceFrom: 200, priceTo: 3333 },
      ({ id, min }) => min >= 200 && min <= 3333 && (names.get(id)?.includes('月夜') ?? false),
    ],
  ]
  for (const [query, isMatch] of cases) {
    const matching = expected.filter(isMatch).map(({ id }) => id)
    assert.ok(matching.length > 0 && matching.length < expected.length, JSON.stringify(query))
    for (const sort of ['new', 'price-low', 'price-high', 'sold'] as const) {
      const found = (await all({ ...query, sort }, 5)).map(({ item }) => item.itemId)
      assert.deepEqual(found.toSorted(), matching.toSorted(), JSON.stringify({ ...query, sort }))
    }
  }
  assert.deepEqual((await page({ q: 'どこにもない' })).items, [])
  assert.deepEqual((await page({ priceFrom: 500, priceTo: 400 })).items, [])
})

test('beside each choice of the market stands how many items with a listing it leaves', async () => {
  let compared = 0
  for (const query of [
    {},
    { priceFrom: 1000, priceTo: 3333 },
    { q: '月夜', rarity: 'rare' },
    { categorySlugs: 'many-c1' },
  ] as const) {
    const counted = await call('countListedItems', { query })
    assert.ok(counted.ok, JSON.stringify(counted))
    const { series, categories, rarities } = counted.data
    const choices = [
      ...Object.entries(series).map(([seriesId, count]) => ({ choice: { seriesId }, count })),
      ...Object.entries(categories).map(([categorySlugs, count]) => ({ choice: { categorySlugs }, count })),
      ...Object.entries(rarities).map(([rarity, count]) => ({ choice: { rarity: rarity as 'rare' }, count })),
    ]
    for (const { choice, count } of choices) {
      assert.equal((await all({ ...query, ...choice }, 50)).length, count, JSON.stringify({ ...query, ...choice }))
      compared += 1
    }
  }
  assert.ok(compared > 20, `${compared} choices`)
})

test('works for adults are left out of the market and its trends where that is asked for', async () => {
  const adult = expected.filter((_, n) => n % 9 === 0).map(({ id }) => id)
  await sql`update items set is_regulated = true where id = any(${adult})`
  const without = (await all({ excludeRegulatedItems: 'true' }, 30)).map(({ item }) => item.itemId)
  assert.deepEqual(
    without.toSorted(),
    expected
      .map(({ id }) => id)
      .filter((id) => !adult.includes(id))
      .toSorted(),
  )
  const trends = async (query: ApiInput<'listTrends'>['query']) => {
    const found = await call('listTrends', { query: { limit: 100, ...query } })
    assert.ok(found.ok, JSON.stringify(found))
    return found.data.items.map(({ item }) => item.itemId)
  }
  const trend = await trends({})
  assert.ok(trend.some((id) => adult.includes(id)))
  const shown = await trends({ excludeRegulatedItems: 'true' })
  assert.ok(shown.length > 0 && !shown.some((id) => adult.includes(id)))
  await sql`update items set is_regulated = false`
})

test('the market is narrowed by serial, seller and the last sale, with the figures of the listings that meet it', async () => {
  const address = '0x00000000000000aa'
  await sql`update members set flow_address = ${address} where id = ${seller.memberId}`
  await sql`
    insert into member_handles (form_hash, handle, member_id) values (sha256('moonseller'), 'moonseller', ${seller.memberId})`
  const chosen = (from: number, to: number, priceTo = 9_999_999) => sql<{ id: string; min: number; count: number }[]>`
    select item_id as id, min(price_yen) as min, count(*)::int as count from listings
     where state = 'open' and target_id is null and serial between ${from} and ${to} and price_yen <= ${priceTo} group by 1 order by 1`
  const found = async (query: Query) =>
    (await all(query, 30))
      .map(({ item, minPrice, listed }) => ({ id: item.itemId, min: minPrice, count: listed }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const same = (rows: { id: string }[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((row) => ({ ...row }))
  for (const sort of ['new', 'price-low', 'price-high', 'sold'] as const) {
    assert.deepEqual(await found({ serialFrom: '1', serialTo: '3', sort }), same(await chosen(1, 3)), sort)
    assert.deepEqual(
      await found({ serialFrom: '2', serialTo: '2', priceTo: 1500, sort }),
      same(await chosen(2, 2, 1500)),
      sort,
    )
  }
  const whole = await found({})
  for (const who of ['moonseller', '@MoonSeller', address])
    assert.deepEqual(
      (await found({ seller: who })).map(({ id }) => id),
      whole.map(({ id }) => id),
      who,
    )
  assert.deepEqual(await found({ seller: stranger.memberId }), [])
  assert.deepEqual(await found({ seller: 'nobody' }), [])
  const below = await sql<{ id: string }[]>`
    select c.item_id as id from item_listings c
     where c.listed > 0 and c.floor_yen < (select price_yen from listings l where l.item_id = c.item_id and l.state = 'sold' order by ended_at desc limit 1)`
  const cheap = (await found({ belowLastSale: 'true' })).map(({ id }) => id)
  assert.deepEqual(cheap, below.map(({ id }) => id).toSorted())
  assert.ok(cheap.length > 0 && cheap.length < whole.length)
})

test('a cursor of another sort, and one that no list made, are bad requests', async () => {
  const { cursor } = await page({ sort: 'price-low', limit: 5 })
  assert.ok(cursor)
  for (const query of [{ cursor }, { cursor: 'x', sort: 'sold' }] as Query[]) {
    const answer = await call('listListedItems', { query })
    assert.equal(!answer.ok && answer.body.errorCode, 'INVALID_REQUEST_FORMAT')
  }
})

test('a page reads as many rows of 60,000 listings as of 6,000, first and deep, in every sort and with a filter', async () => {
  const read = async () => {
    const found = new Map<string, Record<string, number>>()
    await sql`analyze`
    for (const sort of ['new', 'price-low', 'price-high', 'sold'] as const) {
      const first = { limit: 24, offset: 0, after: undefined }
      const [row] = await sql`
        select ${sort === 'new' ? sql`listed_at` : sort === 'sold' ? sql`sold` : sql`floor_yen`}::text as key, item_id as id
          from item_listings where listed > 0 order by 1, 2 offset 60 limit 1`
      const after = [String(row?.['key']), String(row?.['id'])] as [string, string]
      found.set(`${sort}`, await rowsRead(sql, (db) => listListedItems(db, sort, {}, first)))
      found.set(`${sort} deep`, await rowsRead(sql, (db) => listListedItems(db, sort, {}, { ...first, after })))
      found.set(
        `${sort} common`,
        await rowsRead(sql, (db) => listListedItems(db, sort, { rarities: ['common'] }, first)),
      )
    }
    // what one item's page and its sellers ask
    const viewer = { memberId: stranger.memberId, flowAddress: '0x179b6b1cb6755e31' }
    found.set('control', await rowsRead(sql, (db) => findControl(db, 'many-i1', viewer)))
    found.set('floor', await rowsRead(sql, (db) => findListableToken(db, '1000000')))
    const [open] = await sql`select id from listings where state = 'open' and item_id = 'many-i1' limit 1`
    found.set(
      'refusal',
      await rowsRead(sql, (db) => db`select listing_refusal(${String(open?.['id'])}, ${stranger.memberId})`),
    )
    return found
  }
  const more = (count: number, firstToken: number) =>
    seedListings(sql, { count, itemIds, sellerId: seller.memberId, soldPercent: 40, firstToken })
  await more(5100, 2_000_000)
  const few = await read()
  await more(54_000, 3_000_000)
  const many = await read()
  for (const [what, reads] of many) {
    assert.ok(
      Object.values(reads).some((rows) => rows > 0),
      what,
    )
    for (const [table, rows] of Object.entries(reads))
      assert.ok(
        rows <= (few.get(what)?.[table] ?? 0) + 60,
        `${what}: ${table}: ${few.get(what)?.[table]} rows grew to ${rows}`,
      )
    assert.ok((reads['listings'] ?? 0) <= 60, `${what}: ${reads['listings']} listings for 24 items`)
  }
})
