import { indexAll } from '@kura/server/chain/index/index-once'
import { readBlocks } from '@kura/server/chain/index/read-events'
import { buildDeps } from '@kura/server/deps'
import { readEnv } from '@kura/server/env'
import { alternate, comparedFigure } from '../measure/figure.ts'
import type { Figure } from '../measure/figure.ts'
import { mintMany, openMintWorld } from '../world/mint-world.ts'
import { outsideOf } from '../world/outside.ts'
import { shopEnv } from '../world/shop.ts'
import { newVault } from '../world/vault.ts'
import type { World } from '../world/world.ts'

const rangeBlocks = 250

/**
 * Network events per second, from raw blocks to rows in an empty database, compared with reading
 * the same blocks and keeping nothing.
 */
export async function indexerBench(world: World): Promise<Figure[]> {
  const { rounds, indexBatches, indexSingles } = world.sizes
  const { deps } = await openMintWorld(world, 'indexed')
  try {
    const to = await newVault(deps, await outsideOf(world))
    const { height: start } = await deps.accessNode.getSealedBlock()
    const mint = { to, itemId: 'indexed', atOnce: 8 }
    const fill = async (name: string, work: () => Promise<unknown>) => {
      const from = (await deps.accessNode.getSealedBlock()).height + 1
      await work()
      return { name, from, to: (await deps.accessNode.getSealedBlock()).height }
    }
    world.say(`minting ${indexBatches} times many and ${indexSingles} times one, after block ${start}`)
    const ranges = [
      await fill('mints of many', () => mintMany(deps, { ...mint, transactions: indexBatches })),
      await fill('mints of one', () => mintMany(deps, { ...mint, transactions: indexSingles, tokens: 1 })),
    ]
    const figures: Figure[] = []
    for (const range of ranges) {
      const read = async () => {
        let events = 0
        const begun = performance.now()
        for (let from = range.from; from <= range.to; from += rangeBlocks) {
          const found = await readBlocks(deps.accessNode, deps.chain, from, Math.min(from + rangeBlocks - 1, range.to))
          events += found.tokens.length + found.sales.length
        }
        return events / ((performance.now() - begun) / 1000)
      }
      const keep = async () => {
        const { url, sql } = await world.newDatabase()
        const fresh = await buildDeps(readEnv(await shopEnv(world, url)))
        try {
          fresh.chain.startHeight = range.from
          // events behind the range are reported, too, so only a database that ends with the range
          // is measured
          const begun = performance.now()
          await indexAll({ ...fresh, accessNode: endingAt(fresh.accessNode, range.to) })
          const seconds = (performance.now() - begun) / 1000
          const [kept] = await sql<{ events: number }[]>`select count(*)::int as events from chain_events`
          if (!kept?.events) throw new Error('the index kept nothing')
          return kept.events / seconds
        } finally {
          await fresh.close()
        }
      }
      await read()
      await keep()
      const line = { name: `${range.name}, raw blocks to rows`, unit: 'events/s', reference: 'read, nothing kept' }
      figures.push(comparedFigure(line, await alternate(rounds, keep, read)))
    }
    return figures
  } finally {
    await deps.close()
  }
}

type Node = Parameters<typeof indexAll>[0]['accessNode']

/** The same node, as it was when this block was its newest sealed one. */
const endingAt = (node: Node, height: number): Node =>
  Object.assign(Object.create(node) as Node, {
    getSealedBlock: async () => ({ ...(await node.getSealedBlock()), height }),
  })
