import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@kura/contract/api'
import type { ApiInput, ApiOutput } from '@kura/contract/api'
import { rowsRead } from '../../platform/db/testing/rows-read.ts'
import { catalogueWorld } from '../../testing/catalogue-world.ts'
import type { CatalogueWorld } from '../../testing/catalogue-world.ts'
import { addManyItems } from '../../testing/many-items.ts'
import { mostCounted } from './count-queries.ts'
import { filterOf } from './list-items.ts'
import { listNewest } from './queries.ts'

type Query = NonNullable<ApiInput<'listItems'>['query']>

async function list({ call }: CatalogueWorld, query: Query): Promise<ApiOutput<'listItems'>> {
  const answer = await call('listItems', { query })
  assert.ok(answer.ok, JSON.stringify(answer))
  // the answer came as text from SQL: nothing in it may be missing, of another type, or beyond the
  // contract
  assert.deepEqual(api.listItems.output.parse(answer.data), answer.data)
  return answer.data
}

/** Follows the cursor to the end. */
async function idsByCursor(world: CatalogueWorld, query: Query, limit: number): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await list(world, { ...query, limit, cursor })
    assert.ok(page.items.length > 0 || cursor === undefined)
    assert.equal(page.total === undefined, cursor !== undefined)
    ids.push(...page.items.map(({ itemId }) => itemId))
    cursor = page.cursor
  } while (cursor !== undefined)
  return ids
}

test('pages by cursor and by offset give every item once, in every order and under every filter', async (t) => {
  const world = await catalogueWorld(t)
  await addManyItems(world.sql, { count: 160 })
  // several items of one name and of one price, and an item in two packs
  await world.sql`update items set name_ja = '同じ名前' where position % 5 = 0`
  await world.sql`update items set is_regulated = true where position % 7 = 0`
  await world.sql`insert into pack_items (pack_id, item_id, copies, odds_ppm) values ('many-p2', 'many-i3', 1, 1), ('many-p5', 'many-i6', 1, 1)`
  const filters: Query[] = [
    {},
    { seriesId: 'many-s2' },
    { categorySlugs: 'many-c1' },
    { excludeRegulatedItems: 'true' },
    { excludeRegulatedItems: 'true', seriesId: 'many-s2' },
    { excludeRegulatedItems: 'true', categorySlugs: 'many-c1' },
    { categorySlugs: 'many-c1,many-c2,nothing' },
    { rarity: ['rare', 'epic'] },
    { q: '同じ' },
    { q: '月夜', categorySlugs: 'many-c2', rarity: 'common' },
  ]
  for (const sort of ['new', 'name', 'price-low', 'price-high'] as const) {
    for (const filter of filters) {
      const query = { ...filter, sort }
      const whole = await list(world, { ...query, limit: 100 })
      const all = [...whole.items, ...(await list(world, { ...query, limit: 100, offset: 100 })).items]
      const ids = all.map(({ itemId }) => itemId)
      assert.equal(new Set(ids).size, ids.length)
      assert.equal(ids.length, whole.total, JSON.stringify(query))
      assert.deepEqual(await idsByCursor(world, query, 7), ids, JSON.stringify(query))
      const byOffset: string[] = []
      for (let offset = 0; offset < ids.length; offset += 23)
        byOffset.push(...(await list(world, { ...query, limit: 23, offset })).items.map(({ itemId }) => itemId))
      assert.deepEqual(byOffset, ids)
    }
  }
})

test('beside each choice stands how many items it leaves, with the other filters as they are', async (t) => {
  const world = await catalogueWorld(t)
  await addManyItems(world.sql, { count: 160 })
  await world.sql`update items set is_regulated = true where position % 7 = 0`
  const count = async (query: Query) => {
    const answer = await world.call('countItems', { query })
    assert.ok(answer.ok, JSON.stringify(answer))
    assert.deepEqual(api.countItems.output.parse(answer.data), answer.data)
    return answer.data
  }
  const filters: Query[] = [
    { excludeRegulatedItems: 'true' },
    { seriesId: 'many-s2', rarity: ['rare', 'epic'] },
    { categorySlugs: 'many-c1', q: '月夜' },
    { categorySlugs: 'many-c1', seriesId: 'many-s3', excludeRegulatedItems: 'true' },
    { q: 'どこにもない' },
  ]
  let compared = 0
  for (const filter of filters) {
    const { series, categories, rarities, isExact } = await count(filter)
    assert.equal(isExact, true)
    const choices: [Record<string, number>, string[], (choice: string) => Query][] = [
      [series, ['many-s1', 'many-s2', 'many-s3', 'many-s4'], (seriesId) => ({ seriesId })],
      [categories, ['many-c1', 'many-c2', 'many-c8'], (categorySlugs) => ({ categorySlugs })],
      [rarities, ['common', 'rare', 'epic', 'legendary'], (rarity) => ({ rarity: rarity as 'rare' })],
    ]
    for (const [counts, names, narrowed] of choices)
      for (const name of names) {
        const { total } = await list(world, { ...filter, ...narrowed(name), limit: 1 })
        assert.equal(counts[name] ?? 0, total, `${JSON.stringify(filter)} ${name}`)
        compared += counts[name] === undefined ? 0 : 1
      }
  }
  assert.ok(compared > 15, `${compared} choices that leave something`)
})

test('more items than are read are counted as at least so many', async (t) => {
  const world = await catalogueWorld(t)
  await addManyItems(world.sql, { count: mostCounted + 200 })
  const all = await world.call('countItems', { query: {} })
  assert.ok(all.ok)
  assert.equal(all.data.isExact, false)
  const counted = Object.values(all.data.rarities).reduce((sum, each) => sum + each, 0)
  assert.equal(counted, mostCounted + 1)
  const some = await world.call('countItems', { query: { categorySlugs: 'many-c1', seriesId: 'many-s2' } })
  assert.equal(some.ok && some.data.isExact, true)
})

test('prices are those of the cheapest pack on sale, and sort with what cannot be bought last', async (t) => {
  const world = await catalogueWorld(t)
  await addManyItems(world.sql, { count: 60 })
  await world.sql`insert into pack_items (pack_id, item_id, copies, odds_ppm) values ('many-p2', 'many-i3', 1, 1)`
  const { items } = await list(world, { sort: 'price-low', limit: 100 })
  const prices = items.map(({ priceYen }) => priceYen ?? Infinity)
  assert.deepEqual(
    prices,
    prices.toSorted((a, b) => a - b),
  )
  assert.equal(items.find(({ itemId }) => itemId === 'many-i3')?.priceYen, 320)
  const high = (await list(world, { sort: 'price-high', limit: 100 })).items.map(({ priceYen }) => priceYen ?? -1)
  assert.deepEqual(
    high,
    high.toSorted((a, b) => b - a),
  )
  assert.ok(high.includes(-1) && prices.includes(Infinity))
  await world.sql`update pack_stocks set remaining = 0, sold = issued where pack_id = 'many-p2'`
  const later = await list(world, { limit: 100 })
  assert.equal(later.items.find(({ itemId }) => itemId === 'many-i3')?.priceYen, 330)
})

test('a search finds part of a name in either language, any width, case or kana, and takes no wildcards', async (t) => {
  const world = await catalogueWorld(t)
  await addManyItems(world.sql, { count: 40 })
  await world.sql`update items set name_ja = 'アサギリの100%塔_銀', name_en = 'Tower \\ of Mist' where id = 'many-i7'`
  const find = async (q: string) => (await list(world, { q })).items.map(({ itemId }) => itemId)
  for (const q of [
    'あさぎり',
    'アサギリ',
    'ｱｻｷﾞﾘ',
    '100%',
    '１００％',
    '%',
    '塔_',
    'TOWER \\',
    'mist',
    'さ',
    '銀 tower',
  ])
    assert.ok((await find(q)).includes('many-i7'), q)
  assert.deepEqual(await find('%'), ['many-i7'])
  assert.deepEqual(await find('塔_銀'), ['many-i7'])
  assert.deepEqual(await find('a_c'), [])
  assert.deepEqual(await find('どこにもない'), [])
  assert.equal((await list(world, { q: '   ' })).total, 40)
})

test('a search for a rare word reads no names that only hold its parts, one for a common word only the newest', async (t) => {
  const { sql } = await catalogueWorld(t)
  await addManyItems(sql, { count: 4000 })
  await sql`update items set name_ja = 'いうあい' || id where id like 'many-i1%'`
  await sql`update items set name_ja = 'あいう' where id = 'many-i77'`
  await sql`vacuum analyze items`
  const search = async (q: string) => {
    const page = { limit: 24, offset: 0, after: undefined }
    let total: number | null | undefined
    const read = await rowsRead(sql, async (db) => {
      for (const found of await listNewest(db, filterOf({ q }), page)) total = found.total
    })
    return { total, rows: read['items'] ?? 0 }
  }
  const rare = await search('あいう')
  assert.equal(rare.total, 1)
  assert.ok(rare.rows >= 1 && rare.rows <= 5, `${rare.rows} items for the one that is found`)
  const common = await search('金魚')
  assert.equal(common.total, null)
  // every eighth has it, and a hundred are counted
  assert.ok(common.rows >= 101 && common.rows <= 1500, `${common.rows} items for a page of 24`)
})

test('a cursor that this list did not make is a bad request', async (t) => {
  const { call } = await catalogueWorld(t)
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const cursors = [
    'x',
    '',
    '%00',
    encode(null),
    encode({}),
    encode([]),
    encode(['a']),
    encode([1, 2]),
    encode([-1]),
    encode([1e300]),
  ]
  for (const cursor of cursors) {
    const answer = await call('listItems', { query: { cursor } })
    assert.deepEqual(
      [answer.ok, answer.ok ? 0 : answer.status, answer.ok ? '' : answer.body.errorCode],
      [false, 400, 'INVALID_REQUEST_FORMAT'],
      cursor,
    )
  }
  for (const keys of [
    [2 ** 31, 'a', 1],
    [1, 'a', 2 ** 53],
    [1, 'a\0', 1],
  ])
    assert.equal((await call('listItems', { query: { cursor: encode(keys), sort: 'price-low' } })).ok, false)
  assert.ok(
    (await call('listItems', { query: { cursor: encode([2 ** 31 - 1, 'a', 2 ** 53 - 1]), sort: 'price-low' } })).ok,
  )
  const ofName = encode(['a', 'b'])
  assert.equal((await call('listItems', { query: { cursor: ofName } })).ok, false)
  assert.equal((await call('listItems', { query: { cursor: ofName, sort: 'name' } })).ok, true)
  assert.equal((await call('listItems', { query: { cursor: encode(['a\0', 'b']), sort: 'name' } })).ok, false)
  assert.equal((await call('listItems', { query: { q: 'a\0b' } })).ok, false)
  for (const query of [{ cursor: 'x' }, { cursor: ofName }]) {
    for (const name of ['listPacks', 'listSeries'] as const) {
      const answer = await call(name, { query: query as never })
      assert.equal(answer.ok ? 200 : answer.status, 400)
    }
  }
})
