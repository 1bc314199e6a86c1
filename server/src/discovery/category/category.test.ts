import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { localApi } from '../../platform/http/call-runner.ts'
import { catalogueWorld } from '../../testing/catalogue-world.ts'
import { addManyItems } from '../../testing/many-items.ts'
import { categoryContentRoutes } from './routes.ts'

const world = await catalogueWorld({ after })
const { sql } = world
await addManyItems(sql, { count: 64 })
await sql`update items set is_regulated = true where id = 'many-i8'`
await sql`
  insert into tokens (id, ref_id, item_id, serial, owner_address, minted_tx_id, minted_height, minted_at, moved_at, last_height, last_event)
  select n, gen_random_uuid(), 'many-i' || n, 1, '0x0000000000000001', 'ab', n, now(), now(), n, 0 from generate_series(1, 64) n`
const call = localApi(categoryContentRoutes({ sql }))

test('categories have their items: by slugs, words, order and without works for adults', async () => {
  const list = async (query: Parameters<typeof call<'listCategoryItems'>>[1]['query']) => {
    const found = await call('listCategoryItems', { query })
    assert.ok(found.ok, JSON.stringify(found))
    return found.data
  }
  const one = await list({ categorySlugs: 'many-c1' })
  assert.deepEqual([one.total, one.items.length], [8, 8])
  assert.equal((await list({ categorySlugs: 'many-c1,many-c2' })).items.length, 16)
  const ids = (await list({ categorySlugs: 'many-c1', excludeRegulatedItems: 'true' })).items.map(
    ({ itemId }) => itemId,
  )
  assert.deepEqual([ids.length, ids.includes('many-i8')], [7, false])
  const low = (await list({ sort: 'price' })).items.map(({ priceYen }) => priceYen ?? Infinity)
  assert.deepEqual(
    low,
    low.toSorted((a, b) => a - b),
  )
  assert.deepEqual((await list({ categorySlugs: 'nothing' })).items, [])
})

test('categories have the tokens of their items, in pages by offset and by cursor', async () => {
  const list = async (query: Parameters<typeof call<'listCategoryTokens'>>[1]['query']) => {
    const found = await call('listCategoryTokens', { query })
    assert.ok(found.ok, JSON.stringify(found))
    return found.data
  }
  const all = await list({ categorySlugs: 'many-c1' })
  assert.deepEqual(
    all.items.map(({ itemId }) => itemId),
    ['many-i64', 'many-i56', 'many-i48', 'many-i40', 'many-i32', 'many-i24', 'many-i16', 'many-i8'],
  )
  const first = await list({ categorySlugs: 'many-c1', limit: 3, order: 'asc' })
  const next = await list({ categorySlugs: 'many-c1', limit: 3, order: 'asc', cursor: first.cursor })
  const byOffset = await list({ categorySlugs: 'many-c1', limit: 3, order: 'asc', offset: 3 })
  assert.deepEqual(next.items, byOffset.items)
  assert.equal(first.items[0]?.itemId, 'many-i8')
  assert.equal((await list({ categorySlugs: 'many-c1', excludeRegulatedItems: 'true' })).items.length, 7)
  assert.equal((await list({ q: '月夜', categorySlugs: 'many-c1' })).items.length, 8)
})
