import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getItem } from '@kura/cadence/item'
import { getToken } from '@kura/cadence/token'
import { fresh } from '../../../../cadence/tests/world.ts'
import { intendMint } from '../../chain/agent/mint-tokens.ts'
import { intend, waitForSeal } from '../../chain/agent/submit-transaction.ts'
import { indexAll } from '../../chain/index/index-once.ts'
import { chainDeps, chainNetwork, passTime } from '../../chain/testing/chain-world.ts'
import { mintOne } from '../../mint-by-hand.ts'
import type { ChainDeps } from '../../platform/flow/chain-config.ts'
import { takeLease } from './queries.ts'
import { registerItems, LeaseLostError, sealRegistration } from './register-items.ts'

const { world } = chainNetwork()
const publicUrl = 'https://kura.example'

async function seedItems({ sql }: ChainDeps, count: number, editionSize = 3) {
  const seriesId = fresh('series')
  const picture = 'a'.repeat(32)
  await sql`
    insert into media (id, width, height, colour, sizes) values (${picture}, 900, 900, '#112233', '{320,640,900}')
    on conflict do nothing`
  await sql`
    insert into series (id, name_ja, name_en, token_cap) values (${seriesId}, '四季', 'Four seasons', 1000)`
  const ids = Array.from({ length: count }, () => fresh('item'))
  for (const [index, id] of ids.entries()) {
    await sql`
      insert into items (id, series_id, name_ja, name_en, description_ja, description_en, artist, edition_size, traits, picture, royalty_bps, position)
      values (${id}, ${seriesId}, ${`門の雪 ${index}`}, 'Snow on the gate', '静かな朝。', 'A quiet morning.', 'Aoi', ${editionSize},
              ${sql.json({ 季節: '冬' })}, ${picture}, 500, ${Date.now() * 1000 + index})`
  }
  return { seriesId, ids }
}
const supply = async ({ accessNode }: ChainDeps, itemId: string) =>
  (await accessNode.runScript(getItem(world().addresses, { itemId }))) as Record<string, unknown> | null

test('items of the catalogue are brought to the chain in batches, once', async (t) => {
  const deps = await chainDeps(t, world())
  const { ids } = await seedItems(deps, 45)
  assert.deepEqual(await registerItems(deps, { publicUrl }), { series: 1, items: 45, refused: [] })
  assert.equal((await supply(deps, ids[44]!))!.name, '門の雪 44')
  assert.deepEqual(await registerItems(deps, { publicUrl }), { series: 0, items: 0, refused: [] })
  const kinds = await deps.sql`select kind from chain_transactions order by created_at`
  assert.deepEqual(
    kinds.map(({ kind }) => kind),
    ['register-series', 'register-items', 'register-items'],
  )
})

test('an item whose cap was raised is refused by name, the others are registered', async (t) => {
  const deps = await chainDeps(t, world())
  const { ids } = await seedItems(deps, 5)
  await registerItems(deps, { publicUrl })
  await deps.sql`update items set registered_at = null, name_ja = name_ja || ' 改'`
  await deps.sql`update items set edition_size = 9 where id = ${ids[2]!}`
  const { items, refused } = await registerItems(deps, { publicUrl })
  assert.equal(items, 4)
  assert.deepEqual(
    refused.map(({ id }) => id),
    [ids[2]],
  )
  assert.match(refused[0]!.error, /cannot be raised to 9/)
  assert.equal((await supply(deps, ids[4]!))!.name, '門の雪 4 改')
  const transactions = async () => (await deps.sql`select 1 from chain_transactions`).length
  const before = await transactions()
  assert.deepEqual(
    (await registerItems(deps, { publicUrl })).refused.map(({ isNew }) => isNew),
    [false],
  )
  assert.equal(await transactions(), before, 'what was refused a moment ago is not sent again')
})

test('words that come back after others reach the chain again', async (t) => {
  const deps = await chainDeps(t, world())
  const [id] = (await seedItems(deps, 1)).ids as [string]
  await registerItems(deps, { publicUrl })
  for (const name of ['雪', '月', '雪', '月']) {
    await deps.sql`update items set name_ja = ${name} where id = ${id}`
    const [row] = await deps.sql`select registered_at is not null as known from items where id = ${id}`
    assert.equal(row?.['known'], true, 'a reworded item stays known to the chain')
    assert.equal((await registerItems(deps, { publicUrl })).items, 1)
    assert.equal((await supply(deps, id))!.name, name)
  }
  await deps.sql`update items set name_en = 'Moon', reserved_copies = 1 where id = ${id}`
  assert.equal((await registerItems(deps, { publicUrl })).items, 0, 'what is not on chain is no reason to write there')
})

test('words that a dead registrar left on their way do not land after newer ones', async (t) => {
  const deps = await chainDeps(t, world())
  const { seriesId, ids } = await seedItems(deps, 1)
  await registerItems(deps, { publicUrl })
  const old = { itemId: ids[0]!, seriesId, name: '古い', text: '', thumbnail: '', cap: 3, traits: {}, royaltyBps: 0 }
  const details = { items: [old], royaltyReceiver: deps.chain.agentAddress }
  const left = await intend(deps.sql, { kind: 'register-items', cause: 'left behind', details })
  await deps.sql`update items set name_ja = '新しい' where id = ${ids[0]!}`
  await registerItems(deps, { publicUrl })
  assert.equal((await waitForSeal(deps, left.id)).state, 'sealed')
  assert.equal((await supply(deps, ids[0]!))!.name, '新しい')
})

test('one registers at a time; a silent one is taken over and sends nothing more', async (t) => {
  const deps = await chainDeps(t, world())
  await seedItems(deps, 1)
  const silent = { name: 'register-items', holder: crypto.randomUUID() }
  assert.equal(await takeLease(deps.sql, silent), true)
  assert.deepEqual(await registerItems(deps, { publicUrl }), { series: 0, items: 0, refused: [] })
  await passTime(deps.sql, 1)
  const late = { deps, lease: silent, signal: undefined }
  await assert.rejects(sealRegistration(late, 'register-series', { series: [] }, []), LeaseLostError)
  assert.equal((await registerItems(deps, { publicUrl })).items, 1)
  assert.equal((await deps.sql`select 1 from leases`).length, 0)
})

test('a mint waits until its item is on chain', async (t) => {
  const deps = await chainDeps(t, world())
  const { ids } = await seedItems(deps, 1)
  const member = await world().newMember()
  const tokens = [{ itemId: ids[0]!, serial: 1, refId: crypto.randomUUID() }]
  const { id } = await intendMint(deps.sql, { cause: 'early', to: member.address, tokens })
  assert.equal((await waitForSeal(deps, id, { timeoutMs: 300 })).state, 'intended')
  await registerItems(deps, { publicUrl })
  assert.equal((await waitForSeal(deps, id)).state, 'sealed')
  // New words wait to be brought to the chain; mints of the item do not wait with them.
  await deps.sql`update items set registered_at = null`
  const more = [{ itemId: ids[0]!, serial: 2, refId: crypto.randomUUID() }]
  const next = await intendMint(deps.sql, { cause: 'reworded', to: member.address, tokens: more })
  assert.equal((await waitForSeal(deps, next.id)).state, 'sealed')
})

test('minting by hand takes the next serial that is in no pack, and says which token came of it', async (t) => {
  const deps = await chainDeps(t, world())
  const { ids } = await seedItems(deps, 1, 2)
  const member = await world().newMember()
  const lines: string[] = []
  const order = { itemId: ids[0]!, to: member.address, publicUrl }
  const first = await mintOne(deps, order, (line) => lines.push(line))
  assert.match(lines.at(-1)!, new RegExp(`token ${first.tokenId}$`))
  const token = (await deps.accessNode.runScript(
    getToken(world().addresses, { address: member.address, id: BigInt(first.tokenId) }),
  )) as Record<string, unknown>
  assert.deepEqual(
    [token.name, token.thumbnail],
    ['門の雪 0 #1', `${publicUrl}/images/media/${'a'.repeat(32)}-900.webp`],
  )
  await mintOne(deps, order, () => {})
  await assert.rejects(
    mintOne(deps, order, () => {}),
    /every serial of it is in a pack or minted/,
  )
  await indexAll(deps)
  const rows = await deps.sql`select serial from tokens where item_id = ${ids[0]!} order by serial`
  assert.deepEqual(
    rows.map(({ serial }) => serial),
    [1, 2],
  )
})

test('minting by hand is refused for a mistyped address and for an account without a vault', async (t) => {
  const deps = await chainDeps(t, world())
  const { ids } = await seedItems(deps, 1)
  const stranger = await world().newAccount()
  const to = (address: string) => mintOne(deps, { itemId: ids[0]!, to: address, publicUrl }, () => {})
  await assert.rejects(to('0xf8d6e0586b0a20c6'), /is not an address of this network/)
  await assert.rejects(to(stranger.address), /has no vault/)
})
