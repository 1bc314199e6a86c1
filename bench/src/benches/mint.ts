import { mintBatchSize } from '@kura/cadence/token'
import { plainFigure } from '../measure/figure.ts'
import type { Figure } from '../measure/figure.ts'
import { mintMany, openMintWorld } from '../world/mint-world.ts'
import { outsideOf } from '../world/outside.ts'
import { newVault } from '../world/vault.ts'
import type { World } from '../world/world.ts'

/**
 * Tokens minted and sealed on the embedded network, through the rows and keys of the server; the
 * seal is polled every 20 ms.
 */
export async function mintBench(world: World): Promise<Figure[]> {
  const { rounds, mintSingles, mintBatches } = world.sizes
  const outside = await outsideOf(world)
  const { deps, sql } = await openMintWorld(world)
  try {
    const to = await newVault(deps, outside)
    const mint = async (plan: Record<'transactions' | 'tokens' | 'atOnce', number>) =>
      (plan.transactions * plan.tokens) / (await mintMany(deps, { to, ...plan }))
    const before = outside.process.memoryMb()
    await mint({ transactions: 5, tokens: 1, atOnce: 5 })
    const alone = await repeat(rounds, () => mint({ transactions: Math.ceil(mintSingles / 5), tokens: 1, atOnce: 1 }))
    const single = await repeat(rounds, () => mint({ transactions: mintSingles, tokens: 1, atOnce: 16 }))
    const batched = await repeat(rounds, () => mint({ transactions: mintBatches, tokens: mintBatchSize, atOnce: 4 }))
    const figures = [
      plainFigure({ name: 'sealed mints, one token each, one after the other', unit: 'tokens/s' }, alone),
      plainFigure({ name: 'sealed mints, one token each, 16 in flight', unit: 'tokens/s' }, single),
      plainFigure({ name: `sealed mints, ${mintBatchSize} tokens each, 4 in flight`, unit: 'tokens/s' }, batched),
      plainFigure({ name: 'memory of the sandbox with the node before minting', unit: 'MB' }, [before]),
      plainFigure({ name: 'memory of the sandbox with the node after minting', unit: 'MB' }, [
        outside.process.memoryMb(),
      ]),
    ]
    // all keys are known by now; those removed here stay removed
    for (const keys of [16, 4, 1]) {
      await sql`
        delete from chain_keys where key_index not in (select key_index from chain_keys order by key_index limit ${keys})`
      const runs = await repeat(rounds, () => mint({ transactions: mintSingles, tokens: 1, atOnce: 16 }))
      figures.push(
        plainFigure({ name: `agent with ${keys} proposal keys, 16 in flight`, unit: 'transactions/s' }, runs),
      )
    }
    return figures
  } finally {
    await deps.close()
  }
}

async function repeat(rounds: number, work: () => Promise<number>): Promise<number[]> {
  const values: number[] = []
  for (let round = 0; round < rounds; round += 1) values.push(await work())
  return values
}
