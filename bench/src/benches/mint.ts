import { randomUUID } from 'node:crypto'
import { mintBatchSize } from '@kura/cadence/token'
import { mintTokens } from '@kura/server/chain/mint-tokens'
import { registerItems } from '@kura/server/chain/register-items'
import { waitForSeal } from '@kura/server/chain/submit-transaction'
import { buildDeps } from '@kura/server/deps'
import type { Deps } from '@kura/server/deps'
import { readEnv } from '@kura/server/env'
import { plainFigure } from '../measure/figure.ts'
import type { Figure } from '../measure/figure.ts'
import { outsideOf } from '../world/outside.ts'
import { shopEnv } from '../world/shop.ts'
import { newVault } from '../world/vault.ts'
import type { World } from '../world/world.ts'

/** Tokens minted and sealed on the embedded network, through the rows and keys of the server; asked for the seal every 20 ms. */
export async function mintBench(world: World): Promise<Figure[]> {
  const { rounds, mintSingles, mintBatches } = world.sizes
  const outside = await outsideOf(world)
  const { url, sql } = await world.newDatabase()
  await sql`insert into media (id, width, height, colour, sizes) values ('mint', 1, 1, '#123456', '{1}')`
  await sql`insert into series (id, name_ja, name_en, token_cap) values ('mint', '試験', 'Mint', 1000000)`
  await sql`insert into items (id, series_id, name_ja, name_en, edition_size, picture, position) values ('mint', 'mint', '月', 'Moon', 1000000, 'mint', 1)`
  const deps = await buildDeps(readEnv(await shopEnv(world, url)))
  try {
    await registerItems(deps, { publicUrl: 'http://localhost:3000' })
    const to = await newVault(deps, outside)
    const mint = minter(deps, to)
    const before = outside.process.memoryMb()
    await mint({ transactions: 5, tokens: 1, atOnce: 5 })
    const alone = await repeat(rounds, () => mint({ transactions: Math.ceil(mintSingles / 5), tokens: 1, atOnce: 1 }))
    const single = await repeat(rounds, () => mint({ transactions: mintSingles, tokens: 1, atOnce: 16 }))
    const batched = await repeat(rounds, () => mint({ transactions: mintBatches, tokens: mintBatchSize, atOnce: 4 }))
    return [
      plainFigure({ name: 'sealed mints, one token each, one after the other', unit: 'tokens/s' }, alone),
      plainFigure({ name: 'sealed mints, one token each, 16 in flight', unit: 'tokens/s' }, single),
      plainFigure({ name: `sealed mints, ${mintBatchSize} tokens each, 4 in flight`, unit: 'tokens/s' }, batched),
      plainFigure({ name: 'memory of the sandbox with the node before minting', unit: 'MB' }, [before]),
      plainFigure({ name: 'memory of the sandbox with the node after minting', unit: 'MB' }, [
        outside.process.memoryMb(),
      ]),
    ]
  } finally {
    await deps.close()
  }
}

async function repeat(rounds: number, work: () => Promise<number>): Promise<number[]> {
  const values: number[] = []
  for (let round = 0; round < rounds; round += 1) values.push(await work())
  return values
}

/** Mints so many transactions of so many tokens; answers tokens sealed per second. */
function minter(deps: Deps, to: string) {
  let serial = 0
  return async ({ transactions, tokens, atOnce }: Record<'transactions' | 'tokens' | 'atOnce', number>) => {
    let left = transactions
    const work = async () => {
      while (left > 0) {
        left -= 1
        const wanted = Array.from({ length: tokens }, () => ({
          itemId: 'mint',
          serial: (serial += 1),
          refId: randomUUID(),
        }))
        const { id } = await mintTokens(deps, { cause: randomUUID(), to, tokens: wanted })
        const row = await waitForSeal(deps, id, { pollMs: 20 })
        if (row.state !== 'sealed') throw new Error(`a mint is ${row.state}: ${row.error}`)
      }
    }
    const begun = performance.now()
    await Promise.all(Array.from({ length: atOnce }, work))
    return (transactions * tokens) / ((performance.now() - begun) / 1000)
  }
}
