import assert from 'node:assert/strict'
import type { Sql } from '@kura/server/platform/db/connect'
import { rebuildIndex } from '@kura/server/chain/index/index-once'
import type { Arena } from '../arena/arena.ts'
import { untilRead } from '../arena/until-read.ts'
import { until } from '../arena/until.ts'
import type { Fault, Scene } from './scene.ts'
import { draft, list, sendAway, sign, tradersOf } from './trading.ts'

/** The tables that are read from the chain or follow it. */
const tables: Record<string, string> = {
  tokens: '*',
  chain_events: '*',
  sale_events: '*',
  sale_orders: '*',
  listings:
    'id, state, seller_address, token_id, version, price_yen, order_hash, capability_id, opened_at, ended_at, end_reason',
}

/** Copies the current rows to tables of another name. */
export async function keepRows(sql: Sql): Promise<void> {
  for (const [table, columns] of Object.entries(tables)) {
    await sql.unsafe(`drop table if exists kept_${table}`)
    await sql.unsafe(`create table kept_${table} as select ${columns} from ${table}`)
  }
}

/**
 * Returns rows that differ from the copies, a few of each table, with the side they are on; empty
 * when all are equal.
 */
export async function differingRows(sql: Sql): Promise<string[]> {
  const found: string[] = []
  for (const [table, columns] of Object.entries(tables)) {
    const kept = await sql.unsafe(`select 1 from kept_${table} limit 1`)
    assert.ok(kept.length > 0, `nothing was in ${table}`)
    const rows = await sql.unsafe<{ side: string; row: object }[]>(`
      select 'now' as side, to_jsonb(d) as row from (select ${columns} from ${table} except all select * from kept_${table}) d
      union all
      select 'kept', to_jsonb(d) from (select * from kept_${table} except all select ${columns} from ${table}) d limit 6`)
    found.push(...rows.map(({ side, row }) => `${table} ${side} ${JSON.stringify(row)}`))
  }
  return found
}

const addBlocks = async ({ outside }: Arena, count: number) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${outside.accessNode}/sandbox/blocks`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ count }),
  })
  assert.ok(answer.ok, await answer.text())
}

const setCursor = (sql: Sql, height: number) =>
  sql`update chain_cursors set height = ${height} where name = 'collectible'`

/**
 * The index restarts at an old height, reads everything twice and meets a gap of a thousand blocks:
 * the rows stay the same.
 */
async function restartIndex(scene: Scene): Promise<string> {
  const { arena } = scene
  const { deps } = arena
  const { sql } = deps
  const gap = scene.size(300, 1000)
  const [seller, other] = await tradersOf(scene, 2, 3)
  assert.ok(seller && other)
  const [one, two, three] = seller.tokens
  assert.ok(one && two && three)
  // a history with every kind of end: replaced, moved, and one still open
  await list(scene, seller, one, { price: 1000 })
  await list(scene, seller, one, { price: 1100 })
  const moved = await list(scene, seller, two)
  await sendAway(scene, seller, two, other.wallet.address)
  await list(scene, other, other.tokens[0]!)
  const top = await untilRead(arena)
  await until('the moved token’s listing has ended', async () => {
    const rows = await sql`select 1 from listings where id = ${moved.listingId} and state = 'ended'`
    return rows.length > 0
  })
  await keepRows(sql)
  let restarts = 0
  for (const height of [top - 1, Math.floor(top / 2), -1]) {
    const readBefore = await untilRead(arena)
    await setCursor(sql, Math.min(height, readBefore))
    // one worker dies in the middle, another takes over
    await arena.workers.pop()?.kill()
    arena.workers.push(await arena.start({ role: 'worker' }))
    await untilRead(arena)
    assert.deepEqual(await differingRows(sql), [], `read again from ${height}`)
    restarts += 1
  }
  // nobody reads while much happens
  await Promise.all(arena.workers.splice(0).map((worker) => worker.kill()))
  const drafted = await draft(scene, seller, three)
  assert.ok(drafted.data, drafted.text)
  await sign(scene, seller, drafted.data)
  await addBlocks(arena, gap)
  await sendAway(scene, other, other.tokens[1]!, seller.wallet.address)
  await addBlocks(arena, gap)
  arena.workers.push(...(await Promise.all([arena.start({ role: 'worker' }), arena.start({ role: 'worker' })])))
  await untilRead(arena)
  const { listingId } = drafted.data
  const seen = await sql<{ state: string; owner: string }[]>`
    select (select state from listings where id = ${listingId}) as state,
           (select owner_address from tokens where id = ${other.tokens[1]!.tokenId}::text::numeric) as owner`
  assert.deepEqual({ ...seen[0] }, { state: 'open', owner: seller.wallet.address }, 'after a gap')
  await keepRows(sql)
  await rebuildIndex(deps)
  assert.deepEqual(await differingRows(sql), [], 'read again from the first block')
  return `${restarts} restarts at old heights, a gap of ${2 * gap} blocks, read again from the first block: the same rows`
}

export const indexFaults: Fault = {
  name: 'F22',
  title: 'the index restarts at an old height, sees events twice, finds a gap',
  run: restartIndex,
}
