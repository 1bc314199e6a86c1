import { randomUUID } from 'node:crypto'
import { mintBatchSize } from '@kura/cadence/token'
import { mintTokens } from '@kura/server/chain/agent/mint-tokens'
import { registerItems } from '@kura/server/catalogue/registration/register-items'
import { waitForSeal } from '@kura/server/chain/agent/submit-transaction'
import type { Sql } from '@kura/server/platform/db/connect'
import { buildDeps } from '@kura/server/deps'
import type { Deps } from '@kura/server/deps'
import { readEnv } from '@kura/server/env'
import { shopEnv } from './shop.ts'
import type { World } from './world.ts'

type Minting = { to: string; tokens?: number; itemId?: string }

const cap = 1_000_000
let lastSerial = 0

/**
 * Its own database, whose one item can be minted on the embedded network, with the parts of a
 * server on it.
 */
export async function openMintWorld(world: World, itemId = 'mint'): Promise<{ deps: Deps; sql: Sql; url: string }> {
  const { url, sql } = await world.newDatabase()
  await sql`insert into media (id, width, height, colour, sizes) values (${itemId}, 640, 800, '#123456', '{160,320}')`
  await sql`insert into series (id, name_ja, name_en, token_cap) values (${itemId}, '試験', 'Mint', ${cap})`
  await sql`
    insert into items (id, series_id, name_ja, name_en, edition_size, picture, position)
    values (${itemId}, ${itemId}, '月', 'Moon', ${cap}, ${itemId}, 1)`
  const deps = await buildDeps(readEnv(await shopEnv(world, url)))
  await registerItems(deps, { publicUrl: 'http://localhost:3000' })
  return { deps, sql, url }
}

/**
 * Mints this many tokens to an address in one transaction, through the rows and keys of the server,
 * and waits for the seal.
 */
export async function mintOnce(deps: Deps, { to, tokens = 1, itemId = 'mint' }: Minting): Promise<void> {
  const drafts = Array.from({ length: tokens }, () => ({ itemId, serial: (lastSerial += 1), refId: randomUUID() }))
  const { id } = await mintTokens(deps, { cause: randomUUID(), to, tokens: drafts })
  const row = await waitForSeal(deps, id, { pollMs: 20 })
  if (row.state !== 'sealed') throw new Error(`a mint is ${row.state}: ${row.error}`)
}

/** Mints many: `transactions` of `tokens` each, `atOnce` under way. Returns the seconds it took. */
export async function mintMany(
  deps: Deps,
  { transactions, atOnce, tokens = mintBatchSize, ...mint }: Minting & { transactions: number; atOnce: number },
): Promise<number> {
  let left = transactions
  const work = async () => {
    while (left > 0) {
      left -= 1
      await mintOnce(deps, { ...mint, tokens })
    }
  }
  const begun = performance.now()
  await Promise.all(Array.from({ length: atOnce }, work))
  return (performance.now() - begun) / 1000
}
