import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { api } from '@kura/contract/api'
import type { ApiInput, ApiOutput } from '@kura/contract/api'
import type { CallName } from '@kura/contract/paths'
import { drawNow } from '../../shop/pack/testing/draw-now.ts'
import { catalogueWorld } from '../../testing/catalogue-world.ts'
import type { CatalogueWorld } from '../../testing/catalogue-world.ts'
import { addManyItems } from '../../testing/many-items.ts'
import { importCatalogue } from './import.ts'

async function read<K extends CallName>({ call }: CatalogueWorld, name: K, input: ApiInput<K>): Promise<ApiOutput<K>> {
  const answer = await call(name, input)
  assert.ok(answer.ok, JSON.stringify(answer))
  assert.deepEqual(api[name].output.parse(answer.data), answer.data, `${name} is not exactly what the contract says`)
  return answer.data
}

const statusOf = async <K extends CallName>({ call }: CatalogueWorld, name: K, input: ApiInput<K>) => {
  const answer = await call(name, input)
  return answer.ok ? 'ok' : `${answer.status} ${answer.body.errorCode}`
}

async function addTokens({ sql }: CatalogueWorld, count: number, owner: string): Promise<void> {
  await sql`
    insert into tokens (id, ref_id, item_id, serial, owner_address, minted_tx_id, minted_height, minted_at, moved_at, last_height, last_event)
    select 18446744073709551000 + n, gen_random_uuid(), 'one', n, ${owner}, md5(n::text), n / 4, now(), now(), n / 4, 0
      from generate_series(1, ${count}::int) n`
}

test('every public read returns exactly the shape of the contract', async (t) => {
  const world = await catalogueWorld(t)
  await importCatalogue({ ...world, folder: await world.folder(), log: () => {} })
  await drawNow(world.sql)
  const one = await read(world, 'showItem', { params: { itemId: 'one' }, query: {} })
  assert.deepEqual([one.priceYen, one.mintedCount, one.categories.length, one.traits], [500, 0, 1, { 技法: '木版' }])
  assert.deepEqual(
    (await read(world, 'showSellingPack', { params: { itemId: 'one' } })).items.map(({ packId, oddsPpm }) => [
      packId,
      oddsPpm,
    ]),
    [['mixed', 333333]],
  )
  const pack = await read(world, 'showPack', { params: { packId: 'mixed' }, query: { forIssue: 'true' } })
  assert.match(pack.commitment, /^[0-9a-f]{64}$/)
  const contents = await read(world, 'listPackItems', { params: { packId: 'mixed' } })
  assert.equal(
    contents.items.reduce((sum, { oddsPpm }) => sum + oddsPpm, 0),
    1_000_000,
  )
  assert.equal((await read(world, 'listPacks', { query: {} })).items[0]?.remaining, 9)
  assert.deepEqual(
    (await read(world, 'listSeries', { query: {} })).items.map(({ itemCount }) => itemCount),
    [2],
  )
  assert.deepEqual(
    (await read(world, 'listCategories', {})).items.map(({ itemCount }) => itemCount),
    [1],
  )
  assert.equal((await read(world, 'listAnnouncements', { query: {} })).items.length, 1)
  const [banner] = (await read(world, 'listBanners', { query: {} })).items
  assert.ok(banner && !('startDate' in banner) && !('endDate' in banner))
})

test('products of other sites are listed in the order of the file, and those picked out by themselves', async (t) => {
  const world = await catalogueWorld(t)
  const product = (id: string, more: string) =>
    `- id: ${id}\n  name: { ja: 画集, en: Book }\n  picture: a.png\n  link: https://books.example/${id}\n${more}`
  const products = async () => {
    const [all, picked] = [await read(world, 'listExternalProducts', {}), await read(world, 'listPickedProducts', {})]
    return [all, picked].map(({ items }) => items.map(({ id, priceYen }) => [id, priceYen]))
  }
  assert.deepEqual(await products(), [[], []])
  const folder = (text: string) => world.folder({ 'external-products.yaml': text })
  const text = product('z-book', '  price: 3300\n') + product('a-print', '  pickup: true\n')
  await importCatalogue({ ...world, folder: await folder(text), log: () => {} })
  const shown = [
    ['z-book', 3300],
    ['a-print', null],
  ]
  assert.deepEqual(await products(), [shown, shown.slice(1)])
  await importCatalogue({ ...world, folder: await folder(product('a-print', '')), log: () => {} })
  assert.deepEqual(await products(), [shown.slice(1), []])
})

test('an id nobody knows is not found, also one of the wrong form', async (t) => {
  const world = await catalogueWorld(t)
  for (const id of ['nothing', 'No Such', "x'; --"]) {
    assert.equal(await statusOf(world, 'showItem', { params: { itemId: id }, query: {} }), '404 NOT_FOUND')
    assert.equal(await statusOf(world, 'showSellingPack', { params: { itemId: id } }), '404 NOT_FOUND')
    assert.equal(await statusOf(world, 'showPack', { params: { packId: id }, query: {} }), '404 NOT_FOUND')
    assert.equal(await statusOf(world, 'listPackItems', { params: { packId: id } }), '404 NOT_FOUND')
  }
  for (const tokenId of ['7', '99999999999999999999', '-1', 'x', '007'])
    assert.equal(await statusOf(world, 'showToken', { params: { tokenId } }), '404 NOT_FOUND')
})

test('a pack is before, on, sold out or after by the clock of the shop', async (t) => {
  const world = await catalogueWorld(t)
  const folder = await world.folder()
  const packs = await readFile(join(folder, 'packs.yaml'), 'utf8')
  const later = await world.folder({
    'packs.yaml': packs.replace('  contents:', '  from: 2030-01-01\n  until: 2030-01-02\n  contents:'),
  })
  await importCatalogue({ ...world, folder: later, log: () => {} })
  await drawNow(world.sql)
  const [{ away } = { away: '' }] = await world.sql<
    { away: string }[]
  >`select (timestamptz '2030-01-01T00:00+09:00' - now())::text as away`
  const state = async () => (await read(world, 'showPack', { params: { packId: 'mixed' }, query: {} })).state
  assert.equal(await state(), 'before')
  assert.equal((await read(world, 'showItem', { params: { itemId: 'one' }, query: {} })).priceYen, null)
  await world.moveClock(away)
  await world.moveClock('1 second')
  assert.equal(await state(), 'on')
  assert.equal((await read(world, 'showItem', { params: { itemId: 'one' }, query: {} })).priceYen, 500)
  const { currentTimestamp } = await read(world, 'currentTimestamp', {})
  assert.ok(currentTimestamp >= Date.parse('2030-01-01T00:00+09:00'))
  await world.sql`update pack_stocks set remaining = 0, sold = issued`
  assert.equal(await state(), 'sold-out')
  assert.equal((await read(world, 'listPacks', { query: { state: ['sold-out', 'on'] } })).items.length, 1)
  assert.equal((await read(world, 'listPacks', { query: { state: 'before' } })).items.length, 0)
  await world.moveClock('1 day')
  assert.equal(await state(), 'after')
})

test('packs come with those on sale first, page by page without gap or double', async (t) => {
  const world = await catalogueWorld(t)
  await addManyItems(world.sql, { count: 900 })
  const whole = await read(world, 'listPacks', { query: { limit: 100 } })
  const ranks = whole.items.map(({ state }) => ['on', 'before', 'sold-out', 'after'].indexOf(state))
  assert.deepEqual(
    ranks,
    ranks.toSorted((a, b) => a - b),
  )
  assert.deepEqual(new Set(ranks).size, 4)
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await read(world, 'listPacks', { query: { limit: 7, cursor } })
    ids.push(...page.items.map(({ packId }) => packId))
    cursor = page.cursor
  } while (cursor !== undefined)
  assert.deepEqual(
    ids,
    whole.items.map(({ packId }) => packId),
  )
  const asked = await read(world, 'listPacks', { query: { packId: ['many-p3', 'many-p2', 'nothing'] } })
  assert.deepEqual(
    asked.items.map(({ packId }) => packId),
    ['many-p2', 'many-p3'],
  )
})

test('tokens of an address, a member and an item, page by page, and one with its history', async (t) => {
  const world = await catalogueWorld(t)
  await importCatalogue({ ...world, folder: await world.folder(), log: () => {} })
  await drawNow(world.sql)
  const [address, memberId] = ['0x0123456789abcdef', '01890a5d-ac96-774b-bcce-b302099a8057']
  await world.sql`insert into members (id, email, flow_address, display_name) values (${memberId}, 'a@example.com', ${address}, '蔵子')`
  await addTokens(world, 30, address)
  await world.sql`update tokens set burned_at = now(), owner_address = null where serial = 30`
  for (const query of [
    { flowAddress: address.toUpperCase().replace('0X', '0x') },
    { userId: memberId },
    { itemId: 'one' },
  ]) {
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = await read(world, 'listTokens', { query: { ...query, limit: 4, cursor } })
      if (cursor === undefined) assert.equal(page.total, 29)
      ids.push(...page.items.map(({ tokenId }) => tokenId))
      cursor = page.cursor
    } while (cursor !== undefined)
    assert.equal(new Set(ids).size, 29)
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => Number(BigInt(b) - BigInt(a))),
    )
  }
  assert.deepEqual((await read(world, 'listTokens', { query: { userId: 'nobody' } })).items, [])
  const all = await read(world, 'listTokens', { query: { limit: 100 } })
  assert.deepEqual(
    all.items.map(({ tokenId }) => tokenId),
    (await read(world, 'listTokens', { query: { limit: 100, flowAddress: address } })).items.map(
      ({ tokenId }) => tokenId,
    ),
    'without an owner: the tokens of everybody',
  )
  await world.sql`
    insert into chain_events (tx_id, event_index, tx_index, height, block_at, type, kind, token_id, address, payload)
    select 'ab', n, 0, 5, now(), 'A.Collectible', (array['minted','deposited'])[n], 18446744073709551007, ${address}, '{}' from generate_series(1, 2) n`
  const token = await read(world, 'showToken', { params: { tokenId: '18446744073709551007' } })
  assert.deepEqual(
    [token.ownerName, token.ownerUserId, token.serial, token.history.map(({ kind }) => kind)],
    ['蔵子', memberId, 7, ['minted', 'deposited']],
  )
})
