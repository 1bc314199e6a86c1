import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { api } from '@kura/contract/api'
import type { ApiInput, ApiOutput } from '@kura/contract/api'
import type { Result } from '@kura/contract/result'
import type { PendingQuery, Row } from 'postgres'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { seedItem } from './testing/market-world.ts'
import { seedListings } from './testing/seed-listings.ts'

const world = await testWorld({ after })
const { deps, call } = world
const { sql } = deps
const [seller, target, stranger] = [await seedMember(deps), await seedMember(deps), await seedMember(deps)]
const itemIds = ['moon', 'sun', 'sea']
for (const itemId of itemIds) await seedItem(sql, { itemId, editionSize: 1000 })
await seedItem(sql, { itemId: 'never', editionSize: 10 })
await seedListings(sql, { count: 360, itemIds, sellerId: seller.memberId, soldPercent: 20 })

type Query = NonNullable<ApiInput<'listListings'>['query']>
async function page(query: Query, session?: string): Promise<ApiOutput<'listListings'>> {
  const answer = await call('listListings', { params: { itemId: 'moon' }, query }, session ? { session } : {})
  assert.ok(answer.ok, JSON.stringify(answer))
  // written by SQL: nothing may be missing, of another type, or beyond the contract
  assert.deepEqual(api.listListings.output.parse(answer.data), answer.data)
  return answer.data
}

test('every order of listings gives each once, by cursor and by offset, in that order', async () => {
  const keys = { price: 'price', serial: 'serial', time: 'openedAt' } as const
  for (const orderColumn of ['price', 'serial', 'time'] as const)
    for (const orderSort of ['asc', 'desc'] as const) {
      const query = { orderColumn, orderSort }
      const whole = await page({ ...query, limit: 100 })
      assert.ok(whole.items.length > 80 && whole.items.length === whole.total, `${whole.items.length} ${whole.total}`)
      const ids = whole.items.map(({ listingId }) => listingId)
      assert.equal(new Set(ids).size, ids.length)
      const values = whole.items.map((each) => each[keys[orderColumn]] ?? '')
      const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      assert.deepEqual(values, orderSort === 'asc' ? sorted : sorted.toReversed())
      const byCursor: string[] = []
      for (let cursor: string | undefined = ''; cursor !== undefined;) {
        const part: ApiOutput<'listListings'> = await page({ ...query, limit: 7, ...(cursor ? { cursor } : {}) })
        byCursor.push(...part.items.map(({ listingId }) => listingId))
        cursor = part.cursor
      }
      assert.deepEqual(byCursor, ids, `${orderColumn} ${orderSort}`)
      const byOffset: string[] = []
      for (let offset = 0; offset < ids.length; offset += 31)
        byOffset.push(...(await page({ ...query, limit: 31, offset })).items.map(({ listingId }) => listingId))
      assert.deepEqual(byOffset, ids)
    }
})

test('a time that no database can hold is refused by name, in the query and in a cursor of any order', async () => {
  const instants = [
    '0000-01-01T00:00:00Z',
    '2026-01-01T00:00:00+23:00',
    '2026-99-99T00:00:00Z',
    `2026-01-01T00:00:00.${'1'.repeat(60)}Z`,
  ]
  const cursorOf = (keys: unknown) => Buffer.from(JSON.stringify(keys)).toString('base64url')
  const uuid = '00000000-0000-4000-8000-000000000000'
  const cases: [Query, string][] = instants.flatMap((instant): [Query, string][] => [
    [{ before: instant }, 'before'],
    [{ orderColumn: 'time', cursor: cursorOf([instant, uuid]) }, 'cursor'],
    [{ orderColumn: 'price', cursor: cursorOf([instant, uuid]) }, 'cursor'],
  ])
  cases.push([{ cursor: cursorOf([2 ** 31, uuid]) }, 'cursor'], [{ cursor: cursorOf([100, 'no id']) }, 'cursor'])
  for (const [query, field] of cases) {
    const refused = await call('listListings', { params: { itemId: 'moon' }, query })
    assert.ok(!refused.ok && refused.status === 400, JSON.stringify(query))
    assert.equal(refused.body.errorCode, 'INVALID_REQUEST_FORMAT')
    // by the contract, which names what is wrong
    assert.deepEqual(
      refused.body.details?.map((each) => each.field),
      [field],
      JSON.stringify(query),
    )
  }
})

test('what came after a moment is left out, so that pages do not shift', async () => {
  const { items } = await page({ orderColumn: 'time', limit: 100 })
  const middle = items[40]?.openedAt
  assert.ok(middle)
  const early = await page({ before: middle, limit: 100 })
  assert.equal(early.items.length, 40)
  assert.ok(early.items.every(({ openedAt }) => (openedAt ?? '') < middle))
})

test('prices are bounds that still count, in every order and over pages', async () => {
  const { items } = await page({ limit: 100 })
  const [priceFrom, priceTo] = [items[20]?.price ?? 0, items[60]?.price ?? 0]
  const expected = items.filter(({ price }) => price >= priceFrom && price <= priceTo).map(({ listingId }) => listingId)
  assert.ok(expected.length >= 41 && expected.length < items.length)
  for (const orderColumn of ['price', 'serial', 'time'] as const) {
    const first = await page({ orderColumn, priceFrom, priceTo, limit: 30 })
    assert.ok(first.cursor !== undefined && first.total === undefined)
    const rest = await page({ orderColumn, priceFrom, priceTo, limit: 100, cursor: first.cursor })
    const found = [...first.items, ...rest.items].map(({ listingId }) => listingId)
    assert.deepEqual(found.toSorted(), expected.toSorted(), orderColumn)
  }
  assert.deepEqual((await page({ priceFrom: 9_999_999 })).items, [])
})

test('a token alone has its one listing, or none', async () => {
  const { items } = await page({ limit: 3 })
  for (const { tokenId, listingId } of items)
    assert.deepEqual(
      (await page({ tokenId })).items.map((each) => each.listingId),
      [listingId],
    )
  assert.deepEqual((await page({ tokenId: '7' })).items, [])
})

test('a targeted listing is shown to its target only', async () => {
  const [row] = await sql`
    update listings set target_id = ${target.memberId}, target_address = '0x179b6b1cb6755e31'
     where id = (select id from listings where item_id = 'sea' and state = 'open' limit 1) returning id, ref_id as ref`
  assert.ok(row)
  const { id, ref: tokenRefId } = row as unknown as { id: string; ref: string }
  const lists = async (session?: string, getLimited?: boolean) => {
    const query = { limit: 100, ...(getLimited ? { getLimited: 'true' as never } : {}) }
    const answer = await call('listListings', { params: { itemId: 'sea' }, query }, session ? { session } : {})
    return answer.ok && answer.data.items.some(({ listingId }) => listingId === id)
  }
  const shows = async (session?: string) =>
    (await call('showListing', { params: { tokenRefId } }, session ? { session } : {})).ok
  assert.deepEqual(
    [await lists(), await lists(undefined, true), await lists(stranger.session, true), await lists(target.session)],
    [false, false, false, false],
  )
  assert.equal(await lists(target.session, true), true)
  assert.deepEqual(
    [await shows(), await shows(stranger.session), await shows(target.session), await shows(seller.session)],
    [false, false, true, true],
  )
})

test('bounds, counts and prices are those of the rows', async () => {
  const [expected] = await sql<{ min: number; max: number; n: number; sold: number }[]>`
    select min(price_yen) filter (where state = 'open') as min, max(price_yen) filter (where state = 'open') as max,
           count(*) filter (where state = 'open')::int as n, count(*) filter (where state = 'sold')::int as sold
      from listings where item_id = 'sun'`
  assert.ok(expected)
  const bounds = await call('showMaxMin', { params: { itemId: 'sun' } })
  assert.deepEqual(bounds.ok && bounds.data, {
    min: expected.min,
    max: expected.max,
    minPrice: expected.min,
    maxPrice: expected.max,
  })
  const none = await call('showMaxMin', { params: { itemId: 'never' } })
  assert.equal(!none.ok && none.status, 404)
  const { session } = seller
  const prices = await call('showItemPrices', { params: { itemId: 'sun' } }, { session })
  assert.ok(prices.ok, JSON.stringify(prices))
  assert.deepEqual(api.showItemPrices.output.parse(prices.data), prices.data)
  assert.deepEqual(
    [prices.data.listed, prices.data.minPrice, prices.data.maxPrice],
    [expected.n, expected.min, expected.max],
  )
  assert.equal(
    prices.data.days.reduce((sum, { sold }) => sum + sold, 0),
    expected.sold,
  )
  for (const { minPrice, medianPrice, maxPrice } of prices.data.days)
    assert.ok(minPrice <= medianPrice && medianPrice <= maxPrice)
  const unsold = await call('showItemPrices', { params: { itemId: 'never' } }, { session })
  assert.deepEqual(unsold.ok && unsold.data, {
    listed: 0,
    minPrice: null,
    maxPrice: null,
    lastPrice: null,
    lastSoldAt: null,
    days: [],
  })
})

test('items with listings come in the order of their latest, and trends in that of their sales', async () => {
  const all = await call('listListedItems', { query: {} })
  assert.ok(all.ok)
  assert.deepEqual(api.listListedItems.output.parse(all.data), all.data)
  assert.deepEqual(all.data.items.map(({ item }) => item.itemId).toSorted(), itemIds.toSorted())
  const times = all.data.items.map(({ listedAt }) => listedAt)
  assert.deepEqual(times, times.toSorted().toReversed())
  const ids: string[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const part: Result<ApiOutput<'listListedItems'>> = await call('listListedItems', {
      query: { limit: 1, ...(cursor ? { cursor } : {}) },
    })
    assert.ok(part.ok)
    ids.push(...part.data.items.map(({ item }) => item.itemId))
    cursor = part.data.cursor
  }
  assert.deepEqual(
    ids,
    all.data.items.map(({ item }) => item.itemId),
  )
  // the seven days must not move between the two counts
  await world.stopClock()
  const trends = await call('listTrends', { query: {} })
  assert.ok(trends.ok)
  assert.deepEqual(api.listTrends.output.parse(trends.data), trends.data)
  const sold = trends.data.items.map((each) => each.sold)
  assert.ok(sold.length > 0)
  assert.deepEqual(
    sold,
    sold.toSorted((a, b) => b - a),
  )
  const [week] = await sql`select count(*)::int as n from listings
    where state = 'sold' and (ended_at at time zone 'Asia/Tokyo')::date > (kura_now() at time zone 'Asia/Tokyo')::date - 7`
  assert.equal(
    sold.reduce((sum, each) => sum + each, 0),
    week?.['n'],
  )
})

test('the count of each item stays that of its rows, whatever moves', async () => {
  await sql`update listings set state = 'held' where id in (select id from listings where state = 'open' order by id limit 20)`
  await sql`update listings set state = 'open' where id in (select id from listings where state = 'held' order by id limit 7)`
  await sql`update listings set state = 'ended', ended_at = kura_now(), end_reason = 'moved' where id in (select id from listings where state in ('open', 'held') order by id desc limit 30)`
  const wrong = await sql`
    select c.item_id from item_listings c
     where c.listed <> (select count(*) from listings l where l.item_id = c.item_id and l.state = 'open' and l.target_id is null)`
  assert.deepEqual([...wrong], [])
  await sql`update listings set state = 'sold', ended_at = kura_now(), end_reason = null where id in (select id from listings where state = 'ended' limit 9)`
  await sql`update listings set state = 'pending', ended_at = null where id in (select id from listings where state = 'sold' limit 50)`
  const sales = await sql`
    select item_id, (ended_at at time zone 'Asia/Tokyo')::date as day, count(*)::int as sold from listings where state = 'sold'
     group by 1, 2 order by 1, 2`
  assert.ok(sales.length > 0)
  assert.deepEqual(
    [...(await sql`select item_id, day, sold from item_sales where sold > 0 order by item_id, day`)],
    [...sales],
  )
})

test('a member’s own listings are shown newest first, by state, and no others', async () => {
  const own = await call(
    'listOwnListings',
    { query: { state: ['open', 'sold'] as never, limit: 5 } },
    { session: seller.session },
  )
  assert.ok(own.ok, JSON.stringify(own))
  assert.deepEqual(api.listOwnListings.output.parse(own.data), own.data)
  assert.equal(own.data.items.length, 5)
  const ids = own.data.items.map(({ listingId }) => listingId)
  assert.deepEqual(ids, ids.toSorted().toReversed())
  const next = await call(
    'listOwnListings',
    { query: { cursor: own.data.cursor, limit: 5 } },
    { session: seller.session },
  )
  assert.ok(next.ok && next.data.items.every(({ listingId }) => listingId < (ids.at(-1) ?? '')))
  const none = await call('listOwnListings', { query: {} }, { session: stranger.session })
  assert.deepEqual(none.ok && none.data.items, [])
})

test('what a visitor may not do is shown with the reason', async () => {
  const control = async (session?: string) => {
    const answer = await call('showItemControl', { params: { itemId: 'moon' } }, session ? { session } : {})
    assert.ok(answer.ok)
    const { list, buy, gift, transfer } = answer.data
    return [list, buy, gift, transfer].map(({ reason }) => reason)
  }
  assert.deepEqual(await control(), ['signed-out', 'signed-out', 'signed-out', 'signed-out'])
  const noWallet = 'wallet-required'
  assert.deepEqual(await control(stranger.session), [noWallet, noWallet, noWallet, noWallet])
  const full = await seedMember(deps, { flowAddress: '0xf3fcd2c1a78f5eee' })
  assert.deepEqual(await control(full.session), ['not-owned', null, 'not-owned', 'not-owned'])
  const addToken = (id: number) => sql`
    insert into tokens (id, ref_id, item_id, serial, owner_address, minted_tx_id, minted_height, minted_at, moved_at, last_height, last_event)
    values (${id}, gen_random_uuid(), 'moon', ${id}, ${full.flowAddress}, 'seed', 1, kura_now(), kura_now(), 1, 0)`
  await addToken(7)
  assert.deepEqual(await control(full.session), [null, null, null, null])
  // a token that is listed or given by mail has to be freed first; another token is free
  await sql`
    insert into gifts (id, state, giver_id, giver_address, token_id, token_uuid, ref_id, version, email, locale, issued_at, claim_until, expires_at,
                       key_index, order_hash, opened_at)
    values (gen_random_uuid(), 'open', ${full.memberId}, ${full.flowAddress}, 7, 7, gen_random_uuid(), 1, 'to@example.jp', 'ja', kura_now(),
            kura_now() + interval '7 days', kura_now() + interval '9 days', 0, 'gift', kura_now())`
  const gift = 'offered-as-gift'
  assert.deepEqual(await control(full.session), [gift, null, gift, gift])
  await sql`update gifts set state = 'ended', ended_at = kura_now(), end_reason = 'cancelled'`
  const seedOwn = (id: number, state: string) => sql`
    insert into listings (id, state, seller_id, seller_address, token_id, token_uuid, ref_id, item_id, serial, version, price_yen, fee_yen,
                          royalty_yen, content_access_yen, issued_at, expires_at, key_index, order_hash, opened_at)
    values (gen_random_uuid(), ${state}, ${full.memberId}, ${full.flowAddress}, ${id}, ${id}, gen_random_uuid(), 'moon', ${id}, 1, 500, 50, 0, 0,
            kura_now(), kura_now() + interval '9 days', 0, 'own-' || ${id}::int, kura_now())`
  await seedOwn(7, 'ending')
  const listed = 'listed-already'
  assert.deepEqual(await control(full.session), [listed, null, listed, listed])
  await addToken(8)
  assert.deepEqual(await control(full.session), [null, null, null, null])
  await seedOwn(8, 'open')
  // then the remaining listings are for others, open later, or are being paid for
  const others = (change: PendingQuery<Row[]>) =>
    sql`update listings set ${change} where item_id = 'moon' and seller_id <> ${full.memberId} and state in ('open', 'held')`
  await others(sql`target_id = ${target.memberId}, target_address = '0x179b6b1cb6755e31'`)
  assert.deepEqual(await control(full.session), [listed, 'own-listing', listed, listed])
  await sql`update listings set state = 'ended', end_reason = 'agent', ended_at = kura_now() where seller_id = ${full.memberId}`
  // a listing targeted at somebody else stays hidden
  assert.deepEqual(await control(full.session), [null, 'not-listed', null, null])
  await others(sql`target_id = ${full.memberId}, target_address = ${full.flowAddress}`)
  assert.deepEqual(await control(full.session), [null, null, null, null])
  await others(sql`grace_seconds = 60, buyable_from = kura_now() + interval '60 seconds'`)
  assert.deepEqual(await control(full.session), [null, 'not-yet', null, null])
  await others(sql`grace_seconds = 0, buyable_from = opened_at, state = 'held'`)
  assert.deepEqual(await control(full.session), [null, 'not-yet', null, null])
  await others(sql`state = 'ended', end_reason = 'agent', ended_at = kura_now()`)
  assert.deepEqual(await control(full.session), [null, 'not-listed', null, null])
  await sql`
    insert into wallet_changes (id, member_id, kind, old_address, new_address, state)
    values (gen_random_uuid(), ${full.memberId}, 'recovery', ${full.flowAddress}, '0x179b6b1cb6755e31', 'requested')`
  assert.deepEqual(await control(full.session), [null, 'wallet-changing', null, null])
  await sql`delete from wallet_changes`
  await sql`
    insert into sale_events (tx_id, event_index, tx_index, height, block_at, type, kind, payload)
    values ('pause', 0, 0, 1, kura_now(), 'SalesPaused', 'paused', '{"paused":true}')`
  assert.deepEqual(await control(full.session), ['sales-paused', 'sales-paused', null, null])
  await sql`delete from sale_events`
  await sql`insert into professional_sellers (member_id, name) values (${full.memberId}, '月の店')`
  assert.deepEqual(await control(full.session), ['seller-notice-missing', 'not-listed', null, null])
  await sql`update members set terms_version = 'old' where id = ${full.memberId}`
  assert.deepEqual(
    await control(full.session),
    Array.from({ length: 4 }, () => 'terms-outdated'),
  )
  const targets = await call('showSellingTarget', { params: { id: full.memberId } }, { session: seller.session })
  assert.equal(targets.ok && targets.data.flowAddress, full.flowAddress)
  const self = await call('showSellingTarget', { params: { id: full.memberId } }, { session: full.session })
  assert.equal(!self.ok && self.body.errorCode, 'INVALID_INPUT')
})
