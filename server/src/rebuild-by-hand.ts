import { buildDeps } from './deps.ts'
import { readEnv } from './env.ts'
import { reportDrift } from './chain/index/drift-report.ts'
import { indexAll, rebuildIndex } from './chain/index/index-once.ts'
import { reportSaleDrift } from './chain/index/sale-drift-report.ts'

/**
 * `kura reindex [--from <height>]`: reads the chain again from the start and says where rows and
 * chain still differ.
 */
export async function rebuildByHand(
  source: Record<string, string>,
  words: string[],
  log: (line: string) => void,
): Promise<void> {
  const from = words[words.indexOf('--from') + 1]
  if (words.includes('--from') && !/^\d+$/.test(from ?? '')) throw new Error('--from takes the height of a block')
  const deps = await buildDeps(readEnv({ ...source, LOG_LEVEL: 'warn' }))
  try {
    const chain = words.includes('--from') ? { ...deps.chain, startHeight: Number(from) } : deps.chain
    log(`read to block ${await rebuildIndex({ ...deps, chain })}`)
    await indexAll(deps)
    const drift = await reportDrift(deps)
    for (const { tokenId, what } of drift) log(`token ${tokenId}: ${what}`)
    const sales = await reportSaleDrift(deps)
    for (const { orderId, what } of sales) log(`order ${orderId}: ${what}`)
    const found = [`${drift.length} tokens`, `${sales.length} orders to sell`].join(' and ')
    log(drift.length + sales.length === 0 ? 'rows and chain agree' : `${found} differ`)
  } finally {
    await deps.close()
  }
}
